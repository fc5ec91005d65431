// How running animations reach the style system: a `@keyframes` rule for each, named by the element's inline style.

const sheets = new WeakMap();
let names = 0;

function sheetOf(root) {
  let sheet = sheets.get(root);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheets.set(root, sheet);
  }
  // A page may have set the list anew.
  if (![...root.adoptedStyleSheets].includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  return sheet;
}

const rootOf = (element) => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : element.ownerDocument;
};

const rules = new WeakMap();

/**
 * The name of a `@keyframes` rule with this body, shared by all elements of a root. It is never `other`: the style system
 * restarts an animation only under a new name.
 */
export function addRule(element, css, other) {
  const sheet = sheetOf(rootOf(element));
  if (!rules.has(sheet)) rules.set(sheet, new Map());
  const byBody = rules.get(sheet);
  const same = byBody.get(css) ?? [];
  byBody.set(css, same);
  let rule = same.find(({ name }) => name !== other);
  if (!rule) {
    rule = { name: `-compat-${++names}`, users: 0 };
    sheet.insertRule(`@keyframes ${rule.name}{${css}}`, sheet.cssRules.length);
    same.push(rule);
  }
  rule.users++;
  return {
    name: rule.name,
    release() {
      if (--rule.users) return;
      same.splice(same.indexOf(rule), 1);
      if (!same.length) byBody.delete(css);
      for (let index = sheet.cssRules.length - 1; index >= 0; index--) {
        if (sheet.cssRules[index].name === rule.name) sheet.deleteRule(index);
      }
    },
  };
}

const LONGHANDS = {
  "animation-name": "name",
  "animation-duration": "duration",
  "animation-delay": "delay",
  "animation-iteration-count": "iterations",
  "animation-direction": "direction",
  "animation-fill-mode": "fill",
  "animation-play-state": "state",
  "animation-timing-function": "easing",
};

const elements = new WeakMap();

/** Show exactly these animations on an element, after those that its style sheets give it. */
export function show(element, shown) {
  let before = elements.get(element);
  if (!before) {
    const style = getComputedStyle(element);
    before = { inline: {}, own: {} };
    const own = style.animationName !== "none";
    for (const property of Object.keys(LONGHANDS)) {
      before.inline[property] = element.style.getPropertyValue(property);
      before.own[property] = own ? [style.getPropertyValue(property)] : [];
    }
    elements.set(element, before);
  }
  if (!shown.length) elements.delete(element);
  for (const [property, field] of Object.entries(LONGHANDS)) {
    const value = shown.length
      ? [...before.own[property], ...shown.map((one) => one[field])].join(",")
      : before.inline[property];
    element.style.setProperty(property, value);
  }
  if (!shown.length && !element.getAttribute("style")) element.removeAttribute("style");
}
