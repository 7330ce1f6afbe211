/** A keyed set of immutable rows, optionally grouped (messages by chat, blocks by document). */
export class Collection<T> {
  private readonly rows = new Map<string, T>();
  private readonly groups = new Map<string, Set<string>>();

  constructor(
    readonly name: string,
    private readonly groupOf?: (value: T) => string,
  ) {}

  get size(): number {
    return this.rows.size;
  }

  get(key: string): T | undefined {
    return this.rows.get(key);
  }

  values(): IterableIterator<T> {
    return this.rows.values();
  }

  entries(): IterableIterator<[string, T]> {
    return this.rows.entries();
  }

  /** The rows of one group; no promise about order. */
  inGroup(group: string): T[] {
    const keys = this.groups.get(group);
    if (keys === undefined) return [];
    const found: T[] = [];
    for (const key of keys) {
      const row = this.rows.get(key);
      if (row !== undefined) found.push(row);
    }
    return found;
  }

  /** Only the store calls this: everyone else goes through a transaction. */
  set(key: string, value: T): void {
    this.rows.set(key, value);
    if (this.groupOf === undefined) return;
    const group = this.groupOf(value);
    const keys = this.groups.get(group) ?? new Set<string>();
    keys.add(key);
    this.groups.set(group, keys);
  }

  /** Only the store calls this. */
  delete(key: string): void {
    const old = this.rows.get(key);
    if (old === undefined) return;
    this.rows.delete(key);
    if (this.groupOf !== undefined) this.groups.get(this.groupOf(old))?.delete(key);
  }
}
