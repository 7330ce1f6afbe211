import { createHash } from 'node:crypto';
import type { Operation } from './operation.ts';
import type { World } from './world.ts';

/**
 * What stands in a world at one moment, by `collection/key`. Only what people would call the world: no tokens, queued
 * events, remembered keys, order numbers or times of change, so that doing something and undoing it leaves no trace
 * here (the operation log has both). Rows are never changed in place, so a snapshot copies no row.
 */
export interface WorldSnapshot {
  /** the last operation that is part of it */
  readonly seq: number;
  readonly rows: ReadonlyMap<string, unknown>;
}

export interface WorldDifference {
  /** `messages/om_…/content`, or `messages/om_…` for a row that came or went */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /** the last operation between the two that touched the row; absent when the platform itself did */
  readonly seq?: number;
  readonly actor?: Operation['actor'];
}

/** Collections that people would not see: how the platform keeps its own books. */
const HIDDEN = new Set([
  'meta',
  'tokens',
  'user_tokens',
  'remembered',
  'deliveries',
  'imports',
  'p2p',
  'card_messages',
]);

/** Fields that tell when and how often, never what. */
const BOOKKEEPING = new Set([
  'seq',
  'sequence',
  'update_time',
  'updated',
  'edit_count',
  'modified_at',
  'modified_by',
  'revision',
  'updated_at',
  'next_auto_number',
  'access_token',
  'app_secret',
]);

export function snapshotOf(world: World): WorldSnapshot {
  const rows = new Map<string, unknown>();
  for (const collection of world.store.collections()) {
    if (HIDDEN.has(collection.name)) continue;
    for (const [key, row] of collection.entries()) rows.set(`${collection.name}/${key}`, row);
  }
  return { seq: world.store.operations.at(-1)?.seq ?? 0, rows };
}

/** Everything in which the second differs from the first, each explained by the operation that did it last. */
export function differencesOf(
  before: WorldSnapshot,
  after: WorldSnapshot,
  operations: readonly Operation[],
): WorldDifference[] {
  const between = operations.filter(
    (op) => op.outcome === 'done' && op.seq > before.seq && op.seq <= after.seq,
  );
  const found: WorldDifference[] = [];
  for (const path of new Set([...before.rows.keys(), ...after.rows.keys()])) {
    const old = before.rows.get(path);
    const now = after.rows.get(path);
    // rows are immutable: the same object is the same row
    if (old === now) continue;
    const by = between.findLast((op) => touches(op, path, now ?? old));
    const cause = by === undefined ? {} : { seq: by.seq, actor: by.actor };
    for (const difference of fieldDifferences(path, old, now)) found.push({ ...difference, ...cause });
  }
  return found;
}

type Bare = Pick<WorldDifference, 'path' | 'before' | 'after'>;

function fieldDifferences(path: string, before: unknown, after: unknown): Bare[] {
  if (!isRow(before) || !isRow(after))
    return canonical(before) === canonical(after) ? [] : [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    if (BOOKKEEPING.has(key) || canonical(before[key]) === canonical(after[key])) return [];
    return [{ path: `${path}/${key}`, before: before[key], after: after[key] }];
  });
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One text for one value, whatever the order of its keys; numbers as JavaScript writes them. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (BOOKKEEPING.has(key)) return undefined;
    return isRow(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
}

/** Whether an operation is about the row: it names it, what holds it, or (a thread's root, a listed id) is about a part of it. */
function touches(op: Operation, path: string, row: unknown): boolean {
  const key = path.slice(path.indexOf('/') + 1);
  const ids = new Set([...key.split('|'), ...idsOf(row)]);
  const { token, parent } = op.resource;
  return ids.has(token) || (parent ?? '').split('/').some((part) => ids.has(part));
}

/** The ids of what a row belongs to. */
function idsOf(row: unknown): string[] {
  if (typeof row === 'string') return [row];
  if (!isRow(row)) return [];
  const own = [
    'chat_id',
    'message_id',
    'token',
    'document_id',
    'app_token',
    'table_id',
    'file_token',
    'calendar_id',
    'event_id',
    'tag_id',
  ];
  return own.map((name) => row[name]).filter((id): id is string => typeof id === 'string');
}

/** A short name of a snapshot: equal worlds have equal ones. */
export function fingerprint(snapshot: WorldSnapshot): string {
  const hash = createHash('sha256');
  for (const [path, row] of [...snapshot.rows].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\n${canonical(row)}\n`);
  return hash.digest('hex');
}
