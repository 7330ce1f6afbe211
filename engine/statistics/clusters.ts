import { assertFinite } from './numbers.ts';

/** A value and the cluster (storyline, case) it belongs to; `weight` is 1 unless given. */
export interface Clustered {
  readonly value: number;
  readonly cluster: string;
  readonly weight?: number;
}

/**
 * Items by cluster, clusters in the order in which they first occur.
 *
 * @throws RangeError when a value is no finite number, a weight is not positive, or a cluster is missing: an item
 *   without one would silently count as independent
 */
export function byCluster<T extends Clustered>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  assertFinite(items.map(({ value }) => value));
  const groups = new Map<string, T[]>();
  for (const [i, item] of items.entries()) {
    if (item.cluster === '') throw new RangeError(`item ${i + 1} of ${items.length} has no cluster`);
    if (item.weight !== undefined && !(item.weight > 0 && Number.isFinite(item.weight)))
      throw new RangeError(
        `item ${i + 1} of ${items.length} has the weight ${item.weight}; weights are positive`,
      );
    const group = groups.get(item.cluster);
    if (group === undefined) groups.set(item.cluster, [item]);
    else group.push(item);
  }
  return groups;
}
