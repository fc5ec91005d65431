// Attributes that pages set as properties, and a few that only have to exist.
import { attribute, methods } from "./define.js";

const text = (prototype, name, content = name.toLowerCase()) =>
  attribute(
    prototype,
    name,
    function () {
      return this.getAttribute(content) ?? "";
    },
    function (value) {
      this.setAttribute(content, value);
    },
  );

/** "true" and "false", with a default for every other value. */
const enumerated = (prototype, name, fallback) =>
  attribute(
    prototype,
    name,
    function () {
      const value = this.getAttribute(name)?.toLowerCase();
      return value === "true" || (value !== "false" && fallback(this));
    },
    function (value) {
      this.setAttribute(name, String(Boolean(value)));
    },
  );

enumerated(HTMLElement.prototype, "draggable", (element) => element.matches("img, a[href]"));
enumerated(HTMLElement.prototype, "spellcheck", () => true);
for (const name of ["autocapitalize", "enterKeyHint", "inputMode"]) text(HTMLElement.prototype, name);
for (const owner of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]) {
  text(owner.prototype, "autocomplete");
}
text(HTMLIFrameElement.prototype, "allow");
text(HTMLIFrameElement.prototype, "scrolling");

attribute(HTMLImageElement.prototype, "x", function () {
  return Math.round(this.getBoundingClientRect().left + scrollX);
});
attribute(HTMLImageElement.prototype, "y", function () {
  return Math.round(this.getBoundingClientRect().top + scrollY);
});

attribute(UIEvent.prototype, "view", () => null);

methods(HTMLDialogElement.prototype, {
  requestClose(value) {
    if (this.open && this.dispatchEvent(new Event("cancel", { cancelable: true }))) this.close(value);
  },
});

let restoration = "auto";
attribute(
  History.prototype,
  "scrollRestoration",
  () => restoration,
  (value) => {
    if (value === "auto" || value === "manual") restoration = value;
  },
);

attribute(
  Document.prototype,
  "designMode",
  function () {
    return this.body?.isContentEditable ? "on" : "off";
  },
  function (value) {
    const mode = String(value).toLowerCase();
    if (this.body && (mode === "on" || mode === "off")) {
      this.body.contentEditable = mode === "on" ? "true" : "inherit";
    }
  },
);
