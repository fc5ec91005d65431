// Boxes of ranges, and the part of text at a point. Servo 0.7.0 takes whole nodes only, and often too many of them.
// https://drafts.csswg.org/cssom-view/#extensions-to-the-range-interface and #dom-document-caretpositionfrompoint
import { constructor, methods } from "../define.js";
import { boxes, partRects, pieces } from "./lines.js";

const isText = (node) => node.nodeType === Node.TEXT_NODE;

/** The boxes of a range: of each text, or part of it, and of each element that lies wholly inside. */
function rects(range) {
  const { startContainer: start, startOffset, endContainer: end, endOffset } = range;
  if (start === end && isText(start)) return partRects(start, startOffset, endOffset);
  const result = [];
  const around = document.createRange();
  const visit = (node) => {
    if (!range.intersectsNode(node)) return;
    if (isText(node)) {
      const to = node === end ? endOffset : node.length;
      const from = node === start ? startOffset : 0;
      if (to > from) result.push(...partRects(node, from, to));
      return;
    }
    if (node.nodeType === Node.ELEMENT_NODE) {
      around.selectNode(node);
      const inside =
        range.compareBoundaryPoints(Range.START_TO_START, around) <= 0 &&
        range.compareBoundaryPoints(Range.END_TO_END, around) >= 0;
      if (inside) {
        result.push(...node.getClientRects());
        return;
      }
    }
    node.childNodes.forEach(visit);
  };
  if (!range.collapsed) visit(range.commonAncestorContainer);
  return result;
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
  let best = null;
  for (let text = texts.nextNode(); text && best?.far !== 0; text = texts.nextNode()) {
    boxes(text).forEach((rect, number) => {
      const far = distance(rect, x, y);
      if (!best || far < best.far) best = { far, text, number };
    });
  }
  return best && { node: best.text, offset: pieces(best.text)[best.number]?.nearest(x) ?? 0 };
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
    const list = this.startContainer.isConnected ? rects(this) : [];
    list.item = (index) => list[index] ?? null;
    return list;
  });
  override("getBoundingClientRect", function getBoundingClientRect() {
    return union(this.startContainer.isConnected ? rects(this) : []);
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
