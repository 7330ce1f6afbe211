import type { EvaluationCard } from '../../../schemas/index.ts';
import type { Act } from '../act.ts';
import type { Stage, StagedCase } from '../stage.ts';
import { datesIn, namesIn, numbersIn, shared, type Token } from './tokens.ts';

/** A required point as far as mutants go: what it asks for, and where. */
export interface Concern {
  readonly id: string;
  /** The point's own words: no tags, no place that it rests on, no number of a turn. */
  readonly claim: string;
  /** All parts are needed (`[AND]`). */
  readonly and: boolean;
  /** Turn that it names. */
  readonly turn: number | null;
  /** Group that it names, if it is not the case's own. */
  readonly group: string | null;
  /** It rests on what was changed, not on what was said of it: the place that it rests on is a difference. */
  readonly onChanges: boolean;
}

const TAGS = /^(?:\s*[[【][^\]】]*[\]】])+\s*/u;
const BASIS = /[（(](?:依据|出处|来源|based on|according to|source)[：:\s][\s\S]*$/iu;
const TURN = /轮\s*(\d+)|\bturn\s+(\d+)/giu;

/** What the required points of a case ask for. */
export function concernsOf(stage: Stage, staged: StagedCase): Concern[] {
  return staged.evaluation.points
    .filter(({ kind }) => kind === 'required')
    .map((point) => concernOf(point, stage, staged));
}

function concernOf(point: EvaluationCard['points'][number], stage: Stage, staged: StagedCase): Concern {
  const text = point.text_rendered;
  const claim = text.replace(TAGS, '').replace(BASIS, '');
  const turn = [...claim.matchAll(TURN)][0];
  const named = [...stage.groupNames].find(
    ([key, name]) => key !== staged.group && name !== '' && claim.includes(name),
  );
  return {
    id: point.id,
    claim: claim.replace(TURN, ' '),
    and: /\[AND\]/iu.test(text),
    turn: turn === undefined ? null : Number(turn[1] ?? turn[2]),
    group: named?.[0] ?? null,
    onChanges: /差异|\bdiff(?:erence)?s?\b/iu.test(BASIS.exec(text)?.[0] ?? ''),
  };
}

/** Whether an act is done where the point asks for it: behind the turn and in the group that it names. */
export function inPlace(act: Act, concern: Concern): boolean {
  if (concern.turn !== null && act.after !== concern.turn) return false;
  return act.kind !== 'say' || act.group === concern.group;
}

/** The texts of an act, by which it is told what it holds. */
export function wordsOf(act: Act): string[] {
  if (act.kind === 'say') return [act.text];
  if ('text' in act) return [act.text];
  return [...Object.values(act.row), ...Object.values(act.set)]
    .flat()
    .filter((cell) => cell !== null)
    .map(String);
}

/** Values of a text, by the operator that alters them. */
export function valuesIn(
  text: string,
  stage: Stage,
): Readonly<Record<'number' | 'date' | 'person' | 'group' | 'option', Token[]>> {
  const bare = [...stage.groupNames.values()].map((name) => name.replace(/^#/u, ''));
  return {
    number: numbersIn(text, stage.day0),
    date: datesIn(text, stage.day0),
    person: namesIn(text, [...stage.names.values()]),
    group: namesIn(text, bare),
    option: stage.options.flatMap((options) => namesIn(text, options)),
  };
}

/** Words that two texts share by chance: shorter ones say nothing. */
export const isTelling = (part: string): boolean =>
  [...part.matchAll(/\p{Script=Han}/gu)].length >= 3 || /[\p{L}\p{N}]{5,}/u.test(part);

/**
 * Whether an act carries a point: it is in its place, and holds a value that the point names (a number, a date, a name,
 * an option) or words of it. A point that rests on differences is carried by changes, every other one by words.
 */
export function carries(act: Act, concern: Concern, stage: Stage): boolean {
  if (!inPlace(act, concern) || (act.kind === 'say') === concern.onChanges) return false;
  const wanted = new Set(
    Object.values(valuesIn(concern.claim, stage)).flatMap((tokens) => tokens.map(({ key }) => key)),
  );
  return wordsOf(act).some(
    (text) =>
      Object.values(valuesIn(text, stage)).some((tokens) => tokens.some(({ key }) => wanted.has(key))) ||
      isTelling(shared(text, concern.claim)),
  );
}
