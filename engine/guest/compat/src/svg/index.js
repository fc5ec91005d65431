// The geometry of SVG's DOM. Servo draws inline SVG as one image, so its parts have no boxes of their own: here they are
// computed from attributes, style and text metrics.
import { attribute, methods } from "../define.js";
import { boundingBox, frame, mapped } from "./boxes.js";
import { toViewport, toWindow } from "./matrix.js";
import { dataset } from "./dataset.js";
import { contains, nearness, pointAt, trace } from "./path.js";
import { character, runs } from "./text.js";
import { inherited, split } from "./units.js";
import { Length, Transform, TransformList, animated, pointList, viewBoxRect } from "./values.js";

const EMPTY = { left: 0, top: 0, right: 0, bottom: 0 };
const rect = (box) => new DOMRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
const point = ({ x, y }) => new DOMPoint(x, y);

function install() {
  attribute(SVGElement.prototype, "ownerSVGElement", function () {
    const svg = this.parentElement?.closest("svg");
    return svg instanceof SVGSVGElement ? svg : null;
  });
  attribute(SVGElement.prototype, "viewportElement", function () {
    return this.ownerSVGElement;
  });
  attribute(SVGElement.prototype, "dataset", function () {
    return dataset(this);
  });

  methods(SVGGraphicsElement.prototype, {
    getBBox() {
      return rect(boundingBox(this) ?? EMPTY);
    },
    getCTM() {
      return toViewport(this);
    },
    getScreenCTM() {
      return this.isConnected ? toWindow(this) : null;
    },
  });
  attribute(SVGGraphicsElement.prototype, "transform", function () {
    return animated(new TransformList(this));
  });
  attribute(SVGGraphicsElement.prototype, "nearestViewportElement", function () {
    return this.ownerSVGElement;
  });

  // Parts of a drawing: an outermost `svg` has a real box.
  const native = Element.prototype.getBoundingClientRect;
  Object.defineProperty(SVGGraphicsElement.prototype, "getBoundingClientRect", {
    configurable: true,
    enumerable: true,
    writable: true,
    value: function getBoundingClientRect() {
      if (!this.isConnected || !this.ownerSVGElement) return native.call(this);
      if (this.localName === "svg") return rect(mapped(frame(this), toWindow(this.parentElement)));
      const box = boundingBox(this);
      return box ? rect(mapped(box, toWindow(this))) : native.call(this);
    },
  });
  const rects = Element.prototype.getClientRects;
  Object.defineProperty(SVGGraphicsElement.prototype, "getClientRects", {
    configurable: true,
    enumerable: true,
    writable: true,
    value: function getClientRects() {
      if (!this.isConnected || !this.ownerSVGElement) return rects.call(this);
      const box = this.getBoundingClientRect();
      const list = [box];
      list.item = (index) => list[index] ?? null;
      return list;
    },
  });

  methods(SVGGeometryElement.prototype, {
    getTotalLength() {
      return trace(this).total;
    },
    getPointAtLength(distance) {
      return point(pointAt(this, Number(distance)));
    },
    isPointInFill({ x = 0, y = 0 } = {}) {
      return contains(this, x, y, inherited(this, "fill-rule") === "evenodd");
    },
    isPointInStroke({ x = 0, y = 0 } = {}) {
      const width = split(inherited(this, "stroke-width") || "1").number;
      return nearness(this, x, y) <= width / 2;
    },
  });

  methods(SVGTextContentElement.prototype, {
    getComputedTextLength() {
      return runs(this).reduce((sum, run) => sum + run.width, 0);
    },
    getNumberOfChars() {
      return runs(this).reduce((sum, run) => sum + run.text.length, 0);
    },
    getSubStringLength(start, count) {
      const from = character(this, start).from;
      const last = Math.min(start + count, this.getNumberOfChars()) - 1;
      return count ? character(this, last).to - from : 0;
    },
    getStartPositionOfChar(index) {
      const { from, run } = character(this, index);
      return new DOMPoint(from, run.y);
    },
    getEndPositionOfChar(index) {
      const { to, run } = character(this, index);
      return new DOMPoint(to, run.y);
    },
    getExtentOfChar(index) {
      const { from, to, run } = character(this, index);
      return new DOMRect(from, run.y - run.ascent, to - from, run.ascent + run.descent);
    },
    getRotationOfChar() {
      return 0;
    },
  });

  methods(SVGSVGElement.prototype, {
    createSVGRect: () => new DOMRect(),
    createSVGPoint: () => new DOMPoint(),
    createSVGMatrix: () => new DOMMatrix(),
    createSVGNumber: () => ({ value: 0 }),
    createSVGLength: () => new Length(null, ""),
    createSVGTransform: () => new Transform(),
    createSVGTransformFromMatrix(matrix) {
      const made = new Transform();
      made.setMatrix(matrix);
      return made;
    },
    getElementById(id) {
      return this.querySelector(`#${CSS.escape(id)}`);
    },
    suspendRedraw: () => 0,
    unsuspendRedraw() {},
    unsuspendRedrawAll() {},
    forceRedraw() {},
  });
  attribute(SVGSVGElement.prototype, "viewBox", function () {
    return animated(viewBoxRect(this));
  });
  for (const owner of [SVGPolylineElement, SVGPolygonElement]) {
    attribute(owner.prototype, "points", function () {
      return pointList(this);
    });
  }

  const lengths = [
    [SVGSVGElement, "x y", "width height"],
    [SVGRectElement, "x y width height rx ry"],
    [SVGImageElement, "x y width height"],
    [SVGUseElement, "x y width height"],
    [SVGCircleElement, "cx cy r"],
    [SVGEllipseElement, "cx cy rx ry"],
    [SVGLineElement, "x1 y1 x2 y2"],
  ];
  for (const [owner, zero, full = ""] of lengths) {
    for (const name of `${zero} ${full}`.trim().split(" ")) {
      attribute(owner.prototype, name, function () {
        return animated(new Length(this, name, full.includes(name) ? "100%" : "0"));
      });
    }
  }
  for (const owner of [SVGUseElement, SVGImageElement, SVGAElement]) {
    attribute(owner.prototype, "href", function () {
      return animated(this.getAttribute("href") ?? this.getAttribute("xlink:href") ?? "");
    });
  }
}

if (!("getBBox" in SVGGraphicsElement.prototype)) install();
