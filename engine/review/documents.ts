import type { Author, DiffEntry } from '../../schemas/index.ts';
import type { AssetFile } from '../evidence/model.ts';
import { byOf, type Cast } from './cast.ts';
import type { Listed } from './listed.ts';
import { latestOf, sectionOf } from './sections.ts';
import { changeKey } from './tables.ts';

interface Line {
  readonly op: 'add' | 'remove' | 'same';
  readonly n: number;
  readonly text: string;
  readonly actor: Author | null;
}

export interface DocumentList {
  readonly items: readonly Listed[];
  /** Lines of each file as they stand at the end: place in the list, by line. */
  readonly lines: ReadonlyMap<string, readonly { readonly index: number; readonly text: string }[]>;
  readonly at: ReadonlyMap<string, number>;
  /** How many documents and unreadable assets. */
  readonly sections: number;
}

/** Documents of the case, line by line, with the lines that came and went; also assets that could not be read. */
export function documentList(files: readonly AssetFile[], cast: Cast): DocumentList {
  const items: Listed[] = [];
  const lines = new Map<string, { index: number; text: string }[]>();
  const at = new Map<string, number>();
  const isDocument = (evidence: AssetFile['evidence']): boolean =>
    evidence.text !== undefined || (evidence.rows === undefined && evidence.unreadable !== undefined);
  const documents = latestOf(files, isDocument);
  for (const { latest, before } of documents) {
    const { evidence, path } = latest;
    items.push(sectionOf(latest, before, cast, evidence.text === undefined ? 'warning' : 'document'));
    if (evidence.text === undefined) continue;
    const own: { index: number; text: string }[] = [];
    lines.set(path, own);
    const diff = new Map((evidence.diff ?? []).map((entry) => [Number(entry.path.slice(1)), entry]));
    for (const { entry, ...line } of linesOf(evidence.text, diff)) {
      if (line.op !== 'remove') own.push({ index: items.length, text: line.text });
      if (entry !== undefined) at.set(changeKey(path, entry), items.length);
      items.push(lineItem(line, cast));
    }
  }
  return { items, lines, at, sections: documents.length };
}

/** A change stands at the line where it was: what went comes before what came. */
function linesOf(
  text: string,
  diff: ReadonlyMap<number, DiffEntry>,
): (Line & { entry: DiffEntry | undefined })[] {
  const after = text.split('\n');
  const all: (Line & { entry: DiffEntry | undefined })[] = [];
  const words = (value: DiffEntry['before']): string =>
    typeof value === 'string' ? value : JSON.stringify(value ?? '');
  let begin = Number.POSITIVE_INFINITY;
  for (const at of diff.keys()) begin = Math.min(begin, at);
  const changes = [...diff.entries()].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  const removed = changes.filter((entry) => entry.op !== 'add');
  let n = 0;
  const gone = (): void => {
    removed.forEach((entry, i) =>
      all.push({ op: 'remove', n: begin + i + 1, text: words(entry.before), actor: entry.actor, entry }),
    );
  };
  for (const line of after) {
    if (n === begin) gone();
    const entry = diff.get(n);
    n += 1;
    if (entry === undefined || entry.op === 'remove')
      all.push({ op: 'same', n, text: line, actor: null, entry: undefined });
    else all.push({ op: 'add', n, text: line, actor: entry.actor, entry });
  }
  if (begin >= after.length && Number.isFinite(begin)) gone();
  return all;
}

function lineItem(line: Line, cast: Cast): Listed {
  return {
    text: (column) => (column === undefined ? line.text : undefined),
    show: ({ words, cut }) => ({
      type: 'line',
      n: line.n,
      op: line.op,
      by: line.op === 'same' ? 'unknown' : byOf(line.actor),
      actor: line.op === 'same' ? '' : line.actor === null ? words.someone : cast.name(line.actor),
      text: cut(line.text),
    }),
  };
}
