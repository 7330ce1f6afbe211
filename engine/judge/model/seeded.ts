import { createHash } from 'node:crypto';

/** A number from 0 below 2^32 that a seed and names decide. */
function drawn(seed: number, ...names: readonly string[]): number {
  return createHash('sha256')
    .update(JSON.stringify([seed, ...names]), 'utf8')
    .digest()
    .readUInt32BE(0);
}

/**
 * Brings items into an order that a seed and their names decide, and not what they hold: the same evidence with one
 * word changed is asked about in the same order.
 */
export function shuffled<T>(items: readonly T[], seed: number, nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, name: nameOf(item) }))
    .map(({ item, name }) => ({ item, name, at: drawn(seed, name) }))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
    .map(({ item }) => item);
}
