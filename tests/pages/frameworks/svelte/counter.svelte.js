export function counter() {
  let count = $state(0);
  return {
    get count() {
      return count;
    },
    up: () => count++,
  };
}
