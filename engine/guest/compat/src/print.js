// There is no printer; pages may still wait for the two events.
import { methods } from "./define.js";

methods(window, {
  print() {
    window.dispatchEvent(new Event("beforeprint"));
    window.dispatchEvent(new Event("afterprint"));
  },
});
