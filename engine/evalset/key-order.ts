/** Holds the author's key order of an object whose keys JavaScript would reorder (integer-like ones). Not enumerable. */
const KEY_ORDER = Symbol('author key order');

const INTEGER_LIKE = /^(0|[1-9]\d*)$/;

/** Builds an object from entries, in their order; later duplicates are dropped (they are reported elsewhere). */
export function objectInOrder(
  entries: Iterable<readonly [string, unknown]>,
): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  const keys: string[] = [];
  for (const [key, item] of entries) {
    if (Object.hasOwn(value, key)) continue;
    keys.push(key);
    if (key === '__proto__')
      Object.defineProperty(value, key, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else value[key] = item;
  }
  if (keys.some((key) => INTEGER_LIKE.test(key))) Object.defineProperty(value, KEY_ORDER, { value: keys });
  return value;
}

/** Keys of an object in the author's order. */
export function keysInOrder(value: object): readonly string[] {
  return (value as { [KEY_ORDER]?: readonly string[] })[KEY_ORDER] ?? Object.keys(value);
}
