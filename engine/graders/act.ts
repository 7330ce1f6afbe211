import type { Author, Row, TranscriptAct } from '../../schemas/index.ts';
import type { Stage, StagedCase } from './stage.ts';

interface Done {
  /** Behind which question: its turn, or `cond{k}`. */
  readonly after: number | string;
  readonly author: Author;
}

/** A message in the thread (`group` null) or by itself in a group. */
export interface Saying extends Done {
  readonly kind: 'say';
  readonly group: string | null;
  readonly text: string;
  /** Actors who are really mentioned. */
  readonly mentions: readonly string[];
}

export interface RowAct extends Done {
  readonly kind: 'change' | 'add' | 'remove';
  readonly asset: string;
  /** Which row; of `add`, the row. */
  readonly row: Row;
  readonly set: Row;
}

export interface Writing extends Done {
  readonly kind: 'write' | 'link';
  /** Asset key; of `link`, the title. */
  readonly asset: string;
  readonly text: string;
}

/** What an agent does, on a day. Plain data: mutants are made of it. */
export type Act = Saying | RowAct | Writing;

/** Actors whom a text mentions: `@` and a display name, the longest first. */
export function mentionsIn(text: string, names: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  let rest = text;
  for (const [key, name] of [...names].sort(([, a], [, b]) => b.length - a.length)) {
    if (name === '' || !rest.includes(`@${name}`)) continue;
    found.push(key);
    rest = rest.replaceAll(`@${name}`, '');
  }
  return found;
}

export const saying = (
  stage: Stage,
  after: number | string,
  text: string,
  group: string | null = null,
): Saying => ({
  kind: 'say',
  after,
  author: stage.agent,
  group,
  text,
  mentions: mentionsIn(text, stage.names),
});

/** The acts of a transcript on the stage's day, in its order. */
export function actsOf(stage: Stage, acts: readonly TranscriptAct[]): Act[] {
  let after: number | string = 1;
  return acts.map((act): Act => {
    after = act.after ?? after;
    const author: Author = act.by === undefined ? stage.agent : { kind: 'npc', key: act.by };
    const done = { after, author };
    const row = (cells: Row): Row => rendered(cells, stage.render);
    if ('say' in act) return { ...saying(stage, after, stage.render(act.say), act.in ?? null), author };
    if ('change' in act)
      return { ...done, kind: 'change', asset: act.change, row: row(act.row), set: row(act.set) };
    if ('add' in act) return { ...done, kind: 'add', asset: act.add, row: row(act.row), set: {} };
    if ('remove' in act) return { ...done, kind: 'remove', asset: act.remove, row: row(act.row), set: {} };
    if ('write' in act) return { ...done, kind: 'write', asset: act.write, text: stage.render(act.text) };
    return { ...done, kind: 'link', asset: stage.render(act.link), text: stage.render(act.text) };
  });
}

function rendered(cells: Row, render: (text: string) => string): Row {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [
      name,
      typeof cell === 'string' ? render(cell) : Array.isArray(cell) ? cell.map(render) : cell,
    ]),
  );
}

/** Turns of a case: numbers of its questions and colleagues' lines, in order. */
export function turnsOf({ steps }: StagedCase): { readonly after: number; readonly text: string }[] {
  return steps.flatMap((step) => {
    const turn = step.op === 'msg' ? /-[qi](\d+)$/.exec(step.id)?.[1] : undefined;
    return step.op === 'msg' && turn !== undefined ? [{ after: Number(turn), text: step.text }] : [];
  });
}
