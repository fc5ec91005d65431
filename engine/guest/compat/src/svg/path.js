// Outlines of the basic shapes and paths, as points along the way.
import { numbers, segments } from "./syntax.js";
import { length } from "./units.js";

const STEPS = 96; // straight pieces of a curve: lengths are right to about one in ten thousand

function ellipse(cx, cy, rx, ry) {
  if (!(rx > 0 && ry > 0)) return "";
  const arc = `A${rx} ${ry} 0 0 1`;
  return `M${cx + rx} ${cy}${arc} ${cx} ${cy + ry}${arc} ${cx - rx} ${cy}${arc} ${cx} ${cy - ry}${arc} ${cx + rx} ${cy}Z`;
}

function rectangle(element) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => length(element, name));
  if (!(width > 0 && height > 0)) return "";
  const own = (name, other) => (element.hasAttribute(name) ? length(element, name) : length(element, other));
  const rx = Math.min(own("rx", "ry"), width / 2);
  const ry = Math.min(own("ry", "rx"), height / 2);
  if (!(rx > 0 && ry > 0)) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const arc = (dx, dy) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return `M${x + rx} ${y}h${width - 2 * rx}${arc(rx, ry)}v${height - 2 * ry}${arc(-rx, ry)}h${2 * rx - width}${arc(-rx, -ry)}v${2 * ry - height}${arc(rx, -ry)}Z`;
}

/** The outline of a shape in path syntax. */
export function outline(element) {
  const at = (name) => length(element, name);
  switch (element.localName) {
    case "path":
      return element.getAttribute("d") ?? "";
    case "rect":
      return rectangle(element);
    case "circle":
      return ellipse(at("cx"), at("cy"), at("r"), at("r"));
    case "ellipse": {
      const rx = element.hasAttribute("rx") ? at("rx") : at("ry");
      return ellipse(at("cx"), at("cy"), rx, element.hasAttribute("ry") ? at("ry") : rx);
    }
    case "line":
      return `M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`;
    case "polyline":
    case "polygon": {
      const all = numbers(element.getAttribute("points"));
      if (all.length < 2) return "";
      return `M${all.slice(0, all.length & ~1).join(" ")}${element.localName === "polygon" ? "Z" : ""}`;
    }
    default:
      return "";
  }
}

/** A point of a curve with two, three or four control points. */
function along(control, t) {
  while (control.length > 1) {
    control = control.slice(1).map(([x, y], index) => {
      const [px, py] = control[index];
      return [px + (x - px) * t, py + (y - py) * t];
    });
  }
  return control[0];
}

/** Where the derivative of a curve is zero along one axis: its box touches the curve there. */
function extremes([p0, p1, p2, p3]) {
  if (p3 === undefined) {
    const t = (p0 - p1) / (p0 - 2 * p1 + p2);
    return t > 0 && t < 1 ? [t] : [];
  }
  const a = p3 - 3 * p2 + 3 * p1 - p0;
  const b = 2 * (p2 - 2 * p1 + p0);
  const c = p1 - p0;
  if (Math.abs(a) < 1e-9) return Math.abs(b) < 1e-9 ? [] : [-c / b].filter((t) => t > 0 && t < 1);
  const root = Math.sqrt(b * b - 4 * a * c);
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)].filter((t) => t > 0 && t < 1);
}

/**
 * An arc as a function of 0 to 1, with the places where its box touches it.
 * https://svgwg.org/svg2-draft/implnote.html#ArcConversionEndpointToCenter
 */
function arc([x1, y1], rx, ry, turn, large, sweep, x2, y2) {
  const phi = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [hx, hy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [u, v] = [cos * hx + sin * hy, cos * hy - sin * hx];
  const stretch = Math.max(1, Math.hypot(u / rx, v / ry));
  rx *= stretch;
  ry *= stretch;
  const rest = (rx * ry) ** 2 - (rx * v) ** 2 - (ry * u) ** 2;
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, rest) / ((rx * v) ** 2 + (ry * u) ** 2));
  const [cu, cv] = [(factor * rx * v) / ry, (-factor * ry * u) / rx];
  const [cx, cy] = [cos * cu - sin * cv + (x1 + x2) / 2, sin * cu + cos * cv + (y1 + y2) / 2];
  const from = Math.atan2((v - cv) / ry, (u - cu) / rx);
  let by = Math.atan2((-v - cv) / ry, (-u - cu) / rx) - from;
  if (sweep && by < 0) by += 2 * Math.PI;
  if (!sweep && by > 0) by -= 2 * Math.PI;
  const at = (t) => {
    const angle = from + by * t;
    const [a, b] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    return [cx + cos * a - sin * b, cy + sin * a + cos * b];
  };
  const touching = [];
  for (const angle of [Math.atan2(-ry * sin, rx * cos), Math.atan2(ry * cos, rx * sin)]) {
    for (let turns = -4; turns <= 4; turns++) touching.push((angle + turns * Math.PI - from) / by);
  }
  return { at, touching: touching.filter((t) => t > 0 && t < 1) };
}

const traced = new WeakMap();

/** The way along an outline: points with the distance from the start, and its box. Remembered for each element. */
export function trace(element) {
  const d = outline(element);
  const known = traced.get(element);
  if (known?.d === d) return known;
  const result = { d, way: [], box: null, total: 0 };
  const grow = ([x, y]) => {
    const box = (result.box ??= { left: x, top: y, right: x, bottom: y });
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  const go = ([x, y], jump) => {
    const last = result.way.at(-1);
    if (last && !jump) result.total += Math.hypot(x - last.x, y - last.y);
    result.way.push({ x, y, at: result.total, jump });
  };
  let start = [0, 0];
  let here = [0, 0];
  for (const [kind, ...given] of segments(d)) {
    if (kind === "Z") {
      go(start);
      here = start;
      continue;
    }
    const end = given.slice(-2);
    if (kind === "M") {
      start = end;
      go(end, true);
    } else if (kind === "L" || (kind === "A" && !(given[0] && given[1]))) {
      go(end);
    } else if (kind === "A") {
      const [rx, ry, ...rest] = given;
      const { at, touching } = arc(here, Math.abs(rx), Math.abs(ry), ...rest);
      for (let step = 1; step < STEPS; step++) go(at(step / STEPS));
      go(end);
      for (const t of touching) grow(at(t));
    } else {
      const control = [here];
      for (let index = 0; index < given.length; index += 2) control.push([given[index], given[index + 1]]);
      for (let step = 1; step <= STEPS; step++) go(along(control, step / STEPS));
      for (const axis of [0, 1]) {
        for (const t of extremes(control.map((point) => point[axis]))) grow(along(control, t));
      }
    }
    here = end;
    grow(here);
  }
  traced.set(element, result);
  return result;
}

export function pointAt(element, distance) {
  const { way, total } = trace(element);
  if (!way.length) return { x: 0, y: 0 };
  const wanted = Math.min(Math.max(0, distance), total);
  let low = 0;
  let high = way.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (way[middle].at < wanted) low = middle + 1;
    else high = middle;
  }
  const to = way[low];
  const from = way[low - 1];
  if (!from || to.jump || to.at === from.at) return to;
  const part = (wanted - from.at) / (to.at - from.at);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Whether a point lies inside, each part of the outline closed, by the fill rule. */
export function contains(element, x, y, evenOdd) {
  const { way } = trace(element);
  let winding = 0;
  const cross = (a, b) => {
    if (a.y <= y === b.y <= y) return;
    if (x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) winding += b.y > a.y ? 1 : -1;
  };
  let start = way[0];
  way.forEach((point, index) => {
    if (!index) return;
    if (point.jump) {
      cross(way[index - 1], start);
      start = point;
    } else cross(way[index - 1], point);
  });
  if (way.length) cross(way.at(-1), start);
  return evenOdd ? winding % 2 !== 0 : winding !== 0;
}

/** How near a point is to the outline. */
export function nearness(element, x, y) {
  const { way } = trace(element);
  let best = Infinity;
  for (let index = 1; index < way.length; index++) {
    const to = way[index];
    if (to.jump) continue;
    const from = way[index - 1];
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const t = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(from.x + dx * t - x, from.y + dy * t - y));
  }
  return best;
}
