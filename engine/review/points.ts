import type {
  EvaluationCard,
  JudgeFilled,
  JudgeIdentity,
  Label,
  Pointer,
  PointKind,
  Reading,
  VerdictCheckpoint,
} from '../../schemas/index.ts';
import type { HumanWord, Judgement, PointState, Word } from '../../schemas/review.ts';
import { pointLabel, pointState, type Words } from '../report/index.ts';
import { parseCheckpoints } from '../evalset/index.ts';
import type { JudgedFiles } from './case-files.ts';
import type { ReadVerdict } from './loose/judged.ts';
import { quotesOf, type FoundQuote, type QuoteScope } from './quotes.ts';

export interface FoundJudgement extends Omit<Judgement, 'quotes'> {
  readonly quotes: readonly FoundQuote[];
}

export interface FoundLabel extends Omit<HumanWord, 'quotes'> {
  readonly quotes: readonly FoundQuote[];
}

/** A point and everything that was said of it. */
export interface PointFacts {
  readonly id: string;
  readonly kind: PointKind;
  readonly result: boolean;
  readonly delivery_gate: boolean;
  readonly tags: readonly string[];
  readonly text: string;
  readonly rendered: string;
  readonly state: PointState;
  label(words: Words): string;
  readonly judgements: readonly FoundJudgement[];
  readonly human: readonly FoundLabel[];
  readonly decidedBy?: string;
  /** Branches by what earlier cases left in the world. */
  readonly readings: readonly Reading[];
}

interface Bare {
  readonly id: string;
  readonly kind: PointKind;
  readonly result: boolean;
  readonly delivery_gate: boolean;
  readonly text: string;
}

type Decision = JudgeFilled['decisions'][number];

/** The points of a case, from the verdict, else from what was judged, else from the script. */
export function pointsOf(
  { verdict, first, second, template }: JudgedFiles,
  labels: readonly Label[],
  card: EvaluationCard | null,
  scope: QuoteScope,
): PointFacts[] {
  const bare: readonly Bare[] =
    verdict?.checkpoints ?? template?.decisions ?? card?.points ?? (first?.decisions ?? []).map(bareOf);
  const rendered = new Map([
    ...(card?.points ?? []).map((point) => [point.id, point.text_rendered] as const),
    ...(template?.decisions ?? []).map((point) => [point.id, point.text_rendered] as const),
  ]);
  return bare.map((point) => {
    const scored = verdict?.checkpoints.find((one) => one.id === point.id);
    const { tags, rest } = tagsOf(rendered.get(point.id) ?? point.text);
    return {
      id: point.id,
      kind: point.kind,
      result: point.result,
      delivery_gate: point.delivery_gate,
      tags,
      text: point.text,
      rendered: rest,
      state: scored === undefined ? 'none' : pointState(scored),
      label: (words) =>
        scored === undefined || verdict === null
          ? words.pointStates.none
          : pointLabel(scored, verdict, words),
      judgements: [
        ...firstJudgement(point, scored, verdict, first, scope),
        ...laterJudgement('second', point, second, scope),
      ],
      human: humanWords(point, labels, scope),
      ...(scored?.by === undefined ? {} : { decidedBy: scored.by.id }),
      readings: scored?.branches ?? template?.decisions.find((one) => one.id === point.id)?.branches ?? [],
    };
  });
}

function bareOf(decision: Decision): Bare {
  const { id, kind = 'required', result = false, delivery_gate = false, text = '' } = decision;
  return { id, kind, result, delivery_gate, text };
}

/** Tags as the evalset writes them, without the id and the brackets, and the text behind them. */
export function tagsOf(line: string): { tags: string[]; rest: string } {
  const point = parseCheckpoints(line).points[0];
  if (point === undefined) return { tags: [], rest: line };
  const end = point.tags.at(-1)?.span.to ?? 0;
  const words = point.tags.map((tag) => tag.text.slice(1, -1).replace(/^(CP|DED|VETO)\d*(·|$)/, ''));
  return { tags: words.filter((word) => word !== ''), rest: line.slice(end).trim() };
}

function wordOf(met: 'met' | 'unmet' | null, cannot: string | undefined): Word {
  return met ?? (cannot === undefined ? 'none' : 'cannot');
}

function judgement(
  by: 'first' | 'second',
  point: Bare,
  who: string,
  met: 'met' | 'unmet' | null,
  said: Pick<Decision, 'reason' | 'cannot_judge' | 'scope_read'>,
  pointers: readonly Pointer[],
  scope: QuoteScope,
): FoundJudgement {
  return {
    by,
    word: wordOf(met, said.cannot_judge),
    who,
    reason: said.reason,
    ...(said.cannot_judge === undefined ? {} : { cannot_judge: said.cannot_judge }),
    ...(said.scope_read === undefined ? {} : { scope_read: said.scope_read }),
    quotes: quotesOf(point, by, pointers, scope),
  };
}

function firstJudgement(
  point: Bare,
  scored: VerdictCheckpoint | undefined,
  verdict: ReadVerdict | null,
  first: JudgeFilled | null,
  scope: QuoteScope,
): FoundJudgement[] {
  if (scored === undefined || verdict === null) return laterJudgement('first', point, first, scope);
  const { judged } = scored;
  if (scored.by !== undefined)
    return judged === undefined || (judged.met === null && judged.cannot_judge === undefined)
      ? []
      : [judgement('first', point, whoOf(verdict.judge), judged.met, judged, judged.evidence, scope)];
  const met = scored.raw_met === undefined ? scored.met : scored.raw_met;
  if (met === null && scored.cannot_judge === undefined) return [];
  // Pointers that were refused when it was scored stand in the judge file only.
  const given =
    first?.judge.judged_at === verdict.judge.judged_at
      ? first.decisions.find((decision) => decision.id === point.id)?.evidence
      : undefined;
  const known = new Set(scored.evidence.map((pointer) => JSON.stringify(pointer)));
  const refused = (given ?? []).filter((pointer) => !known.has(JSON.stringify(pointer)));
  return [
    judgement('first', point, whoOf(verdict.judge), met, scored, [...scored.evidence, ...refused], scope),
  ];
}

function laterJudgement(
  by: 'first' | 'second',
  point: Bare,
  file: JudgeFilled | null,
  scope: QuoteScope,
): FoundJudgement[] {
  const decision = file?.decisions.find((one) => one.id === point.id);
  if (file === null || decision === undefined) return [];
  if (decision.met === null && decision.cannot_judge === undefined) return [];
  return [judgement(by, point, whoOf(file.judge), decision.met, decision, decision.evidence, scope)];
}

export function whoOf(judge: JudgeIdentity): string {
  return judge.model === '' ? judge.mode : judge.model;
}

/** Labels on a point, the newest first; one that was withdrawn only while the score rests on it. */
function humanWords(point: Bare, labels: readonly Label[], scope: QuoteScope): FoundLabel[] {
  const own = labels.filter((label) => label.point === point.id && label.withdrawn === undefined);
  let quotes = 0;
  return own
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .map((label): FoundLabel => {
      const found = quotesOf(point, 'human', label.evidence, scope, quotes);
      quotes += label.evidence.length;
      return {
        by: 'human',
        word: label.word,
        who: label.by.id,
        reason: label.reason,
        quotes: found,
        at: label.at,
        adopted: label.adopted !== undefined,
        model: label.by.kind === 'model',
        carried: isCarried(label, found, scope),
      };
    });
}

function isCarried(
  { word, scope_read: read }: Label,
  quotes: readonly FoundQuote[],
  scope: QuoteScope,
): boolean {
  if (word === 'cannot' || quotes.some((quote) => quote.verified)) return true;
  return word === 'unmet' && scope.evidence.scope.every((path) => read?.includes(path) === true);
}
