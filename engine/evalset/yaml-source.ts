import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Pair,
  type Scalar,
} from 'yaml';
import type { OffsetRange } from './model.ts';
import {
  duplicateKeys,
  type MapEntry,
  type ParsedText,
  type ScalarStyle,
  type SyntaxProblem,
  type TreeNode,
} from './tree.ts';
import { yamlWords } from './yaml-words.ts';
import { tell, type Told } from './told.ts';

/** Most aliases that one file may expand, nested ones counted each time: a few lines can otherwise stand for gigabytes. */
const MAX_ALIASES = 100;

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Reads YAML 1.2 (core schema, no merge keys) into a tree; bad input gives problems. */
export function parseYaml(text: string): ParsedText {
  const found = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    strict: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const documents = Array.isArray(found) ? found : [];
  const problems: SyntaxProblem[] = [];
  for (const { errors, warnings } of documents)
    for (const error of [...errors, ...warnings].slice(0, 20))
      problems.push({
        code: 'syntax',
        message: notYaml(yamlWords(error)),
        range: { from: error.pos[0], to: Math.max(error.pos[1], error.pos[0] + 1) },
        fatal: true,
      });
  const second = documents[1];
  if (second !== undefined)
    problems.push({
      code: 'second-document',
      message: tell`A file holds one document. Remove the line --- and what follows, or put it into a file of its own.`,
      range: { from: second.range[0], to: Math.min(text.length, second.range[0] + 3) },
      fatal: true,
    });
  const reader = new TreeReader(text, problems);
  const tree = documents[0] === undefined ? undefined : reader.read(documents[0]);
  return { tree, problems, anchors: reader.anchors };
}

class TreeReader {
  readonly #text: string;
  readonly #problems: SyntaxProblem[];
  readonly #anchors = new Map<string, unknown>();
  readonly #open = new Set<unknown>();
  #aliases = 0;

  constructor(text: string, problems: SyntaxProblem[]) {
    this.#text = text;
    this.#problems = problems;
  }

  /** Whether an anchor or alias was met. */
  get anchors(): boolean {
    return this.#anchors.size > 0 || this.#aliases > 0;
  }

  read(document: Document.Parsed): TreeNode | undefined {
    const { contents } = document as { contents: unknown };
    if (contents === null) return undefined;
    const node = this.#node(contents, { from: 0, to: 0 });
    // An empty file parses to a null that is nowhere written.
    return node.type === 'scalar' && node.from === node.to ? undefined : node;
  }

  #node(node: unknown, near: OffsetRange): TreeNode {
    if (isAlias(node)) return this.#alias(node.source, rangeOf(node.range, near));
    if (isScalar(node)) {
      if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
      return this.#scalar(node, near);
    }
    if (!isCollection(node)) return { type: 'scalar', value: null, style: 'plain', ...near };
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#open.add(node);
    const range = rangeOf(node.range, near);
    let tree: TreeNode = { type: 'scalar', value: null, style: 'plain', ...near };
    if (isSeq(node))
      tree = {
        type: 'list',
        ...range,
        items: node.items.map((item) => this.#node(isPair(item) ? item.value : item, range)),
      };
    else if (isMap(node)) {
      const entries = node.items.map((pair) => this.#entry(pair, range));
      if (entries.length > 1) this.#problems.push(...duplicateKeys(entries));
      tree = { type: 'map', ...range, entries };
    }
    this.#open.delete(node);
    return tree;
  }

  #entry(pair: Pair, near: OffsetRange): MapEntry {
    const { key } = pair;
    const keyRange = rangeOf((key as { range?: readonly number[] | null } | null)?.range, near);
    if (!isScalar(key)) {
      this.#problems.push({
        code: 'bad-key',
        message: tell`A key must be a plain or quoted text.`,
        range: keyRange,
        fatal: true,
      });
      return { key: '', keyRange, value: this.#node(pair.value, keyRange) };
    }
    // `001:` stays "001", though YAML reads a number.
    const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
    return { key: name, keyRange, value: this.#node(pair.value, keyRange) };
  }

  #scalar(node: Scalar, near: OffsetRange): TreeNode {
    const range = rangeOf(node.range, near);
    const style = STYLES[node.type ?? 'PLAIN'] ?? 'plain';
    // Trailing blank lines behind a block belong to nobody; the range ends with its last line.
    const to = style === 'literal' || style === 'folded' ? this.#blockEnd(range) : range.to;
    return { type: 'scalar', value: node.value, style, from: range.from, to };
  }

  #blockEnd(range: OffsetRange): number {
    return range.from + this.#text.slice(range.from, range.to).replace(/\r?\n$/, '').length;
  }

  #alias(name: string, range: OffsetRange): TreeNode {
    const target = this.#anchors.get(name);
    const nothing: TreeNode = { type: 'scalar', value: null, style: 'plain', ...range };
    this.#aliases += 1;
    if (this.#open.has(target))
      this.#problem('alias-cycle', tell`*${name} stands inside what it repeats.`, range);
    else if (this.#aliases === MAX_ALIASES + 1)
      this.#problem(
        'too-many-aliases',
        tell`More than ${MAX_ALIASES} aliases (nested ones counted). Write the values out.`,
        range,
      );
    else if (this.#aliases <= MAX_ALIASES && target !== undefined)
      return { type: 'alias', ...range, target: this.#node(target, range) };
    else if (target === undefined)
      this.#problem(
        'unknown-alias',
        tell`There is no anchor &${name} before this. Put text with a leading * in quotes.`,
        range,
      );
    return nothing;
  }

  #problem(code: string, message: Told, range: OffsetRange): void {
    this.#problems.push({ code, message, range, fatal: true });
  }
}

function rangeOf(range: readonly number[] | null | undefined, near: OffsetRange): OffsetRange {
  const [from, to] = range ?? [];
  return from === undefined || to === undefined ? { from: near.from, to: near.to } : { from, to };
}

const notYaml = (what: Told | string): Told =>
  typeof what !== 'string' && what.words.endsWith('?') ? tell`Not YAML: ${what}` : tell`Not YAML: ${what}.`;
