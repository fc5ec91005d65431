// https://html.spec.whatwg.org/multipage/dnd.html#dragevent: for scripts that make them; the engine drags nothing itself.
import { constructor } from "./define.js";

constructor(
  "DragEvent",
  class DragEvent extends MouseEvent {
    #dataTransfer;
    constructor(type, init = {}) {
      super(type, init);
      this.#dataTransfer = init?.dataTransfer ?? null;
    }
    get dataTransfer() {
      return this.#dataTransfer;
    }
    get [Symbol.toStringTag]() {
      return "DragEvent";
    }
  },
);
