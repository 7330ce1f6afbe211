/**
 * What was worked out of an object, as long as the object lives. It is kept on the object, where nothing that lists or
 * copies properties finds it: with thousands of parts, the look-ups of a WeakMap are most of what an answer costs.
 */
class Slot<T> {
  readonly #key = Symbol('kept');
  readonly #sealed = new WeakMap<object, T>();

  get(object: object): T | undefined {
    const own = (object as Readonly<Record<symbol, T | undefined>>)[this.#key];
    return own === undefined && !Object.isExtensible(object) ? this.#sealed.get(object) : own;
  }

  set(object: object, value: T): void {
    if (Object.isExtensible(object))
      Object.defineProperty(object, this.#key, { value, writable: true, enumerable: false });
    else this.#sealed.set(object, value);
  }
}

const isObject = (key: unknown): key is object => typeof key === 'object' && key !== null;

/** What was worked out of an object, as long as the object lives. What is no object is worked out each time. */
export class Kept<T> {
  readonly #kept = new Slot<{ readonly value: T }>();

  of(key: unknown, make: () => T): T {
    if (!isObject(key)) return make();
    let found = this.#kept.get(key);
    if (found === undefined) this.#kept.set(key, (found = { value: make() }));
    return found.value;
  }
}

/** What was last worked out of an object and of something else that many objects are held against. */
export class KeptBy<B, T> {
  readonly #kept = new Slot<{ readonly by: B; readonly value: T }>();

  of(by: B, key: unknown, make: () => T): T {
    if (!isObject(key)) return make();
    let found = this.#kept.get(key);
    if (found?.by !== by) this.#kept.set(key, (found = { by, value: make() }));
    return found.value;
  }
}

/** The last value that was other than the one before it: equal ones stay the very same. */
export class Stable<T> {
  #last: T | undefined;
  readonly #equal: (a: T, b: T) => boolean;

  constructor(equal: (a: T, b: T) => boolean) {
    this.#equal = equal;
  }

  of(value: T): T {
    if (this.#last === undefined || !this.#equal(this.#last, value)) this.#last = value;
    return this.#last;
  }
}

/** What was made last, and of what: made again for anything else. */
export class Last<K, T> {
  #last: { readonly key: K; readonly value: T } | undefined;
  readonly #equal: (a: K, b: K) => boolean;

  constructor(equal: (a: K, b: K) => boolean) {
    this.#equal = equal;
  }

  of(key: K, make: () => T): T {
    if (this.#last === undefined || !this.#equal(this.#last.key, key)) this.#last = { key, value: make() };
    return this.#last.value;
  }
}
