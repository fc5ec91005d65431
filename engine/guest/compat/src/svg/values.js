// The objects behind `width.baseVal`, `transform.baseVal` and their like. They read the attribute each time.
import { matrixOf, numbers } from "./syntax.js";
import { TYPES, split, toUser, viewBox } from "./units.js";

export class Length {
  constructor(element, name, fallback = "0") {
    this._element = element;
    this._name = name;
    this._fallback = fallback;
  }
  get _parts() {
    return split(this.valueAsString);
  }
  get unitType() {
    const index = TYPES.lastIndexOf(this._parts.unit);
    return index === 0 ? 1 : Math.max(0, index === 1 ? 1 : index);
  }
  get value() {
    return this._element ? toUser(this._element, this._name, this._parts) : this._parts.number;
  }
  set value(value) {
    this.valueAsString = String(value);
  }
  get valueInSpecifiedUnits() {
    return this._parts.number;
  }
  set valueInSpecifiedUnits(value) {
    this.valueAsString = `${value}${this._parts.unit}`;
  }
  get valueAsString() {
    return this._element?.getAttribute(this._name) ?? this._fallback;
  }
  set valueAsString(text) {
    if (this._element) this._element.setAttribute(this._name, text);
    else this._fallback = text;
  }
  newValueSpecifiedUnits(type, value) {
    this.valueAsString = `${value}${TYPES[type] ?? ""}`;
  }
  convertToSpecifiedUnits(type) {
    if (type === 1 || type === 5) this.newValueSpecifiedUnits(type, this.value);
    else throw new DOMException("Only numbers and px", "NotSupportedError");
  }
}

const KINDS = { matrix: 1, translate: 2, scale: 3, rotate: 4, skewX: 5, skewY: 6 };

export class Transform {
  constructor(text = "matrix(1 0 0 1 0 0)") {
    this._text = text;
  }
  get type() {
    return KINDS[/^\s*(\w+)/.exec(this._text)?.[1]] ?? 0;
  }
  get angle() {
    return this.type >= 4 ? Number(/\(\s*([^\s,)]+)/.exec(this._text)[1]) : 0;
  }
  get matrix() {
    return matrixOf(this._text);
  }
  setMatrix({ a, b, c, d, e, f }) {
    this._text = `matrix(${[a, b, c, d, e, f].join(" ")})`;
  }
  setTranslate(x, y) {
    this._text = `translate(${x} ${y})`;
  }
  setScale(x, y) {
    this._text = `scale(${x} ${y})`;
  }
  setRotate(angle, x, y) {
    this._text = `rotate(${angle} ${x} ${y})`;
  }
  setSkewX(angle) {
    this._text = `skewX(${angle})`;
  }
  setSkewY(angle) {
    this._text = `skewY(${angle})`;
  }
}

export class TransformList {
  constructor(element) {
    this._element = element;
  }
  get _items() {
    return (this._element.getAttribute("transform")?.match(/\w+\s*\([^)]*\)/g) ?? []).map((text) => new Transform(text));
  }
  _write(items) {
    this._element.setAttribute("transform", items.map((item) => item._text).join(" "));
  }
  get numberOfItems() {
    return this._items.length;
  }
  get length() {
    return this._items.length;
  }
  getItem(index) {
    const item = this._items[index];
    if (!item) throw new DOMException(`No transform ${index}`, "IndexSizeError");
    return item;
  }
  clear() {
    this._element.removeAttribute("transform");
  }
  initialize(item) {
    this._write([item]);
    return item;
  }
  appendItem(item) {
    this._write([...this._items, item]);
    return item;
  }
  createSVGTransformFromMatrix(matrix) {
    const made = new Transform();
    made.setMatrix(matrix);
    return made;
  }
  consolidate() {
    if (!this._items.length) return null;
    const whole = this.createSVGTransformFromMatrix(matrixOf(this._element.getAttribute("transform")));
    return this.initialize(whole);
  }
  [Symbol.iterator]() {
    return this._items[Symbol.iterator]();
  }
}

/** The points of a polyline, as they are now. */
export function pointList(element) {
  const all = numbers(element.getAttribute("points"));
  const list = [];
  for (let index = 0; index + 1 < all.length; index += 2) {
    list.push(new DOMPoint(all[index], all[index + 1]));
  }
  list.numberOfItems = list.length;
  list.getItem = (index) => list[index];
  return list;
}

export const animated = (baseVal) => ({ baseVal, animVal: baseVal });

export const viewBoxRect = (svg) => {
  const box = viewBox(svg);
  return box && new DOMRect(box.x, box.y, box.width, box.height);
};
