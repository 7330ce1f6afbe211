/** Values by key with the stamp of what they rest on; the least used ones go when the whole weighs too much. */
export class Cache<T> {
  readonly #limit: number;
  readonly #entries = new Map<string, { stamp: string; value: T; weight: number }>();
  #weight = 0;

  /** @param limit most weight that is kept; the newest value is kept whatever it weighs */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string, stamp: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry?.stamp !== stamp) return undefined;
    // The last used stands last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, stamp: string, value: T, weight: number): void {
    this.drop(key);
    this.#entries.set(key, { stamp, value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || oldest === key) break;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
