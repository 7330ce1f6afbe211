import { differsIn, type Comparison } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import type { Side } from './side.ts';

/** What the batches do not have in common; what none of them tells is left out. */
export function differencesOf(sides: readonly Side[]): Comparison['differs'] {
  return differsIn.options.flatMap((what) => {
    const values = sides.map(({ traits }) => traits[what]);
    return new Set(values).size === 1 ? [] : [{ what, values }];
  });
}

/** One case run by itself met another world than the same case in a batch: their results are never put together. */
export function refuseMixed(sides: readonly Side[]): void {
  const single = sides.find(({ about }) => about.mode === 'single');
  const batch = sides.find(({ about }) => about.mode !== 'single');
  if (single === undefined || batch === undefined) return;
  throw new UsageError(
    `${single.about.dir}: it is one case run by itself (mode single), ${batch.about.dir} is a batch (mode ${batch.about.mode}): the same case meets another world in each, so they are never compared. Run the case in a batch of the same selection, or compare two single runs of it`,
  );
}

/** True or false where both tell their evalset's hash, else null. */
export function sameEvalset(sides: readonly Side[]): boolean | null {
  const hashes = sides.map(({ about }) => about.evalset_hash);
  if (hashes.includes(null)) return null;
  return new Set(hashes).size === 1;
}

/** @throws UsageError when the batches are not (known to be) of one evalset version */
export function refuseVersions(sides: readonly Side[], wayOut: string): void {
  const same = sameEvalset(sides);
  if (same === true) return;
  const named = sides.map(
    ({ about }) => `${about.dir} (${about.evalset === '' ? 'not told' : about.evalset})`,
  );
  throw new UsageError(
    same === false
      ? `these batches are of different evalset versions, or of different selections of cases: ${named.join(', ')}; ${wayOut}`
      : `it cannot be told whether these batches are of one evalset version, as one of them does not name its hash: ${named.join(', ')}; ${wayOut}`,
  );
}
