// https://drafts.csswg.org/cssom-view/#dom-element-checkvisibility
import { methods } from "./define.js";

const parent = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode()?.host ?? null;

methods(Element.prototype, {
  checkVisibility(options = {}) {
    if (!this.isConnected) return false;
    const opacity = options.opacityProperty || options.checkOpacity;
    const visibility = options.visibilityProperty || options.checkVisibilityCSS;
    const own = getComputedStyle(this);
    if (own.display === "contents") return false;
    if (visibility && own.visibility !== "visible") return false;
    for (let element = this; element; element = parent(element)) {
      const style = element === this ? own : getComputedStyle(element);
      if (style.display === "none") return false;
      if (opacity && style.opacity === "0") return false;
      if (element !== this && style.contentVisibility === "hidden") return false;
    }
    return true;
  },
});
