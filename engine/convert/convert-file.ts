import path from 'node:path';
import { Lexer } from 'yaml';
import { KINDS, type KindName } from '../../schemas/kinds.ts';
import { UsageError } from '../batch/errors.ts';
import { authorJson } from '../evalset/hash.ts';
import { isFileName } from '../evalset/names.ts';
import { readSource, type SourceDocument } from '../evalset/source.ts';
import { toldIn } from '../evalset/told.ts';
import { convertedName, LISTS, type TargetFormat } from './names.ts';
import { jsonOf } from './text.ts';
import { yamlOf } from './yaml-text.ts';

/** Whether a list becomes one file, or one for each of its items. */
export type ListForm = 'one' | 'each';

export interface Converted {
  /** Texts by file names without a folder. */
  readonly files: ReadonlyMap<string, string>;
  /** What the reader should know: comments that stay behind, say. */
  readonly notes: readonly string[];
}

/**
 * Turns one author file into the other format. What was written reads as the same value.
 * @throws UsageError that names the file and the line when it cannot be read, is not an author's, or cannot be written
 */
export function convertFile(document: SourceDocument, to: TargetFormat, lists: ListForm): Converted {
  const kind = authorKind(document);
  const notes = to === 'json' ? commentNotes(document) : [];
  const list = LISTS[kind];
  if (lists === 'each' && list !== undefined && Array.isArray(document.value)) {
    const files = new Map<string, string>();
    document.value.forEach((item: unknown, i) => {
      const id = idOf(item, list.id);
      const place = `${document.path}:${document.positionAt(document.locate([i]).from).line + 1}`;
      if (id === null)
        throw new UsageError(
          `${place}: item ${i + 1} has no ${list.id} that can name a file; use --lists one`,
        );
      const name = `${id}${list.ending}.${to}`;
      if (files.has(name))
        throw new UsageError(
          `${place}: ${list.id} "${id}" stands twice; give each an id of its own, or use --lists one`,
        );
      files.set(name, textOf(document, list.item, item, to));
    });
    return { files, notes };
  }
  const name = path.basename(convertedName(document.path, kind, to));
  return { files: new Map([[name, textOf(document, kind, document.value, to)]]), notes };
}

/** The author's kind of a file that reads without errors of syntax. */
export function authorKind(document: SourceDocument): KindName {
  const [problem] = document.problems;
  if (problem !== undefined)
    throw new UsageError(
      `${document.path}:${document.positionAt(problem.range.from).line + 1}: ${toldIn(problem.message)} Mend it first (sundowner check).`,
    );
  const { kind } = document;
  if (kind === undefined || KINDS[kind].role !== 'author' || document.format === 'markdown')
    throw new UsageError(
      `${document.path}: this is no author's file with a YAML and a JSON form (cases, playbooks, worlds, metadata, checks, evalset)`,
    );
  return kind;
}

/** A value in the target format; checked to read as the same. */
export function textOf(source: SourceDocument, kind: KindName, value: unknown, to: TargetFormat): string {
  try {
    if (to === 'yaml') return yamlOf(kind, value);
    const text = `${jsonOf(value)}\n`;
    const again = readSource('again.json', text);
    if (again.problems.length > 0 || authorJson(again.value) !== authorJson(value))
      throw new RangeError('the value cannot be written as JSON that reads the same');
    return text;
  } catch (error) {
    if (error instanceof RangeError)
      throw new UsageError(`${source.path}: ${error.message}; nothing was written`);
    throw error;
  }
}

function idOf(item: unknown, key: string): string | null {
  if (typeof item !== 'object' || item === null) return null;
  const id: unknown = Object.entries(item).find(([name]) => name === key)?.[1];
  return typeof id === 'string' && isFileName(id) ? id : null;
}

/** JSON has no comments: the author hears which lines stay behind. A `#` inside a text is none. */
function commentNotes(document: SourceDocument): string[] {
  if (document.format !== 'yaml') return [];
  const lines = commentLines(document.text);
  return lines.length === 0
    ? []
    : [
        `${document.path}: JSON has no comments; what stands behind # on ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ' …' : ''} is left out`,
      ];
}

/** The lexer's mark before a plain or block scalar. */
const SCALAR = '\u001F';

function commentLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let block = false;
  for (const token of new Lexer().lex(text)) {
    // A scalar, plain or of a block, comes behind a mark of its own.
    if (!block && token.startsWith('#')) lines.push(line);
    block = token === SCALAR;
    line += token.split('\n').length - 1;
  }
  return lines;
}
