// https://w3c.github.io/requestidlecallback/: a period of idleness is whatever follows the tasks that are due.
import { methods } from "./define.js";

const PERIOD_MS = 50;

methods(window, {
  requestIdleCallback(callback, options) {
    if (typeof callback !== "function") throw new TypeError("requestIdleCallback: not a function");
    const asked = performance.now();
    const timeout = Number(options?.timeout) || 0;
    return setTimeout(() => {
      const start = performance.now();
      callback({
        didTimeout: timeout > 0 && start - asked >= timeout,
        timeRemaining: () => Math.max(0, PERIOD_MS - (performance.now() - start)),
      });
    }, 1);
  },
  cancelIdleCallback(handle) {
    clearTimeout(handle);
  },
});
