/** What was worked out of an object, as long as the object lives. What is no object is worked out each time. */
export class Kept<T> {
  readonly #kept = new WeakMap<object, { readonly value: T }>();

  of(key: unknown, make: () => T): T {
    if (typeof key !== 'object' || key === null) return make();
    let found = this.#kept.get(key);
    if (found === undefined) this.#kept.set(key, (found = { value: make() }));
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
