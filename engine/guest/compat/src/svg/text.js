// Where the characters of SVG text are, measured by a canvas.
import { fontSize, inherited, toUser, split } from "./units.js";

let canvas;

function measure(element) {
  canvas ??= document.createElement("canvas").getContext("2d");
  const style = inherited(element, "font-style") || "normal";
  const weight = inherited(element, "font-weight") || "normal";
  const family = inherited(element, "font-family") || "serif";
  canvas.font = `${style} ${weight} ${fontSize(element)}px ${family}`;
  return canvas;
}

const first = (element, name) => {
  const [value] = (element.getAttribute(name) ?? "").trim().split(/[\s,]+/);
  return value ? toUser(element, name, split(value)) : null;
};

/** Pieces of text with their place: `{text, x, y, width, ascent, descent, measure}`. */
export function runs(element) {
  const root = element.closest("text") ?? element;
  const all = [];
  const pen = { x: 0, y: 0 };
  let chunk = [];
  const anchor = () => {
    if (!chunk.length) return;
    const where = inherited(chunk[0].owner, "text-anchor");
    const width = chunk.at(-1).x + chunk.at(-1).width - chunk[0].x;
    const shift = where === "middle" ? width / 2 : where === "end" ? width : 0;
    for (const run of chunk) run.x -= shift;
    chunk = [];
  };
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      let text = node.data.replace(/[\n\t\r]+/g, " ").replace(/ +/g, " ");
      if (!all.length || all.at(-1).text.endsWith(" ")) text = text.trimStart();
      if (!text) return;
      const owner = node.parentElement;
      const context = measure(owner);
      const metrics = context.measureText(text);
      const run = {
        owner,
        text,
        x: pen.x,
        y: pen.y,
        width: metrics.width,
        // Servo 0.7.0 has the two kinds of bounds the other way round; those of the font are the larger.
        ascent: Math.max(metrics.fontBoundingBoxAscent, metrics.actualBoundingBoxAscent),
        descent: Math.max(metrics.fontBoundingBoxDescent, metrics.actualBoundingBoxDescent),
        until: (count) => measure(owner).measureText(text.slice(0, count)).width,
      };
      pen.x += metrics.width;
      all.push(run);
      chunk.push(run);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || !["text", "tspan", "a", "textPath"].includes(node.localName)) return;
    const x = first(node, "x");
    const y = first(node, "y");
    if (x !== null || y !== null) anchor();
    pen.x = (x ?? pen.x) + (first(node, "dx") ?? 0);
    pen.y = (y ?? pen.y) + (first(node, "dy") ?? 0);
    node.childNodes.forEach(walk);
  };
  walk(root);
  const last = all.at(-1);
  if (last?.text.endsWith(" ")) {
    last.text = last.text.trimEnd();
    last.width = last.until(last.text.length);
  }
  anchor();
  return root === element ? all : all.filter((run) => element.contains(run.owner));
}

/** The run and the place in it of a character. Raises IndexSizeError. */
export function character(element, index) {
  let left = index;
  for (const run of runs(element)) {
    if (left >= 0 && left < run.text.length) {
      const from = run.x + run.until(left);
      return { from, to: run.x + run.until(left + 1), run };
    }
    left -= run.text.length;
  }
  throw new DOMException(`No character ${index}`, "IndexSizeError");
}
