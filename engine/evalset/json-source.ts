import { visit } from 'jsonc-parser';
import { duplicateKeys, type MapEntry, type ParsedText, type SyntaxProblem, type TreeNode } from './tree.ts';
import type { OffsetRange } from './model.ts';
import { tell, type Told } from './told.ts';

export const COMMA_EXPECTED = tell`a comma is expected`;
export const VALUE_EXPECTED = tell`a value is expected`;
export const KEY_EXPECTED = tell`a property name in double quotes is expected; is a comma left over?`;

/** Words for jsonc-parser's error codes (a const enum there, so by number). */
const WORDS: Readonly<Record<number, Told>> = {
  1: tell`an unknown word; write true, false, null, a number or a quoted text`,
  2: tell`a number that is not well formed`,
  3: KEY_EXPECTED,
  4: VALUE_EXPECTED,
  5: tell`a colon is expected behind the property name`,
  6: COMMA_EXPECTED,
  7: tell`a closing } is expected`,
  8: tell`a closing ] is expected`,
  9: tell`the file should end here; something follows the value`,
  10: tell`comments are not allowed in JSON`,
  11: tell`a comment is not closed`,
  12: tell`a text is not closed with "`,
  13: tell`a number breaks off`,
  14: tell`a \\u escape needs four hex digits`,
  15: tell`an unknown escape; allowed are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX`,
  16: tell`a control character stands raw in a text; write it as an escape such as \\n or \\t`,
};

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;

/** An open list or map while reading. */
type Frame =
  | {
      readonly type: 'map';
      readonly from: number;
      readonly entries: MapEntry[];
      key: OffsetRange & { name: string };
    }
  | { readonly type: 'list'; readonly from: number; readonly items: TreeNode[] };

/** Reads JSON into a tree; never throws. Errors after the first few are left out. */
export function parseJson(text: string): ParsedText {
  const problems: SyntaxProblem[] = [];
  const stack: Frame[] = [];
  let root: TreeNode | undefined;

  const place = (node: TreeNode) => {
    const frame = stack.at(-1);
    if (frame === undefined) root ??= node;
    else if (frame.type === 'list') frame.items.push(node);
    else
      frame.entries.push({
        key: frame.key.name,
        keyRange: { from: frame.key.from, to: frame.key.to },
        value: node,
      });
  };
  const close = (offset: number, length: number) => {
    const frame = stack.pop();
    if (frame === undefined) return;
    const range = { from: frame.from, to: offset + length };
    if (frame.type === 'map') {
      problems.push(...duplicateKeys(frame.entries));
      place({ type: 'map', ...range, entries: frame.entries });
    } else place({ type: 'list', ...range, items: frame.items });
  };

  visit(
    text,
    {
      onObjectBegin: (from) =>
        void stack.push({ type: 'map', from, entries: [], key: { from, to: from, name: '' } }),
      onArrayBegin: (from) => void stack.push({ type: 'list', from, items: [] }),
      onObjectProperty: (name, from, length) => {
        const frame = stack.at(-1);
        if (frame?.type === 'map') frame.key = { from, to: from + length, name };
      },
      onLiteralValue: (value: unknown, from, length) =>
        place({ type: 'scalar', style: 'json', value, from, to: from + length }),
      onObjectEnd: close,
      onArrayEnd: close,
      onError: (code: number, from, length) => {
        if (problems.length < 20)
          problems.push({
            code: 'syntax',
            message: tell`Not JSON: ${wordsOf(code)}.`,
            range: { from, to: from + Math.max(1, length) },
            fatal: true,
          });
      },
    },
    STRICT,
  );
  while (stack.length > 0) close(text.length, 0);
  return { tree: root, problems };
}

/** What is wrong with a text that should be JSON; null when nothing is. */
export function jsonFault(text: string): Told | null {
  let fault: Told | null = null;
  visit(text, { onError: (code: number) => void (fault ??= wordsOf(code)) }, STRICT);
  return fault;
}

const wordsOf = (code: number): Told => WORDS[code] ?? tell`something unexpected`;
