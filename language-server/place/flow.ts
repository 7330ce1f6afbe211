import type { ValuePath } from '../../engine/evalset/index.ts';
import type { Place } from './place.ts';

/** An open bracket on the way to the cursor. */
interface Open {
  readonly type: 'map' | 'list';
  /** The keys and plain values read so far. */
  readonly fields: Record<string, unknown>;
  index: number;
  key: string | undefined;
  /** Whether the colon behind the key was read. */
  colon: boolean;
  /** Whether a value stands already: what follows without a comma is the next one. */
  valued: boolean;
}

interface Token {
  readonly type: 'mark' | 'word' | 'quoted';
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly closed: boolean;
}

const MARKS = '{}[]:,';

/**
 * The place of an offset in brackets (JSON, or YAML's flow style) that begin at `from`; null when the offset stands in
 * none of them. `above` is the path of what begins there.
 */
export function flowPlace(
  text: string,
  from: number,
  offset: number,
  style: 'flow' | 'json',
  above: ValuePath,
  column: number,
): Place | null {
  const stack: Open[] = [];
  let inside: Token | undefined;
  for (let at = from; at < offset;) {
    const token = tokenAt(text, at, style);
    if (token === null || token.from >= offset) break;
    at = token.to;
    // A word that ends at the cursor is still being typed.
    const typed = token.type === 'word' && token.to >= offset;
    if (typed || (token.type === 'quoted' && (token.to > offset || !token.closed))) {
      inside = token;
      break;
    }
    read(stack, token);
    if (stack.length === 0 && token.type === 'mark' && style === 'flow') return null;
  }
  const open = stack.at(-1);
  if (open === undefined) return null;
  if (inside !== undefined) goOn(open);
  const key = open.type === 'map' && !open.colon;
  const end = inside?.to ?? offset;
  const to = inside?.closed === false ? offset : end;
  const steps = stack.flatMap((item, i): ValuePath =>
    item.type === 'list' ? [item.index] : i === stack.length - 1 && key ? [] : [item.key ?? ''],
  );
  const here = behind(text, to, style);
  return {
    what: key ? 'key' : 'value',
    path: [...above, ...steps],
    value: valueOf(above, stack),
    present: new Set(key ? [...Object.keys(open.fields), ...keysBehind(text, to, style)] : []),
    from: inside?.from ?? offset,
    to,
    style,
    column,
    colon: here === ':',
    item: open.type === 'list' && inside === undefined,
    dash: false,
  };
}

function read(stack: Open[], { type, text }: Token): void {
  const open = stack.at(-1);
  const done = (value: unknown): void => {
    if (open?.type === 'map' && open.key !== undefined && open.colon) open.fields[open.key] = value;
  };
  if (open !== undefined && (type !== 'mark' || text === '{' || text === '[')) goOn(open);
  if (type !== 'mark') {
    const word = type === 'quoted' ? unquoted(text) : plain(text);
    if (open === undefined) return;
    if (open.type === 'list' || open.colon) {
      done(word);
      open.valued = true;
    } else open.key = String(word);
    return;
  }
  switch (text) {
    case '{':
    case '[':
      done({});
      stack.push({
        type: text === '{' ? 'map' : 'list',
        fields: {},
        index: 0,
        key: undefined,
        colon: false,
        valued: false,
      });
      return;
    case '}':
    case ']':
      stack.pop();
      for (const holder of stack.slice(-1)) holder.valued = true;
      return;
    case ':':
      if (open !== undefined) open.colon = true;
      return;
    default:
      if (open !== undefined) next(open);
  }
}

function next(open: Open): void {
  open.index += 1;
  open.key = undefined;
  open.colon = false;
  open.valued = false;
}

/** Where a comma was forgotten, what follows a value is the next entry all the same. */
function goOn(open: Open): void {
  if (open.valued) next(open);
}

/** The token at or behind an offset. */
function tokenAt(text: string, at: number, style: 'flow' | 'json'): Token | null {
  const from = skipped(text, at, style);
  const first = text[from];
  if (first === undefined) return null;
  if (MARKS.includes(first)) return { type: 'mark', text: first, from, to: from + 1, closed: true };
  if (first === '"' || (first === "'" && style === 'flow')) return quotedAt(text, from, first);
  let to = from;
  while (to < text.length && !endsWord(text, to, style)) to += 1;
  while (to > from + 1 && /\s/.test(text.charAt(to - 1))) to -= 1;
  return { type: 'word', text: text.slice(from, to), from, to, closed: true };
}

function endsWord(text: string, at: number, style: 'flow' | 'json'): boolean {
  const char = text.charAt(at);
  if (',{}[]\n\r'.includes(char)) return true;
  if (style === 'json') return char === ':' || char === '"' || /\s/.test(char);
  return char === ':' && /[\s,{}[\]]|^$/.test(text.charAt(at + 1));
}

/** A quoted text. In JSON it ends with its line at the latest: what is not closed yet must not eat what follows. */
function quotedAt(text: string, from: number, quote: string): Token {
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\n') return { type: 'quoted', text: text.slice(from, at), from, to: at, closed: false };
    if (char === '\\' && quote === '"') at += 1;
    else if (char === quote && quote === "'" && text[at + 1] === "'") at += 1;
    else if (char === quote)
      return { type: 'quoted', text: text.slice(from, at + 1), from, to: at + 1, closed: true };
  }
  return { type: 'quoted', text: text.slice(from), from, to: text.length, closed: false };
}

function skipped(text: string, at: number, style: 'flow' | 'json'): number {
  let from = at;
  for (;;) {
    while (/\s/.test(text.charAt(from))) from += 1;
    if (style === 'json' || text[from] !== '#' || !/\s/.test(text.charAt(from - 1))) return from;
    const end = text.indexOf('\n', from);
    from = end < 0 ? text.length : end + 1;
  }
}

const behind = (text: string, at: number, style: 'flow' | 'json'): string =>
  text.charAt(skipped(text, at, style));

/** The keys that follow in the same map. */
function keysBehind(text: string, at: number, style: 'flow' | 'json'): string[] {
  const keys: string[] = [];
  let depth = 0;
  let last: Token | undefined;
  // A map of ours is not longer than this; behind it one only looks for what is there already.
  for (let from = at; from < at + 100_000;) {
    const token = tokenAt(text, from, style);
    if (token === null) break;
    from = token.to;
    if (token.type !== 'mark') {
      last = token;
      continue;
    }
    if (token.text === '{' || token.text === '[') depth += 1;
    else if (token.text === '}' || token.text === ']') depth -= 1;
    else if (token.text === ':' && depth === 0 && last !== undefined)
      keys.push(last.type === 'quoted' ? unquoted(last.text) : last.text);
    if (depth < 0) break;
    last = undefined;
  }
  return keys;
}

function valueOf(above: ValuePath, stack: readonly Open[]): unknown {
  let value: unknown;
  for (const open of stack.toReversed()) {
    if (open.type === 'list') {
      const list: unknown[] = [];
      list[open.index] = value;
      value = list;
    } else value = open.key !== undefined && open.colon ? { ...open.fields, [open.key]: value } : open.fields;
  }
  for (const step of above.toReversed())
    value = typeof step === 'number' ? atIndex(step, value) : { [step]: value };
  return value;
}

function atIndex(index: number, value: unknown): unknown[] {
  const list: unknown[] = [];
  list[index] = value;
  return list;
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, text.endsWith("'") ? -1 : undefined).replaceAll("''", "'");
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, text.endsWith('"') ? -1 : undefined);
  }
}

/** A plain word as a value. */
export function plain(word: string): unknown {
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null' || word === '~' || word === '') return null;
  return /^[-+]?\d+(\.\d+)?$/.test(word) ? Number(word) : word;
}
