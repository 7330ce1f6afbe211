import type { CaseReview, Quote, ReviewPoint, Sentence } from '../../schemas/review.ts';
import {
  countedMet,
  environmentOf,
  plain,
  say,
  sentenceOf,
  sumOf,
  voidLines,
  type Words,
} from '../report/index.ts';
import { batchRef } from './batch-ref.ts';
import type { CaseModel } from './case.ts';
import type { ReadVerdict } from './loose/judged.ts';
import { waitingText } from './play.ts';
import { whoOf, type PointFacts } from './points.ts';
import type { FoundQuote } from './quotes.ts';
import { told } from './trouble.ts';
import { readingsShown } from './world-before.ts';

/** Everything of a case but its evidence, in a language. */
export function reviewOf(model: CaseModel, revision: string, words: Words): CaseReview {
  const { facts, caseId, judged, frozen, cast, play, state, lists } = model;
  const { verdict, first, second, template } = judged;
  const judge = verdict?.judge ?? first?.judge ?? null;
  const flags = flagsOf(model, words);
  const env = envOf(model);
  const required = model.points.filter((point) => point.kind === 'required').length;
  const crossJudge = verdict?.cross_check?.judge;
  const secondJudge = second?.judge ?? crossJudge;
  return {
    batch: batchRef(facts, words),
    case_id: caseId,
    title: frozen?.title ?? verdict?.case.title ?? template?.case.query[0] ?? '',
    storyline: frozen?.storyline ?? verdict?.case.storyline ?? template?.case.storyline ?? '',
    group: model.group,
    group_name: cast.group(model.group),
    state,
    sentence: sentence(model, words),
    sum: verdict === null ? '' : sumOf(verdict, words),
    score: verdict?.score ?? null,
    ...(model.frozen === null ? {} : { card_hash: model.frozen.hash }),
    required_met: verdict === null ? 0 : countedMet(verdict),
    required_total: verdict?.required_total ?? required,
    judges: [
      ...(judge === null ? [] : [whoOf(judge)]),
      ...(judge === null || secondJudge === undefined ? [] : [whoOf(secondJudge)]),
    ],
    judged_at: judge?.judged_at ?? null,
    attempt: verdict?.attempt ?? play.attempt,
    points: model.points.map((point) => pointOf(point, flags, words)),
    flags,
    ...(state === 'running' ? { progress: { done: play.done, total: play.total, since: play.since } } : {}),
    ...(env === null ? {} : { env: environmentOf(env, words) }),
    counts: {
      thread: model.evidence.messages.length,
      ...model.sections,
      events: Math.max(0, lists.events.length - 1),
    },
    labels: { rev: model.labels.rev, damaged: model.labelsDamaged },
    history: model.kept.map(({ file, verdict: old }) => ({
      file,
      judged_at: old.judge.judged_at,
      text: plain(sentenceOf(old, words)),
      human: byPersons(old),
    })),
    human: verdict === null ? 0 : byPersons(verdict),
    problems: [...voidProblems(model, words), ...told([...facts.troubles, ...model.troubles], words)],
    revision,
  };
}

function byPersons({ checkpoints }: Pick<ReadVerdict, 'checkpoints'>): number {
  return checkpoints.filter((point) => point.by !== undefined).length;
}

/** What the agent wrote that it cannot know: each with the hidden text's file. */
function voidProblems({ judged, facts }: CaseModel, words: Words): CaseReview['problems'] {
  return voidLines(judged.verdict?.void, words).map(({ text, file }) => ({
    text,
    path: facts.paths.abs(file),
  }));
}

function envOf({ judged, play, state }: CaseModel): string | null {
  if (judged.verdict !== null) return judged.verdict.env ?? null;
  return state === 'FAIL_ENV' ? (play.env ?? '') : null;
}

/** The state of a case in one sentence, with or without a verdict. */
export function sentence(model: CaseModel, words: Words): Sentence {
  const { judged, state, play, caseId, cast } = model;
  if (judged.verdict !== null) return sentenceOf(judged.verdict, words);
  switch (state) {
    case 'running':
      return say(
        words.running(play.begun ? waitingText(play, cast.agentName, words) : words.caseStates.queued),
      );
    case 'FAIL_ENV':
      return say(
        words.environment(
          play.env === null ? (play.interrupted ? words.interrupted : '') : environmentOf(play.env, words),
        ),
      );
    case 'RERUN':
      return say(words.rerun);
    case 'empty':
      return say(words.empty(caseId));
    default:
      return words.pending(say(words.notJudged));
  }
}

function flagsOf({ judged, labels }: CaseModel, words: Words): CaseReview['flags'] {
  const all = [judged.verdict?.human_review, judged.first?.human_review, judged.second?.human_review];
  const flags = all.flatMap((flag): CaseReview['flags'] =>
    flag === undefined || flag.flagged === false
      ? []
      : [
          {
            dimension: words.dimension(flag.dimension),
            reason: flag.reason,
            by: flag.flagged_by,
            at: flag.flagged_at,
          },
        ],
  );
  const raised = labels.flags.map(({ dimension, points, reason, by, at }): (typeof flags)[number] => ({
    dimension: words.dimension(dimension),
    reason: points.length === 0 ? reason : `${points.join(', ')}: ${reason}`,
    by: by.id,
    at,
    own: { dimension, points, reason },
  }));
  const same = (a: (typeof flags)[number], b: (typeof flags)[number]): boolean =>
    a.dimension === b.dimension && a.reason === b.reason && a.by === b.by;
  // The verdict repeats the newest of them once it is scored.
  const told = [...raised, ...flags];
  return told.filter((flag, i) => told.findIndex((other) => same(flag, other)) === i);
}

function pointOf(point: PointFacts, flags: CaseReview['flags'], words: Words): ReviewPoint {
  const flag = flags.find(({ reason, own }) =>
    own === undefined ? names(reason, point.id) : own.points.includes(point.id),
  );
  return {
    id: point.id,
    kind: point.kind,
    result: point.result,
    delivery_gate: point.delivery_gate,
    tags: [...point.tags],
    text: point.text,
    rendered: point.rendered,
    state: point.state,
    label: point.label(words),
    judgements: point.judgements.map((said) => ({ ...said, quotes: quotesIn(said.quotes, words) })),
    human: point.human.map((said) => ({ ...said, quotes: quotesIn(said.quotes, words) })),
    ...(point.decidedBy === undefined ? {} : { decided_by: point.decidedBy }),
    ...(flag === undefined ? {} : { flagged: flag.dimension }),
    ...(point.readings.length === 0 ? {} : { readings: readingsShown(point.readings, words) }),
  };
}

function quotesIn(quotes: readonly FoundQuote[], words: Words): Quote[] {
  return quotes.map(({ text, found: _found, pointer: _pointer, ...quote }) => ({
    ...quote,
    text: text(words),
  }));
}

/** Whether a text names a point: `CP2`, and not `CP20`. */
function names(text: string, id: string): boolean {
  const at = text.indexOf(id);
  if (at === -1) return false;
  const before = text.charAt(at - 1);
  const after = text.charAt(at + id.length);
  return (!/[A-Za-z0-9]/.test(before) && !/\d/.test(after)) || names(text.slice(at + id.length), id);
}
