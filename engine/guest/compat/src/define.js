// Adding what is missing, with the property attributes of the native thing, and never over it.

const install = (object, name, descriptor) =>
  Object.defineProperty(object, name, { configurable: true, ...descriptor });

/** Methods of an interface. */
export function methods(object, functions) {
  for (const [name, value] of Object.entries(functions)) {
    if (!(name in object)) install(object, name, { value, writable: true, enumerable: true });
  }
}

/** An attribute; without a setter it is read-only. */
export function attribute(object, name, get, set) {
  if (!(name in object)) install(object, name, { get, set, enumerable: true });
}

/** An interface object of the global. */
export function constructor(name, value) {
  if (!(name in globalThis)) install(globalThis, name, { value, writable: true, enumerable: false });
}
