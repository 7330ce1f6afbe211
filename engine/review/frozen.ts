import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { diskFiles, loadEvalset, authorJson, sha256Hex } from '../evalset/index.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { marksOf, SoftReader } from './reader.ts';
import { insideBatch } from './inside.ts';
import { objectOf } from './loose/values.ts';
import { messageOf, trouble, type Trouble } from './trouble.ts';

/** What the review needs of a frozen card. */
export interface FrozenCard {
  readonly title: string;
  readonly storyline: string;
  readonly group: string;
  /** sha256 of the card's `JSON.stringify`, as the author wrote it. */
  readonly hash: string;
  /** Kind of a turn by its number. */
  readonly turns: ReadonlyMap<number, string>;
}

export interface FrozenEvalset {
  readonly cards: ReadonlyMap<string, FrozenCard>;
  readonly troubles: readonly Trouble[];
}

/** Changes whenever a file of the frozen evalset does: one that was mended by hand keeps its folder's time. */
export async function frozenStamp(paths: BatchPaths): Promise<string> {
  const dir = paths.abs(paths.evalset);
  // Through a link, half a disk might be walked.
  const own = (await insideBatch(paths.root, paths.evalset)) !== null;
  const names = own ? await readdir(dir, { recursive: true }).catch(() => []) : [];
  const files = [dir, ...names.sort().map((name) => path.join(dir, name))];
  return marksOf(files)
    .map(({ stamp }) => stamp)
    .join(' ');
}

/** Reads the frozen evalset of a batch; what cannot be read is told. A folder without one has no cards. */
export async function readFrozen(paths: BatchPaths, signal?: AbortSignal): Promise<FrozenEvalset> {
  const dir = paths.abs(paths.evalset);
  try {
    const { evalset, findings } = await loadEvalset(dir, diskFiles(), signal);
    if (evalset !== null) {
      const cards = evalset.cards.map(({ raw, value }) => [value.case_id, cardOf(raw)] as const);
      return { cards: new Map(cards), troubles: [] };
    }
    const exported = await exportedCards(paths);
    if (exported.size > 0) return { cards: exported, troubles: [] };
    const first = findings.find((finding) => finding.severity === 'error');
    const detail = first === undefined ? 'no evalset' : `${first.file}: ${first.message}`;
    return { cards: new Map(), troubles: [trouble((p) => p.frozenEvalset(detail), dir)] };
  } catch (error) {
    signal?.throwIfAborted();
    const detail = messageOf(error);
    return { cards: new Map(), troubles: [trouble((p) => p.frozenEvalset(detail), dir)] };
  }
}

/** Cards as another tool exports them: a list in `evalset/cases.json`. */
async function exportedCards(paths: BatchPaths): Promise<Map<string, FrozenCard>> {
  const value = await new SoftReader(paths).json(`${paths.evalset}/cases.json`);
  const cards = new Map<string, FrozenCard>();
  for (const raw of Array.isArray(value) ? (value as unknown[]) : []) {
    const id = objectOf(raw)?.['case_id'];
    if (typeof id === 'string') cards.set(id, cardOf(raw));
  }
  return cards;
}

function cardOf(raw: unknown): FrozenCard {
  const card = objectOf(raw) ?? {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const turns = Array.isArray(card['turns']) ? card['turns'].map(objectOf) : [];
  return {
    title: text(turns[0]?.['text']),
    storyline: text(card['storyline']),
    group: text(card['group_key']),
    hash: sha256Hex(authorJson(raw)),
    turns: new Map(
      turns.flatMap((turn) =>
        typeof turn?.['turn'] === 'number' ? [[turn['turn'], text(turn['kind'])] as const] : [],
      ),
    ),
  };
}
