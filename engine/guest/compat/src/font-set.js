// https://drafts.csswg.org/css-font-loading/: the parts of `document.fonts` that Servo leaves out.
import { attribute, methods } from "./define.js";

const plain = (family) => family.trim().replace(/^["']|["']$/g, "").toLowerCase();

/** The families of a `font` shorthand, as the style system reads it. */
function families(font) {
  const style = document.createElement("i").style;
  style.font = font;
  if (!style.fontFamily) throw new DOMException(`Not a font: ${font}`, "SyntaxError");
  return style.fontFamily.split(",").map(plain);
}

if (typeof FontFaceSet === "function" && "size" in FontFaceSet.prototype) {
  methods(FontFaceSet.prototype, {
    check(font) {
      const wanted = families(font);
      return [...this].every((face) => face.status === "loaded" || !wanted.includes(plain(face.family)));
    },
  });
  attribute(FontFaceSet.prototype, "status", function () {
    return [...this].some((face) => face.status === "loading") ? "loading" : "loaded";
  });
}
