import { COMMA_EXPECTED, KEY_EXPECTED, VALUE_EXPECTED } from '../json-source.ts';
import { objectInOrder } from '../key-order.ts';
import { once } from '../once.ts';
import {
  duplicateKeys,
  type ListNode,
  type MapEntry,
  type MapNode,
  type SyntaxProblem,
  type TreeNode,
} from '../tree.ts';
import { beginsOf, type Before } from './begins.ts';
import { readBlock, splitBlock, type Block } from './block.ts';
import { childFrame, rootFrame, type Format, type Frame } from './frame.ts';
import { linesOf, stackedLines, type Lines } from './lines-of.ts';
import type { Text } from './text.ts';
import { tell } from '../told.ts';

/** A text as blocks of lines: what an edit leaves as it was is not read again. */
export interface Split {
  readonly text: Text;
  readonly frame: Frame;
  /** Where the children begin, from the body's start on. */
  readonly begins: readonly number[];
  /** One a child, or a few that share lines. */
  readonly blocks: readonly Block[];
  readonly node: () => TreeNode;
  readonly value: () => unknown;
  readonly problems: readonly SyntaxProblem[];
  readonly lines: Lines;
  /** The line of the text on which the body begins. */
  readonly firstLine: number;
}

/** Texts of so many characters are split: smaller ones are read as fast whole. */
export const SPLIT_FROM = 32_768;
/** Blocks above this are not looked for by all of their text. */
const LARGE = 65_536;
/** A large child is split again so often; files of ours have no more levels of long lists. */
const MAX_LEVELS = 4;

/**
 * Splits a text that consists of blocks; null when it has to be read as one. `before` is an earlier state of the text.
 * The result depends on the text alone: only its cost depends on `before`.
 * @throws RangeError when a block is nested too deeply for the parsers
 */
export function splitText(text: Text, format: Format, before: Split | null, from = SPLIT_FROM): Split | null {
  if (text.length < from) return null;
  const frame = rootFrame(text, format);
  return frame === null ? null : splitFrame(text, frame, before, from, 1);
}

function splitFrame(
  text: Text,
  frame: Frame,
  before: Split | null,
  from: number,
  level: number,
): Split | null {
  return blocksOf(text, frame, sameFrame(frame, before) ? before : null, (block, gone) => {
    const inner = block.length < from || level >= MAX_LEVELS ? null : childFrame(block, frame);
    const split = inner === null ? null : splitFrame(block, inner, likely(gone, inner), from, level + 1);
    return inner === null || split === null
      ? readBlock(block.toString(), frame)
      : splitBlock(block, inner.entry, split);
  });
}

const sameFrame = (frame: Frame, before: Split | null): boolean =>
  before !== null &&
  frame.format === before.frame.format &&
  frame.type === before.frame.type &&
  frame.indent === before.frame.indent;

/** What the block was before: of those that are gone, the one with the same key. */
function likely(gone: readonly Block[], { entry }: Frame): Split | null {
  return gone.find(({ split }) => split !== null && split.frame.entry?.key === entry?.key)?.split ?? null;
}

type ReadBlock = (text: Text, gone: readonly Block[]) => Block | null;

/** Reads the blocks of a text that changed since `before`; null when it is no text of blocks. */
function blocksOf(text: Text, frame: Frame, before: Split | null, read: ReadBlock): Split | null {
  const body = text.view(frame.body.from, frame.body.to);
  const found = beginsOf(body, frame, before === null ? null : bodyOf(before));
  if (found === null || found.begins.length === 0) return null;
  const { begins, head, tail } = found;
  const old = before?.blocks ?? [];
  // What stands before the first child belongs to its block.
  const start = (i: number): number => (i === 0 ? 0 : (begins[i] ?? body.length));
  // A block whose next one did not begin where it was before may be longer now, or shorter.
  const kept = Math.max(0, head - 1);
  const keptAtEnd = Math.max(0, Math.min(tail, begins.length - 1, old.length - 1));
  const gone = old.slice(kept, old.length - keptAtEnd);
  const byText = new Map<unknown, Block>(gone.map((block) => [block.text, block] as const));
  const blocks = old.slice(0, kept);
  for (let i = kept; i < begins.length - keptAtEnd; i++) {
    const part = body.view(start(i), start(i + 1));
    const known = gone.length > 0 && part.length < LARGE ? byText.get(part.toString()) : undefined;
    const block = known ?? read(part, gone);
    if (block === null) return null;
    blocks.push(block);
  }
  for (let i = old.length - keptAtEnd; i < old.length; i++) {
    const block = old[i];
    if (block !== undefined) blocks.push(block);
  }
  return composed(text, frame, begins, blocks);
}

const bodyOf = ({ text, frame: { body }, begins }: Split): Before => ({
  text: text.view(body.from, body.to),
  begins,
});

function composed(
  text: Text,
  frame: Frame,
  begins: readonly number[],
  blocks: readonly Block[],
): Split | null {
  if (!blocks.some((block) => block.children.length > 0)) return null;
  const head = linesOf(text.slice(0, frame.body.from));
  const foot = linesOf(text.slice(frame.body.to));
  const starts: number[] = [];
  const problems: SyntaxProblem[] = [];
  let at = frame.body.from;
  for (const block of blocks) {
    starts.push(at);
    for (const problem of block.problems) problems.push(moved(problem, at));
    at += block.text.length;
  }
  const node = once(() => nodeOf(frame, blocks, starts));
  if (frame.type === 'map') {
    const { entries } = node() as MapNode;
    problems.push(...duplicateKeys(entries));
  }
  if (frame.format === 'json') problems.push(...commas(text, frame, blocks, starts));
  return {
    text,
    frame,
    begins,
    blocks,
    node,
    value: once(() => valueOf(frame, blocks)),
    problems,
    lines: stackedLines(
      [head, ...blocks.map((block) => block.lines), foot],
      [0, ...starts, frame.body.to],
      text.length,
    ),
    firstLine: head.count,
  };
}

function valueOf({ type }: Frame, blocks: readonly Block[]): unknown {
  const values: unknown[] = [];
  const entries: (readonly [string, unknown])[] = [];
  for (const { children } of blocks)
    for (const { entry, value } of children)
      if (type === 'list') values.push(value);
      else entries.push([entry?.key ?? '', value]);
  return type === 'list' ? values : objectInOrder(entries);
}

function nodeOf(frame: Frame, blocks: readonly Block[], starts: readonly number[]): MapNode | ListNode {
  const items: TreeNode[] = [];
  const entries: MapEntry[] = [];
  let from = frame.node?.from ?? Number.POSITIVE_INFINITY;
  let to = frame.node?.to ?? 0;
  for (const [i, { children, extent }] of blocks.entries()) {
    const start = starts[i] ?? 0;
    if (frame.node === null && extent !== null) {
      from = Math.min(from, start + extent.from);
      to = Math.max(to, start + extent.to);
    }
    for (const { node, entry } of children) {
      const here: TreeNode = { type: 'part', from: start, to: start + node.to, node };
      if (entry === null) items.push(here);
      else {
        const keyRange = { from: start + entry.keyRange.from, to: start + entry.keyRange.to };
        entries.push({ key: entry.key, keyRange, value: here });
      }
    }
  }
  return frame.type === 'list' ? { type: 'list', from, to, items } : { type: 'map', from, to, entries };
}

function moved({ range, other, ...problem }: SyntaxProblem, by: number): SyntaxProblem {
  return {
    ...problem,
    range: { from: range.from + by, to: range.to + by },
    ...(other === undefined ? {} : { other: other + by }),
  };
}

/** Commas between JSON's children, and none behind the last. */
function commas(
  text: Text,
  frame: Frame,
  blocks: readonly Block[],
  starts: readonly number[],
): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  for (const [i, { comma }] of blocks.entries()) {
    const last = i === blocks.length - 1;
    if (comma !== last) continue;
    const next = starts[i + 1] ?? frame.body.to;
    const at = next + (/\S/.exec(text.slice(next, next + 1000))?.index ?? 0);
    const atEnd = frame.type === 'list' ? VALUE_EXPECTED : KEY_EXPECTED;
    problems.push({
      code: 'syntax',
      message: tell`Not JSON: ${last ? atEnd : COMMA_EXPECTED}.`,
      range: { from: at, to: at + 1 },
      fatal: true,
    });
  }
  return problems;
}
