// https://html.spec.whatwg.org/multipage/dom.html#dom-dataset for SVG elements.

const attribute = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const property = (name) => name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

const handler = {
  get: (element, name) => (typeof name === "string" ? (element.getAttribute(attribute(name)) ?? undefined) : undefined),
  set(element, name, value) {
    element.setAttribute(attribute(name), value);
    return true;
  },
  has: (element, name) => typeof name === "string" && element.hasAttribute(attribute(name)),
  deleteProperty(element, name) {
    element.removeAttribute(attribute(name));
    return true;
  },
  ownKeys: (element) =>
    element
      .getAttributeNames()
      .filter((name) => name.startsWith("data-"))
      .map(property),
  getOwnPropertyDescriptor(element, name) {
    const value = handler.get(element, name);
    return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
  },
};

const maps = new WeakMap();

export function dataset(element) {
  let map = maps.get(element);
  if (!map) {
    // A plain target: the traps must not be bound by the element's own properties.
    const target = {};
    const bound = Object.fromEntries(
      Object.entries(handler).map(([trap, run]) => [trap, (_, ...rest) => run(element, ...rest)]),
    );
    map = new Proxy(target, bound);
    maps.set(element, map);
  }
  return map;
}
