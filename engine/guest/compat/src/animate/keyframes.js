// https://drafts.csswg.org/web-animations-1/#processing-a-keyframes-argument

const META = new Set(["offset", "easing", "composite", "computedOffset"]);

/** `marginTop` -> `margin-top`; custom properties stay as they are. */
export function cssName(name) {
  if (name.startsWith("--")) return name;
  if (name === "cssFloat") return "float";
  if (name === "cssOffset") return "offset";
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const list = (value) => (Array.isArray(value) ? value : [value]);

/** `{opacity: [0, 1]}` as a list of keyframes. */
function fromProperties(keyframes) {
  const byOffset = new Map();
  const frame = (offset) => {
    if (!byOffset.has(offset)) byOffset.set(offset, { offset });
    return byOffset.get(offset);
  };
  const offsets = keyframes.offset === undefined ? [] : list(keyframes.offset);
  for (const [name, value] of Object.entries(keyframes)) {
    if (META.has(name)) continue;
    const values = list(value);
    // A single value is where the animation goes to.
    values.forEach((one, index) => {
      const even = values.length === 1 ? 1 : index / (values.length - 1);
      frame(offsets[index] ?? even)[name] = one;
    });
  }
  const frames = [...byOffset.values()].sort((a, b) => a.offset - b.offset);
  const easings = keyframes.easing === undefined ? [] : list(keyframes.easing);
  if (easings.length) frames.forEach((each, index) => (each.easing = easings[index % easings.length]));
  return frames;
}

function spread(frames) {
  if (!frames.length) return frames;
  if (frames.length > 1) frames[0].offset ??= 0;
  frames.at(-1).offset ??= 1;
  for (let index = 1, from = 0; index < frames.length; index++) {
    if (frames[index].offset === null || frames[index].offset === undefined) continue;
    const step = (frames[index].offset - frames[from].offset) / (index - from);
    for (let inner = from + 1; inner < index; inner++) {
      frames[inner].offset = frames[from].offset + step * (inner - from);
    }
    from = index;
  }
  return frames;
}

/** Keyframes with offsets, in order. Raises TypeError for offsets out of order or range. */
export function normalise(keyframes) {
  if (keyframes === null || keyframes === undefined) return [];
  if (typeof keyframes !== "object") throw new TypeError("animate: keyframes must be an object");
  const iterable = typeof keyframes[Symbol.iterator] === "function";
  const frames = spread(iterable ? [...keyframes].map((frame) => ({ ...frame })) : fromProperties(keyframes));
  let last = 0;
  for (const { offset } of frames) {
    if (!(offset >= last && offset <= 1)) throw new TypeError("animate: offsets must rise from 0 to 1");
    last = offset;
  }
  return frames;
}

/** The animated properties by their CSS names. */
export function properties(frames) {
  const names = frames.flatMap((frame) => Object.keys(frame).filter((name) => !META.has(name)));
  return [...new Set(names.map(cssName))];
}

/** The body of a `@keyframes` rule. */
export function toCss(frames, easing) {
  return frames
    .map((frame) => {
      const body = Object.entries(frame)
        .filter(([name, value]) => !META.has(name) && value !== null && value !== undefined)
        .map(([name, value]) => `${cssName(name)}:${value};`)
        .join("");
      return `${frame.offset * 100}%{${body}animation-timing-function:${frame.easing ?? easing}}`;
    })
    .join("");
}
