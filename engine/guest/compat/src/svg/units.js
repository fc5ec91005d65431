// Lengths of SVG attributes in user units.

const PX = { "": 1, px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16 };
export const TYPES = ["", "", "%", "em", "ex", "px", "cm", "mm", "in", "pt", "pc"]; // SVGLength.SVG_LENGTHTYPE_*

/** The number and unit of `text`; zero for what is not a length. */
export function split(text) {
  const [, number, unit] = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)\s*$/i.exec(text ?? "") ?? [null, 0, ""];
  return { number: Number(number), unit: unit.toLowerCase() };
}

/** The value of a presentation attribute or style declaration that applies to an element, inherited ones included. */
export function inherited(element, name) {
  for (let at = element; at; at = at.parentElement) {
    const value = at.style?.getPropertyValue(name) || at.getAttribute(name);
    if (value && value !== "inherit") return value;
    // Style sheets reach SVG elements; presentation attributes do not reach the style system.
    if (at === element || !(at instanceof SVGElement)) {
      const computed = getComputedStyle(at).getPropertyValue(name);
      if (!(at.parentElement instanceof SVGElement) || computed !== getComputedStyle(at.parentElement).getPropertyValue(name)) {
        return computed;
      }
    }
  }
  return "";
}

export function fontSize(element) {
  const { number, unit } = split(inherited(element, "font-size"));
  if (unit === "em" || unit === "%") {
    return (unit === "%" ? number / 100 : number) * (element.parentElement ? fontSize(element.parentElement) : 16);
  }
  return number * (PX[unit] ?? 1) || 16;
}

/** Of the nearest viewport, in its user units. */
export function viewport(element) {
  const svg = element.ownerSVGElement ?? element;
  const box = viewBox(svg);
  if (box) return box;
  if (svg.ownerSVGElement) {
    return { x: 0, y: 0, width: length(svg, "width", "100%"), height: length(svg, "height", "100%") };
  }
  const { width, height } = content(svg);
  return { x: 0, y: 0, width, height };
}

export function viewBox(svg) {
  const numbers = svg.getAttribute("viewBox")?.trim().split(/[\s,]+/).map(Number);
  if (numbers?.length !== 4 || !numbers.every(Number.isFinite)) return null;
  const [x, y, width, height] = numbers;
  return { x, y, width, height };
}

/** The box that an outermost SVG draws into, in pixels of the window. */
export function content(svg) {
  const box = Element.prototype.getBoundingClientRect.call(svg);
  const style = getComputedStyle(svg);
  const side = (name) => (parseFloat(style[`border${name}Width`]) || 0) + (parseFloat(style[`padding${name}`]) || 0);
  const left = side("Left");
  const top = side("Top");
  return {
    x: box.left + left,
    y: box.top + top,
    width: Math.max(0, box.width - left - side("Right")),
    height: Math.max(0, box.height - top - side("Bottom")),
  };
}

const VERTICAL = new Set(["y", "cy", "y1", "y2", "ry", "height", "dy"]);
const HORIZONTAL = new Set(["x", "cx", "x1", "x2", "rx", "width", "dx"]);

export function toUser(element, name, { number, unit }) {
  if (unit === "%") {
    const outer = element.ownerSVGElement ? viewport(element.ownerSVGElement) : content(element);
    const { width, height } = outer;
    const whole = VERTICAL.has(name) ? height : HORIZONTAL.has(name) ? width : Math.hypot(width, height) / Math.SQRT2;
    return (number / 100) * whole;
  }
  if (unit === "em") return number * fontSize(element);
  if (unit === "ex") return (number * fontSize(element)) / 2;
  if (unit === "rem") return number * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return number * (PX[unit] ?? 1);
}

/** A geometry attribute in user units. */
export function length(element, name, fallback = "0") {
  return toUser(element, name, split(element.getAttribute(name) ?? fallback));
}
