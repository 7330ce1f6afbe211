import type { DiffEntry, Pointer, PointKind } from '../../schemas/index.ts';
import { diffEntry } from '../../schemas/evidence.ts';
import type { Quote } from '../../schemas/review.ts';
import type { CaseEvidence, PlacedMessage } from '../evidence/model.ts';
import { verifyPointer } from '../judge/index.ts';
import type { Words } from '../report/index.ts';
import type { DocumentList } from './documents.ts';
import type { Listed } from './listed.ts';
import { finderOf, placeOf, type Place } from './normal-place.ts';
import { cellText, changeKey, placeOfCell, type TableList } from './tables.ts';
import type { ThreadList } from './thread.ts';

/** A quote, its words told when the language is known. */
export interface FoundQuote extends Omit<Quote, 'text'> {
  /** Message in which it was found, when the pointer names none. */
  readonly found?: string;
  readonly text: (words: Words) => string;
  readonly pointer: Pointer;
}

export interface QuoteScope {
  readonly evidence: CaseEvidence;
  readonly thread: ThreadList;
  readonly tables: TableList;
  readonly documents: DocumentList;
  /** The messages are the verdict's own: nothing is verified. */
  readonly rebuilt: boolean;
  /** `normalise` of the judge; it may remember. */
  readonly normalise: (text: string) => string;
}

const MAX_TEXT = 500;
/** Messages that are tried for one quote that names none. */
const MAX_TRIES = 50;

/** Finds and verifies what one judge or person rests a point on; ids count from `first`. An empty quote (a file in which nothing stands) is none. */
export function quotesOf(
  point: { readonly id: string; readonly kind: PointKind },
  by: Quote['by'],
  pointers: readonly Pointer[],
  scope: QuoteScope,
  first = 0,
): FoundQuote[] {
  return pointers.flatMap((pointer, n): FoundQuote[] => {
    if ('quote' in pointer && pointer.quote.trim() === '') return [];
    const earlier = point.kind !== 'required';
    const { target, found } =
      'diff' in pointer ? { target: changeTarget(pointer, scope) } : findQuote(pointer, scope, earlier);
    return [
      {
        id: `${point.id}/${by}/${first + n}`,
        point: point.id,
        by,
        text: textOf(pointer),
        pointer,
        path: pointer.path,
        ...('quote' in pointer && pointer.message_id !== undefined ? { message_id: pointer.message_id } : {}),
        verified:
          !scope.rebuilt &&
          verifyPointer(pointer, scope.evidence, { earlier, normalise: scope.normalise }).ok,
        target,
        ...(found === undefined ? {} : { found }),
      },
    ];
  });
}

function textOf(pointer: Pointer): FoundQuote['text'] {
  if ('quote' in pointer) return () => short(pointer.quote);
  const diff = entryOf(pointer.diff);
  if (diff === undefined) return () => short(typeof pointer.diff === 'string' ? pointer.diff : '');
  const { column } = placeOfCell(diff.path);
  return (words) =>
    short(words.change(diff.op, column ?? rowName(diff), sideText(diff.before), sideText(diff.after)));
}

function rowName({ path, before, after }: DiffEntry): string {
  const row = after ?? before;
  const first =
    row !== null && typeof row === 'object' && !Array.isArray(row) ? Object.values(row)[0] : undefined;
  return first === undefined ? placeOfCell(path).record : cellText(first);
}

function sideText(value: DiffEntry['before']): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value)
        .map(([column, cell]) => `${column} ${cellText(cell)}`)
        .join(', ')
    : cellText(value);
}

function short(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, MAX_TEXT - 1)) ? MAX_TEXT - 2 : MAX_TEXT - 1;
  return `${text.slice(0, end)}…`;
}

function entryOf(diff: DiffEntry | string): DiffEntry | undefined {
  if (typeof diff !== 'string') return diff;
  try {
    const read = diffEntry.safeParse(JSON.parse(diff));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

const whole = (item: Listed | undefined, column?: string): { start: number; end: number } => ({
  start: 0,
  end: item?.text(column)?.length ?? 0,
});

function changeTarget(
  { path, diff }: Extract<Pointer, { diff: unknown }>,
  { tables, documents }: QuoteScope,
): Quote['target'] {
  const entry = entryOf(diff);
  if (entry === undefined) return null;
  const key = changeKey(path, entry);
  const row = tables.at.get(key);
  if (row !== undefined) {
    const { index, column = row.first } = row;
    return {
      kind: 'tables',
      index,
      ...(column === undefined ? {} : { column }),
      ...whole(tables.items[index], column),
    };
  }
  const line = documents.at.get(key);
  return line === undefined ? null : { kind: 'documents', index: line, ...whole(documents.items[line]) };
}

interface Found {
  readonly target: Quote['target'];
  readonly found?: string;
}

function findQuote(pointer: Extract<Pointer, { quote: string }>, scope: QuoteScope, earlier: boolean): Found {
  const { evidence, documents } = scope;
  if (pointer.message_id === undefined && documents.lines.has(pointer.path))
    return { target: lineTarget(pointer, scope) };
  const inFile = scope.rebuilt
    ? evidence.messages
    : evidence.messages.filter(
        (one) => one.path === pointer.path || one.also?.includes(pointer.path) === true,
      );
  const { message_id: id } = pointer;
  const cited =
    id === undefined ? byAgentFirst(inFile) : inFile.filter((one) => one.message.message_id === id);
  let first: Found = { target: null };
  let tries = 0;
  const find = finderOf(pointer.quote, scope.normalise);
  for (const placed of cited) {
    const { message_id: own } = placed.message;
    const target = messageTarget(placed, find, scope, id !== undefined || earlier);
    if (target === null) continue;
    if (first.target === null) first = { target, found: own };
    tries += 1;
    if (id !== undefined || scope.rebuilt || tries > MAX_TRIES) break;
    // Several messages may hold the words: the one that counts is shown.
    if (verifyPointer({ ...pointer, message_id: own }, evidence, { earlier, normalise: scope.normalise }).ok)
      return { target, found: own };
  }
  return first;
}

/** The first message in the file that holds the words is meant; of the agent's if one does. */
function byAgentFirst(messages: readonly PlacedMessage[]): PlacedMessage[] {
  const byAgent = (placed: PlacedMessage): boolean => placed.message.author.kind === 'agent';
  return [...messages.filter(byAgent), ...messages.filter((placed) => !byAgent(placed))];
}

/** An empty range: the message said so before an edit. */
function messageTarget(
  { message }: PlacedMessage,
  find: (text: string) => Place | null,
  { thread }: QuoteScope,
  edited: boolean,
): Quote['target'] {
  const index = thread.at.get(message.message_id);
  if (index === undefined) return null;
  const place = find(message.text);
  if (place !== null) return { kind: 'thread', index, ...place };
  const said = edited && message.edits.some((edit) => find(edit.text) !== null);
  return said ? { kind: 'thread', index, start: 0, end: 0 } : null;
}

/** A quote over several lines is marked in the first of them. */
function lineTarget(
  { path, quote }: Extract<Pointer, { quote: string }>,
  { documents, normalise }: QuoteScope,
): Quote['target'] {
  const own = documents.lines.get(path) ?? [];
  const place = placeOf(own.map((line) => line.text).join('\n'), quote, normalise);
  if (place === null) return null;
  let from = 0;
  for (const { index, text } of own) {
    const to = from + text.length;
    if (place.start < to) {
      return {
        kind: 'documents',
        index,
        start: place.start - from,
        end: Math.min(text.length, place.end - from),
      };
    }
    from = to + 1;
  }
  return null;
}
