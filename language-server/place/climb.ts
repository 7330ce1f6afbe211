import type { ValuePath } from '../../engine/evalset/index.ts';
import { plain } from './flow.ts';
import { indentAt, isBlockHeader, lineAt, wordEnd, type YamlLine } from './lines.ts';

type Fields = Record<string, unknown>;

/** A step on the way down: an item of a list, or a key of a map, with what stands beside it. */
export type Step =
  | { readonly type: 'item'; index: number }
  | { readonly type: 'key'; readonly key: string; readonly fields: Fields };

export interface Climbed {
  /** From the root to what holds the cursor's line. */
  readonly steps: readonly Step[];
  /** What stands in the map of the cursor's line. */
  readonly fields: Fields;
  /** A long text, or brackets that begin at `flow`, in which the line stands: the steps lead to it. */
  readonly block: { readonly flow: number | null } | null;
}

/** The map or list that is looked for on the way up. */
type Frame =
  | { readonly type: 'map'; readonly column: number; readonly fields: Fields }
  | { readonly type: 'list'; readonly column: number; readonly step: { index: number } };

/**
 * Goes up from a line to the beginning, from each map or list to what holds it, by columns alone.
 * @param column where the cursor's map has its keys
 * @param own whether the dashes of the line itself count
 */
export function climb(text: string, line: YamlLine, column: number, own: boolean): Climbed {
  const fields: Fields = {};
  const here: { frame: Frame; block: Climbed['block'] } = {
    frame: { type: 'map', column, fields },
    block: null,
  };
  let steps: Step[] = [];

  const intoItem = (dash: number): void => {
    const step: Step = { type: 'item', index: 0 };
    steps.unshift(step);
    here.frame = { type: 'list', column: dash, step };
  };
  const intoKey = (at: YamlLine, key: string): void => {
    enterText(at);
    const step: Step = { type: 'key', key, fields: {} };
    steps.unshift(step);
    here.frame = { type: 'map', column: at.column, fields: step.fields };
  };
  /** When a long text or brackets begin here, what was taken for keys below is their content. */
  const enterText = (at: YamlLine): void => {
    const written = text.slice(at.value, at.to);
    if (isBlockHeader(written)) here.block = { flow: null };
    else if (/^[[{]/.test(written)) here.block = { flow: at.value };
    else return;
    steps = [];
  };

  if (own) for (const dash of line.dashes.toReversed()) intoItem(dash);
  for (let from = line.from; from > 0;) {
    from = text.lastIndexOf('\n', from - 2) + 1;
    // Most lines stand deeper than what is looked for.
    if (indentAt(text, from) > here.frame.column) continue;
    const at = lineAt(text, from);
    if (at.blank || at.comment) continue;
    const { frame } = here;
    if (at.key !== undefined) {
      if (frame.type === 'map' && at.column === frame.column) frame.fields[at.key] ??= valueOn(text, at);
      else if (at.column < frame.column || (frame.type === 'list' && at.column === frame.column))
        intoKey(at, at.key);
    }
    for (const dash of at.dashes.toReversed()) {
      const { frame: now } = here;
      if (now.type === 'list' && dash === now.column) now.step.index += 1;
      else if (dash < now.column) {
        if (at.key === undefined) enterText(at);
        intoItem(dash);
      }
    }
  }
  const { block } = here;
  if (block === null) fieldsBelow(text, line, column, fields);
  return { steps, fields: block === null ? fields : {}, block };
}

/** Keys of the cursor's map that follow. */
function fieldsBelow(text: string, line: YamlLine, column: number, fields: Fields): void {
  for (let end = text.indexOf('\n', line.from); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (indentAt(text, end + 1) > column) continue;
    const at = lineAt(text, end + 1);
    if (at.blank || at.comment) continue;
    if ((at.dashes[0] ?? at.column) < column || (at.dashes.length > 0 && at.dashes[0] === column)) return;
    if (at.key !== undefined && at.column === column) fields[at.key] ??= valueOn(text, at);
  }
}

function valueOn(text: string, line: YamlLine): unknown {
  const written = text.slice(line.value, wordEnd(text, line));
  if (/^["']/.test(written)) return written.slice(1, -1);
  return written === '' || /^[[{|>]/.test(written) ? undefined : plain(written);
}

export const pathOf = (steps: readonly Step[]): ValuePath =>
  steps.map((step) => (step.type === 'item' ? step.index : step.key));

/** The value that the steps lead through, down to a map. */
export function valueOf(steps: readonly Step[], own: Readonly<Fields>): unknown {
  let value: unknown = own;
  for (const step of steps.toReversed()) {
    if (step.type === 'key') value = { ...step.fields, [step.key]: value };
    else {
      const list: unknown[] = [];
      list[step.index] = value;
      value = list;
    }
  }
  return value;
}
