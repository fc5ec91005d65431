// https://html.spec.whatwg.org/multipage/popover.html by OddBird's polyfill, which wraps every selector function and
// styles every shadow root. So it starts with the first popover that a page really uses; until then one rule hides them.
import { apply, isSupported } from "@oddbird/popover-polyfill/fn";

if (!isSupported() && "adoptedStyleSheets" in Document.prototype) {
  const hidden = new CSSStyleSheet();
  hidden.replaceSync("[popover]:not(.\\:popover-open):not(dialog[open]){display:none}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, hidden];

  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    apply();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets].filter((sheet) => sheet !== hidden);
  };
  const late = (prototype, names) => {
    for (const name of names) {
      Object.defineProperty(prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
          start();
          return Reflect.get(prototype, name, this);
        },
        set(value) {
          start();
          Reflect.set(prototype, name, value, this);
        },
      });
    }
  };
  late(HTMLElement.prototype, ["popover", "showPopover", "hidePopover", "togglePopover"]);
  for (const owner of [HTMLButtonElement, HTMLInputElement]) {
    late(owner.prototype, ["popoverTargetElement", "popoverTargetAction"]);
  }
  const invoker = (node) => node instanceof Element && node.hasAttribute("popovertarget");
  document.addEventListener(
    "click",
    (event) => {
      if (!started && event.composedPath().some(invoker)) start();
    },
    true,
  );
}
