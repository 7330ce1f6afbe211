import { idsOf } from './text.ts';

/** What a message wants of the bot. */
export type Intent =
  | { readonly kind: 'ask' }
  | { readonly kind: 'sync'; readonly chatId: string }
  | { readonly kind: 'update'; readonly change: Change };

export interface Change {
  /** Title of the table, if it is named in 《》 or quotes. */
  readonly table?: string;
  /** Words and ids that tell the row. */
  readonly row: string;
  readonly ids: readonly string[];
  /** Name of the column; absent in "mark X as Y". */
  readonly column?: string;
  readonly value: string;
}

const SYNC = /同步|转发|转告|通知|知会|发到|发给|告知|\b(?:sync|forward|notify|post|share)\b/iu;
const TO = '(?:改成|改为|更新为|更新成|标记为|标记成|标为|设为|设成|换成|换为)';
const CHINESE = new RegExp(
  `(?:把|将)(?<what>[^。！？\\n]+?)的(?<column>[^的，,。]{1,20}?)${TO}(?<value>[^，,。；;\\n]+)`,
  'u',
);
const CHINESE_MARK = new RegExp(`(?:把|将)(?<what>[^。！？\\n]+?)${TO}(?<value>[^，,。；;\\n]+)`, 'u');
const ENGLISH =
  /\b(?:set|update|change)\s+(?:the\s+)?(?<column>[\w ]{1,30}?)\s+of\s+(?<what>.+?)\s+to\s+(?<value>[^,.;\n]+)/iu;
const ENGLISH_MARK = /\bmark\s+(?<what>.+?)\s+as\s+(?<value>[^,.;\n]+)/iu;

const bare = (text: string) => text.replace(/^[\s「『“"'《【]+|[\s」』”"'》】]+$/gu, '');

/** Reads "set column of row to value". Only the first change of a message is read. */
export function parseChange(text: string): Change | undefined {
  const groups = [CHINESE, CHINESE_MARK, ENGLISH, ENGLISH_MARK]
    .map((pattern) => pattern.exec(text)?.groups)
    .find((found) => found !== undefined);
  const what = groups?.['what'];
  const value = groups?.['value'];
  if (what === undefined || value === undefined) return undefined;
  const table = /《([^》]+)》/u.exec(what)?.[1];
  const row = bare(what.replace(/《[^》]+》\s*(?:里面|里|中|的)?/u, ''));
  const column = groups?.['column'];
  return {
    ...(table === undefined ? {} : { table }),
    row,
    ids: idsOf(row),
    ...(column === undefined ? {} : { column: bare(column) }),
    value: bare(value),
  };
}

/** Names in a text, longest first, so that a name inside another is not taken for it. */
export function named<T extends { readonly name: string }>(
  text: string,
  candidates: readonly T[],
  before = '',
): T[] {
  const found: T[] = [];
  let rest = text;
  for (const candidate of [...candidates].sort((a, b) => b.name.length - a.name.length)) {
    const name = candidate.name.replace(/^#/u, '');
    if (name === '' || !rest.includes(before + name)) continue;
    found.push(candidate);
    rest = rest.replaceAll(before + name, ' ');
  }
  return found;
}

/** Reads what a message wants. `chats` are those that the bot is in. */
export function intentOf(
  text: string,
  chats: readonly { readonly id: string; readonly name: string }[],
): Intent {
  const change = parseChange(text);
  if (change !== undefined) return { kind: 'update', change };
  const target = SYNC.test(text) ? named(text, chats)[0] : undefined;
  if (target !== undefined) return { kind: 'sync', chatId: target.id };
  return { kind: 'ask' };
}

/** A question with several parts takes longer, so the asker gets a word first. */
export const hasParts = (text: string) =>
  text.split(/[、，,；;？?]/u).filter((part) => part.trim() !== '').length > 2;
