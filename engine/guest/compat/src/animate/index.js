// https://drafts.csswg.org/web-animations-1/ on top of CSS animations, which Servo runs itself. What a page sees: timing,
// playback control, promises and events. Not there: composition, pseudo-elements, other timelines, and an `easing` of the
// whole effect over more than two keyframes (it is used between each two).
import { constructor, methods } from "../define.js";
import { normalise, properties, toCss } from "./keyframes.js";
import { addRule, show } from "./styles.js";

const active = new Map();
const now = () => performance.now();

class KeyframeEffect {
  constructor(target, keyframes, options = {}) {
    this.target = target;
    this.pseudoElement = null;
    this.composite = "replace";
    this._frames = normalise(keyframes);
    this._timing = {
      delay: 0,
      endDelay: 0,
      fill: "auto",
      iterationStart: 0,
      iterations: 1,
      duration: "auto",
      direction: "normal",
      easing: "linear",
    };
    this.updateTiming(typeof options === "number" ? { duration: options } : options);
  }
  getTiming() {
    return { ...this._timing };
  }
  getComputedTiming() {
    const timing = this._timing;
    const duration = Number(timing.duration) || 0;
    const activeDuration = duration * timing.iterations || 0;
    const endTime = Math.max(0, timing.delay + activeDuration + timing.endDelay);
    const localTime = this._animation?.currentTime ?? null;
    const fill = timing.fill === "auto" ? "none" : timing.fill;
    return { ...timing, duration, fill, activeDuration, endTime, localTime, ...this._progress(localTime, duration, activeDuration, fill) };
  }
  _progress(time, duration, activeDuration, fill) {
    const { delay, iterations, iterationStart, direction } = this._timing;
    const none = { progress: null, currentIteration: null };
    if (time === null) return none;
    let at = time - delay;
    if (at < 0) {
      if (fill !== "backwards" && fill !== "both") return none;
      at = 0;
    }
    if (at >= activeDuration) {
      if (fill !== "forwards" && fill !== "both") return none;
      at = activeDuration;
    }
    const overall = (duration ? at / duration : iterations) + iterationStart;
    const end = at === activeDuration && overall > 0 && overall % 1 === 0;
    const currentIteration = end ? overall - 1 : Math.floor(overall);
    const simple = end ? 1 : overall % 1;
    const odd = currentIteration % 2 === 1;
    const back = direction === "reverse" || (direction === "alternate" && odd) || (direction === "alternate-reverse" && !odd);
    return { progress: back ? 1 - simple : simple, currentIteration };
  }
  updateTiming(timing = {}) {
    for (const name of Object.keys(this._timing)) {
      if (timing[name] !== undefined) this._timing[name] = timing[name];
    }
    const { duration, iterations } = this._timing;
    if (duration !== "auto" && !(duration >= 0)) throw new TypeError("animate: duration must not be negative");
    if (!(iterations >= 0)) throw new TypeError("animate: iterations must not be negative");
    this._animation?._restart();
  }
  getKeyframes() {
    return this._frames.map((frame) => ({ easing: "linear", composite: "auto", ...frame, computedOffset: frame.offset }));
  }
  setKeyframes(keyframes) {
    this._frames = normalise(keyframes);
    this._animation?._restart();
  }
}

class Animation extends EventTarget {
  constructor(effect = null, timeline = document.timeline) {
    super();
    this.id = "";
    this.timeline = timeline;
    this.pending = false;
    this.replaceState = "active";
    this.oncancel = this.onfinish = this.onremove = null;
    this._rate = 1;
    this._start = null; // of the timeline; null while held or idle
    this._hold = null; // the current time while paused or finished
    this._effect = effect;
    if (effect) effect._animation = this;
    this.ready = Promise.resolve(this);
    this._newPromise();
  }
  get effect() {
    return this._effect;
  }
  get startTime() {
    return this._start;
  }
  get playbackRate() {
    return this._rate;
  }
  set playbackRate(rate) {
    this.updatePlaybackRate(rate);
  }
  get currentTime() {
    if (this._hold !== null) return this._hold;
    return this._start === null ? null : (now() - this._start) * this._rate;
  }
  set currentTime(time) {
    if (time === null) return;
    if (this._start === null) this._hold = Number(time);
    else this._start = now() - time / this._rate;
    this._restart();
  }
  get playState() {
    if (this.currentTime === null) return "idle";
    if (this._done) return "finished";
    return this._start === null ? "paused" : "running";
  }
  get finished() {
    return this._finished;
  }
  get _end() {
    return this._effect?.getComputedTiming().endTime ?? 0;
  }
  play() {
    const time = this.currentTime;
    const forward = this._rate >= 0;
    const over = time === null || (forward ? time >= this._end || time < 0 : time <= 0 || time > this._end);
    if (this._done) this._newPromise();
    this._run(over ? (forward ? 0 : this._end) : time);
  }
  pause() {
    const running = this.playState === "running";
    this._hold = this.currentTime ?? 0;
    this._start = null;
    this._done = false;
    if (running) this._stop();
    else this._restart();
  }
  reverse() {
    this._rate = -this._rate;
    this.play();
  }
  updatePlaybackRate(rate) {
    const time = this.currentTime;
    this._rate = Number(rate);
    if (this._start !== null && this._rate) this._run(time);
    else if (this._start !== null) this.pause();
  }
  finish() {
    if (!this._rate || (this._rate > 0 && this._end === Infinity)) {
      throw new DOMException("The animation has no end", "InvalidStateError");
    }
    this._finish();
  }
  cancel() {
    const idle = this.playState === "idle";
    this._start = this._hold = null;
    this._clear();
    if (idle) return;
    const reject = this._reject;
    this._newPromise();
    reject(new DOMException("The animation was cancelled", "AbortError"));
    this._tell("cancel");
  }
  persist() {
    this.replaceState = "persisted";
  }
  commitStyles() {
    const { target, _frames } = this._effect;
    const computed = getComputedStyle(target);
    for (const name of properties(_frames)) {
      const value = computed.getPropertyValue(name);
      target.style.setProperty(name, value);
    }
  }

  _newPromise() {
    this._done = false;
    this._finished = new Promise((resolve, reject) => {
      this._resolve = resolve;
      this._reject = reject;
    });
    // Pages that never look at it must not see an unhandled rejection.
    this._finished.catch(() => {});
  }
  _run(time) {
    this._hold = null;
    this._start = now() - time / this._rate;
    this._done = false;
    this._restart();
  }
  /** Make the style system show the animation as of its current time. */
  _restart() {
    clearTimeout(this._timer);
    const target = this._effect?.target;
    const time = this.currentTime;
    if (!target || time === null) return;
    const timing = this._effect.getComputedTiming();
    const speed = Math.abs(this._rate) || 1;
    const back = this._rate < 0;
    // Played backwards, an animation is its mirror image that began at the other end.
    const at = back ? timing.endTime - time : time;
    const delay = back ? timing.endDelay : timing.delay;
    const mirrored = { normal: "reverse", reverse: "normal", alternate: "alternate-reverse", "alternate-reverse": "alternate" };
    const former = this._rule;
    this._rule = addRule(target, toCss(this._effect._frames, timing.easing), former?.name);
    this._shown = {
      name: this._rule.name,
      duration: `${timing.duration / speed}ms`,
      delay: `${(delay - at - timing.iterationStart * timing.duration) / speed}ms`,
      iterations: timing.iterations === Infinity ? "infinite" : String(timing.iterations + timing.iterationStart),
      direction: back ? mirrored[timing.direction] : timing.direction,
      fill: timing.fill,
      state: "running",
      easing: "linear",
    };
    this._show(target);
    former?.release();
    if (this._done) return;
    if (this._start === null || !this._rate) {
      // An animation that begins paused would ignore its delay: let it begin first.
      void getComputedStyle(target).opacity;
      this._stop();
      return;
    }
    const left = (timing.endTime - at) / speed;
    if (left === Infinity) return;
    this._timer = setTimeout(() => this._finish(), Math.max(0, left));
  }
  _stop() {
    clearTimeout(this._timer);
    if (!this._shown) return;
    this._shown.state = "paused";
    this._show(this._effect.target);
  }
  _show(target) {
    const all = active.get(target) ?? new Set();
    all.add(this);
    active.set(target, all);
    show(target, [...all].map((animation) => animation._shown));
  }
  _finish() {
    this._hold = this._rate < 0 ? 0 : this._end;
    this._start = null;
    this._done = true;
    const fill = this._effect?.getComputedTiming().fill;
    const kept = this._rate < 0 ? fill === "backwards" || fill === "both" : fill === "forwards" || fill === "both";
    if (kept) this._restart();
    else this._clear();
    this._resolve(this);
    queueMicrotask(() => this._tell("finish"));
  }
  _clear() {
    clearTimeout(this._timer);
    const target = this._effect?.target;
    const all = active.get(target);
    if (all?.delete(this)) {
      // One that has ended by itself must be seen to end: else the style system keeps its last value.
      void getComputedStyle(target).opacity;
      if (!all.size) active.delete(target);
      show(target, [...all].map((animation) => animation._shown));
    }
    this._rule?.release();
    this._rule = null;
  }
  _tell(type) {
    const event = new Event(type);
    event.currentTime = this.currentTime;
    event.timelineTime = now();
    this[`on${type}`]?.call(this, event);
    this.dispatchEvent(event);
  }
}

if (!("animate" in Element.prototype) && "adoptedStyleSheets" in Document.prototype) {
  methods(Element.prototype, {
    animate(keyframes, options = {}) {
      if (options?.pseudoElement) throw new DOMException("Pseudo-elements cannot be animated", "NotSupportedError");
      const animation = new Animation(new KeyframeEffect(this, keyframes, options ?? {}));
      animation.id = options?.id ?? "";
      animation.play();
      return animation;
    },
    getAnimations({ subtree = false } = {}) {
      return [...active].flatMap(([target, all]) => (target === this || (subtree && this.contains(target)) ? [...all] : []));
    },
  });
  methods(Document.prototype, {
    getAnimations() {
      return [...active.values()].flatMap((all) => [...all]);
    },
  });
  constructor("Animation", Animation);
  constructor("KeyframeEffect", KeyframeEffect);
}
