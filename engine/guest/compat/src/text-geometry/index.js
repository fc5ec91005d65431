// Boxes of parts of text, and the part of text at a point. Servo 0.7.0 answers for whole text nodes only.
// https://drafts.csswg.org/cssom-view/#extensions-to-the-range-interface and #dom-document-caretpositionfrompoint
import { constructor, methods } from "../define.js";
import { lines, partRects } from "./lines.js";

const native = { rects: Range.prototype.getClientRects, box: Range.prototype.getBoundingClientRect };
const isText = (node) => node.nodeType === Node.TEXT_NODE;

/** Whether a boundary lies inside of a text node, not at one of its ends. */
function cuts(range) {
  const { startContainer: start, startOffset, endContainer: end, endOffset } = range;
  if (start === end) return isText(start) && (startOffset > 0 || endOffset < start.length);
  return (isText(start) && startOffset > 0) || (isText(end) && endOffset < end.length);
}

function rects(range) {
  const { startContainer: start, startOffset, endContainer: end, endOffset } = range;
  if (start === end) return partRects(start, startOffset, endOffset);
  const middle = range.cloneRange();
  const before = isText(start) ? partRects(start, startOffset, start.length) : [];
  const after = isText(end) ? partRects(end, 0, endOffset) : [];
  if (isText(start)) middle.setStartAfter(start);
  if (isText(end)) middle.setEndBefore(end);
  return [...before, ...(middle.collapsed ? [] : native.rects.call(middle)), ...after];
}

function union(all) {
  const some = all.filter(({ width, height }) => width || height);
  const used = some.length ? some : all.slice(0, 1);
  if (!used.length) return new DOMRect();
  const left = Math.min(...used.map((rect) => rect.left));
  const top = Math.min(...used.map((rect) => rect.top));
  const right = Math.max(...used.map((rect) => rect.right));
  return new DOMRect(left, top, right - left, Math.max(...used.map((rect) => rect.bottom)) - top);
}

function override(name, value) {
  Object.defineProperty(Range.prototype, name, { configurable: true, enumerable: true, writable: true, value });
}

/** How far a point is from a rectangle: lines count before columns. */
function distance(rect, x, y) {
  const across = Math.max(rect.left - x, 0, x - rect.right);
  const along = Math.max(rect.top - y, 0, y - rect.bottom);
  return along * 1e4 + across;
}

/** The place in the text of an element that is nearest to a point. */
function nearest(element, x, y) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const whole = document.createRange();
  let best = null;
  for (let text = texts.nextNode(); text && best?.far !== 0; text = texts.nextNode()) {
    whole.selectNodeContents(text);
    [...native.rects.call(whole)].forEach((rect, number) => {
      const far = distance(rect, x, y);
      if (!best || far < best.far) best = { far, text, number };
    });
  }
  return best && { node: best.text, offset: lines(best.text)[best.number]?.nearest(x) ?? 0 };
}

function position(x, y) {
  const element = document.elementFromPoint(x, y);
  if (!element) return null;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return { node: element, offset: element.selectionStart ?? 0 };
  }
  return nearest(element, x, y) ?? { node: element, offset: 0 };
}

class CaretPosition {
  #node;
  #offset;
  constructor({ node, offset }) {
    this.#node = node;
    this.#offset = offset;
  }
  get offsetNode() {
    return this.#node;
  }
  get offset() {
    return this.#offset;
  }
  getClientRect() {
    const range = document.createRange();
    range.setStart(this.#node, isText(this.#node) ? this.#offset : 0);
    range.collapse(true);
    return range.getBoundingClientRect();
  }
}

if (!("caretPositionFromPoint" in Document.prototype)) {
  override("getClientRects", function getClientRects() {
    if (!this.startContainer.isConnected || !cuts(this)) return native.rects.call(this);
    const list = rects(this);
    list.item = (index) => list[index] ?? null;
    return list;
  });
  override("getBoundingClientRect", function getBoundingClientRect() {
    return this.startContainer.isConnected && cuts(this) ? union(rects(this)) : native.box.call(this);
  });
  constructor("CaretPosition", CaretPosition);
  methods(Document.prototype, {
    caretPositionFromPoint(x, y) {
      const at = position(x, y);
      return at && new CaretPosition(at);
    },
    caretRangeFromPoint(x, y) {
      const at = position(x, y);
      if (!at) return null;
      const range = document.createRange();
      range.setStart(at.node, isText(at.node) ? at.offset : 0);
      range.collapse(true);
      return range;
    },
  });
}
