import { tell } from './told.ts';
import type { SyntaxProblem } from './tree.ts';

/** What merging left behind, with its offsets. `base`: where the diff3 style shows what both sides started from. */
interface Conflict {
  readonly ours: Marker;
  readonly base: Marker | null;
  readonly middle: Marker;
  readonly theirs: Marker;
}

interface Marker {
  readonly name: string;
  /** Of the line, its end left out. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** A text in which a merge was not finished. */
export interface Conflicted {
  /** The text with our side of each conflict alone: as long as before, and with the same lines. */
  readonly ours: string;
  /** One for each conflict, at the sign that opens it. */
  readonly problems: readonly SyntaxProblem[];
}

/**
 * Finds the conflicts of a text; null when there is none. The signs only count in their order: a line of `=======` alone
 * is a heading's, or somebody's ruler.
 */
export function conflictsIn(text: string): Conflicted | null {
  const conflicts = find(text);
  if (conflicts.length === 0) return null;
  let ours = '';
  let at = 0;
  const blank = (from: number, to: number): void => {
    ours += text.slice(at, from) + text.slice(from, to).replaceAll(/[^\r\n]/g, ' ');
    at = to;
  };
  for (const conflict of conflicts) {
    blank(conflict.ours.from, conflict.ours.to);
    blank((conflict.base ?? conflict.middle).from, conflict.theirs.to);
  }
  return { ours: ours + text.slice(at), problems: conflicts.map(problemOf) };
}

function problemOf({ ours, base, middle, theirs }: Conflict): SyntaxProblem {
  const [first, last] = [ours.line + 2, (base ?? middle).line];
  const [second, end] = [middle.line + 2, theirs.line];
  const side = (name: string, from: number, to: number) =>
    from > to ? tell`nothing${named(name)}` : tell`lines ${from} to ${to}${named(name)}`;
  return {
    code: 'merge-conflict',
    message: tell`A merge was not finished: ${side(ours.name, first, last)} stand against ${side(theirs.name, second, end)}. Keep what is right of both, and remove the lines <<<<<<<, ======= and >>>>>>>. Until then the file is only read for its keys.`,
    range: { from: ours.from, to: ours.to },
    fatal: true,
  };
}

const named = (name: string): string => (name === '' ? '' : ` (${name})`);

const MARKER = /(?:^|(?<=[\r\n]))(<{7}|\|{7}|={7}|>{7})(?: ([^\r\n]*))?(?=[\r\n]|$)/g;

function find(text: string): Conflict[] {
  const conflicts: Conflict[] = [];
  let open: { ours: Marker; base: Marker | null; middle: Marker | null } | null = null;
  let line = 0;
  let seen = 0;
  for (const match of text.matchAll(MARKER)) {
    line += text.slice(seen, match.index).match(/\r\n|\r|\n/g)?.length ?? 0;
    seen = match.index;
    const to = match.index + match[0].length;
    const marker = { name: (match[2] ?? '').trim(), from: match.index, to, line };
    const sign = match[1]?.charAt(0);
    if (sign === '<') open = { ours: marker, base: null, middle: null };
    else if (open === null) continue;
    else if (sign === '|' && open.middle === null) open.base ??= marker;
    else if (sign === '=') open.middle ??= marker;
    else if (sign === '>' && open.middle !== null) {
      conflicts.push({ ours: open.ours, base: open.base, middle: open.middle, theirs: marker });
      open = null;
    }
  }
  return conflicts;
}
