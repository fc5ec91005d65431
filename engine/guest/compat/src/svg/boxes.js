// https://svgwg.org/svg2-draft/coords.html#BoundingBoxes
import { own } from "./matrix.js";
import { trace } from "./path.js";
import { runs } from "./text.js";
import { length } from "./units.js";

const NOT_DRAWN = new Set(
  "defs symbol title desc metadata style script clipPath mask marker pattern linearGradient radialGradient filter".split(" "),
);

export function mapped(box, matrix) {
  const corners = [
    [box.left, box.top],
    [box.right, box.top],
    [box.left, box.bottom],
    [box.right, box.bottom],
  ].map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f]);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function union(boxes) {
  const all = boxes.filter(Boolean);
  if (!all.length) return null;
  return {
    left: Math.min(...all.map((box) => box.left)),
    top: Math.min(...all.map((box) => box.top)),
    right: Math.max(...all.map((box) => box.right)),
    bottom: Math.max(...all.map((box) => box.bottom)),
  };
}

const hidden = (element) => element.getAttribute("display") === "none" || element.style?.display === "none";

const placed = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

/** Where a nested `svg` is in its parent. */
export const frame = (svg) =>
  placed(length(svg, "x"), length(svg, "y"), length(svg, "width", "100%"), length(svg, "height", "100%"));

function children(element, depth) {
  return union(
    [...element.children].map((child) => {
      if (!(child instanceof SVGElement) || NOT_DRAWN.has(child.localName) || hidden(child)) return null;
      const box = boundingBox(child, depth);
      if (!box) return null;
      return child.localName === "svg" ? frame(child) : mapped(box, own(child));
    }),
  );
}

/** The box of what an element fills, in its own coordinates, or null if that is nothing. */
export function boundingBox(element, depth = 0) {
  switch (element.localName) {
    case "text":
    case "tspan":
    case "textPath":
      return union(runs(element).map((run) => placed(run.x, run.y - run.ascent, run.width, run.ascent + run.descent)));
    case "image":
    case "foreignObject":
      return placed(...["x", "y", "width", "height"].map((name) => length(element, name)));
    case "use": {
      const id = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
      const target = id.startsWith("#") && element.ownerDocument.getElementById(id.slice(1));
      // A chain of references may be a ring.
      if (!target || depth > 8) return null;
      const box =
        target.localName === "symbol" ? children(target, depth + 1) : boundingBox(target, depth + 1);
      const moved = new DOMMatrix().translate(length(element, "x"), length(element, "y"));
      return box && mapped(box, target.localName === "symbol" ? moved : moved.multiply(own(target)));
    }
    case "svg":
    case "g":
    case "a":
    case "switch":
    case "symbol":
    case "defs":
      return children(element, depth);
    default:
      return trace(element).box;
  }
}
