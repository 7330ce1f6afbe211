import type { PinFile } from '../../../schemas/index.ts';
import type { LoadedFile } from '../load-file.ts';
import type { ValuePath } from '../model.ts';

type PinnedCard = Pick<PinFile['cases'][number], 'hash' | 'texts'>;

/** A card or playbook in a pin, and where it stands there. */
export interface Pinned extends PinnedCard {
  readonly at: ValuePath;
}

/** A pin, the file it is read from, and the version that the evalset says it is. */
export interface Pinning {
  readonly pin: PinFile;
  readonly file: LoadedFile;
  readonly now: string | undefined;
}

export const samePinning = (a: Pinning, b: Pinning): boolean =>
  a.pin === b.pin && a.file === b.file && a.now === b.now;

/** A pin by the ids of its cards and the keys of its colleagues; of those that stand twice the first. */
export interface PinIndex {
  readonly cases: ReadonlyMap<string, Pinned>;
  readonly npcs: ReadonlyMap<string, Pinned>;
}

export function pinIndexOf({ cases, npcs = [] }: PinFile): PinIndex {
  return {
    cases: byId('cases', cases, ({ case_id }) => case_id),
    npcs: byId('npcs', npcs, ({ actor_key }) => actor_key),
  };
}

function byId<T extends PinnedCard>(
  list: string,
  entries: readonly T[],
  idOf: (entry: T) => string,
): Map<string, Pinned> {
  const found = new Map<string, Pinned>();
  entries.forEach((entry, i) => {
    const id = idOf(entry);
    if (!found.has(id)) found.set(id, { hash: entry.hash, texts: entry.texts, at: [list, i] });
  });
  return found;
}
