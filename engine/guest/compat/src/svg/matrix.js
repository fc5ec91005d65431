// From an element's own coordinates to its viewport and to the window.
import { matrixOf } from "./syntax.js";
import { content, length, viewBox } from "./units.js";

/** The `transform` of one element: its style before its attribute. */
export function own(element) {
  const style = element.style?.transform;
  if (style && style !== "none") {
    try {
      return new DOMMatrix(style);
    } catch {
      // Percentages and the like: the attribute has to do.
    }
  }
  return matrixOf(element.getAttribute("transform"));
}

const ALIGN = { Min: 0, Mid: 0.5, Max: 1 };

/** What `viewBox` and `preserveAspectRatio` make of a box of this size. */
function fit(svg, width, height) {
  const box = viewBox(svg);
  if (!box || !(box.width > 0 && box.height > 0)) return new DOMMatrix();
  let sx = width / box.width;
  let sy = height / box.height;
  const [align = "xMidYMid", slice] = (svg.getAttribute("preserveAspectRatio") ?? "").trim().split(/\s+/).filter(Boolean);
  const [, x, y] = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(align) ?? [];
  let tx = 0;
  let ty = 0;
  if (align !== "none") {
    sx = sy = slice === "slice" ? Math.max(sx, sy) : Math.min(sx, sy);
    tx = (width - box.width * sx) * (ALIGN[x] ?? 0.5);
    ty = (height - box.height * sy) * (ALIGN[y] ?? 0.5);
  }
  return new DOMMatrix([sx, 0, 0, sy, tx - box.x * sx, ty - box.y * sy]);
}

/** What an `svg` element does to its content, seen from where it stands. */
function inner(svg) {
  if (!svg.ownerSVGElement) {
    const { width, height } = content(svg);
    return fit(svg, width, height);
  }
  const moved = new DOMMatrix().translate(length(svg, "x"), length(svg, "y"));
  return moved.multiply(fit(svg, length(svg, "width", "100%"), length(svg, "height", "100%")));
}

/** To the nearest viewport, its `viewBox` included. */
export function toViewport(element) {
  const isSvg = element.localName === "svg";
  if (isSvg && !element.ownerSVGElement) return inner(element);
  let matrix = isSvg ? inner(element) : own(element);
  for (let at = element.parentElement; at instanceof SVGElement; at = at.parentElement) {
    if (at.localName === "svg") return inner(at).multiply(matrix);
    matrix = own(at).multiply(matrix);
  }
  return matrix;
}

/** To the window. */
export function toWindow(element) {
  let matrix = toViewport(element);
  let svg = element.ownerSVGElement ?? element;
  for (; svg.ownerSVGElement; svg = svg.ownerSVGElement) {
    let outer = svg.parentElement;
    for (; outer && outer.localName !== "svg"; outer = outer.parentElement) matrix = own(outer).multiply(matrix);
    matrix = inner(svg.ownerSVGElement).multiply(matrix);
  }
  if (svg.localName !== "svg") return matrix;
  const { x, y } = content(svg);
  return new DOMMatrix().translate(x, y).multiply(matrix);
}
