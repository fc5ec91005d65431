// Path data and transform lists as text.

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const COUNT = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

export const numbers = (text) => (text?.match(NUMBER) ?? []).map(Number);

/** The arguments of one command. The two flags of an arc are single digits that need no separator. */
function argumentsOf(letter, text) {
  if (letter !== "a") return numbers(text);
  const found = [];
  const scan = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
  for (let at = 0; at < text.length; ) {
    const flag = found.length % 7 === 3 || found.length % 7 === 4;
    if (flag && /[01]/.test(text[at])) {
      found.push(Number(text[at++]));
      continue;
    }
    scan.lastIndex = at;
    const match = scan.exec(text);
    if (match) found.push(Number(match[0]));
    at = match ? scan.lastIndex : at + 1;
  }
  return found;
}

/** Path data as `[letter, ...absolute numbers]`: M, L, C, Q, A and Z. Ends at the first mistake, as the specification asks. */
export function segments(d) {
  const result = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let control = null; // the last control point, and of which kind of curve
  for (const [, command, text] of (d ?? "").matchAll(/([a-z])([^a-df-z]*)/gi)) {
    let letter = command.toLowerCase();
    const count = COUNT[letter];
    if (count === undefined || (!result.length && letter !== "m")) break;
    const relative = command === letter;
    const all = argumentsOf(letter, text);
    if (!count) {
      result.push(["Z"]);
      [x, y, control] = [startX, startY, null];
      continue;
    }
    for (let index = 0; index + count <= all.length; index += count) {
      const given = all.slice(index, index + count);
      if (letter === "h") given.push(relative ? 0 : y);
      if (letter === "v") given.unshift(relative ? 0 : x);
      if (relative) {
        const from = letter === "a" ? 5 : 0;
        for (let at = from; at < given.length; at += 2) {
          given[at] += x;
          given[at + 1] += y;
        }
      }
      const mirrored = (kind) => (control?.kind === kind ? [2 * x - control.x, 2 * y - control.y] : [x, y]);
      if (letter === "s") given.unshift(...mirrored("C"));
      if (letter === "t") given.unshift(...mirrored("Q"));
      const kind = { m: "M", c: "C", s: "C", q: "Q", t: "Q", a: "A" }[letter] ?? "L";
      result.push([kind, ...given]);
      control = kind === "C" || kind === "Q" ? { kind, x: given.at(-4), y: given.at(-3) } : null;
      [x, y] = given.slice(-2);
      if (letter === "m") {
        [startX, startY] = [x, y];
        letter = "l"; // further pairs are lines
      }
    }
    if (all.length % count) break;
  }
  return result;
}

const TRANSFORMS = {
  matrix: (a, b, c, d, e, f) => new DOMMatrix([a, b, c, d, e, f]),
  translate: (x, y = 0) => new DOMMatrix().translate(x, y),
  scale: (x, y = x) => new DOMMatrix().scale(x, y),
  rotate: (angle, x = 0, y = 0) => new DOMMatrix().translate(x, y).rotate(angle).translate(-x, -y),
  skewX: (angle) => new DOMMatrix().skewX(angle),
  skewY: (angle) => new DOMMatrix().skewY(angle),
};

/** The product of a `transform` attribute. */
export function matrixOf(text) {
  let matrix = new DOMMatrix();
  for (const [, name, list] of (text ?? "").matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    if (TRANSFORMS[name]) matrix = matrix.multiply(TRANSFORMS[name](...numbers(list)));
  }
  return matrix;
}
