import type { BatchOverview, CaseRow, CaseState } from '../../schemas/review.ts';
import { historyOf } from '../batch/history.ts';
import { countedMet, happenedLines, type Words } from '../report/index.ts';
import { batchRef } from './batch-ref.ts';
import type { BatchFacts } from './batch.ts';
import type { FrozenCard } from './frozen.ts';
import type { ReadVerdict } from './loose/judged.ts';
import { playOf, stateWithoutVerdict } from './play.ts';
import { told, type Trouble } from './trouble.ts';

/** What the list needs of a verdict. */
export interface VerdictFacts {
  readonly status: ReadVerdict['status'];
  readonly met: number;
  readonly total: number;
  readonly title: string;
  readonly storyline: string;
  readonly group: string;
}

export function verdictFacts(verdict: ReadVerdict): VerdictFacts {
  return {
    status: verdict.status,
    met: countedMet(verdict),
    total: verdict.required_total,
    title: verdict.case.title,
    storyline: verdict.case.storyline,
    group: verdict.group,
  };
}

export interface OverviewInput {
  readonly facts: BatchFacts;
  readonly live: boolean;
  readonly verdicts: ReadonlyMap<string, VerdictFacts>;
  /** Cases that have a judge file or template. */
  readonly judged: ReadonlySet<string>;
  readonly frozen: ReadonlyMap<string, FrozenCard>;
  readonly troubles: readonly Trouble[];
}

/** A batch and its cases, in a language. */
export function overviewOf(input: OverviewInput, words: Words): BatchOverview {
  const { facts } = input;
  const cases = facts.cases.map((id) => rowOf(id, input, words));
  const over = facts.cases.filter((id) => input.verdicts.has(id) || playOf(facts, id).ended).length;
  const state = stateOf(input);
  return {
    batch: batchRef(facts, words),
    state,
    text: textOf(input, state, over, words),
    micro: facts.summary?.micro ?? null,
    cases,
    happened: happenedIn(input, words),
    problems: told([...facts.troubles, ...input.troubles], words),
  };
}

function happenedIn({ facts, live }: OverviewInput, words: Words): BatchOverview['happened'] {
  const { manifest, director: events, faults } = facts;
  return manifest === null ? [] : happenedLines(historyOf({ manifest, events, faults, live }), words);
}

function stateOf({ facts, live }: OverviewInput): BatchOverview['state'] {
  if (live) return 'running';
  if (facts.manifest === null && !facts.foreign) return 'unreadable';
  const { summary } = facts;
  if (summary === null) return 'stopped';
  const planned = facts.foreign ? summary.cases_planned : facts.cases.length;
  return summary.cases_run >= planned ? 'finished' : 'stopped';
}

const STATUSES = ['PASS', 'FAIL', 'PENDING', 'FAIL_ENV', 'RERUN', 'VOID'];

function textOf({ facts }: OverviewInput, state: BatchOverview['state'], over: number, words: Words): string {
  const total = facts.cases.length;
  switch (state) {
    case 'unreadable':
      return words.unreadable;
    case 'running': {
      const last = facts.journal.entries.at(-1)?.phase;
      if (over === 0 && last !== 'eval') return last === 'cast' ? words.admittingAgent : words.buildingWorld;
      return words.batchRunning(over, total);
    }
    case 'stopped':
      return words.stopped(over, Math.max(total, facts.summary?.cases_planned ?? 0));
    case 'finished': {
      const { summary } = facts;
      if (summary === null) return '';
      const counts = STATUSES.filter((one) => (summary.counts[one] ?? 0) > 0);
      const states = counts.map((one) => `${one} ${summary.counts[one] ?? 0}`).join(' · ');
      return words.counting(summary.scored_total, summary.cases_planned, states);
    }
  }
}

function rowOf(id: string, { facts, live, verdicts, judged, frozen }: OverviewInput, words: Words): CaseRow {
  const verdict = verdicts.get(id);
  const card = frozen.get(id);
  const scripted = facts.scripted.get(id);
  const state =
    verdict?.status ?? stateWithoutVerdict(playOf(facts, id), live, facts.cases.length === 1, judged.has(id));
  return {
    case_id: id,
    title: verdict?.title ?? card?.title ?? scripted?.card?.query[0] ?? '',
    storyline: verdict?.storyline ?? card?.storyline ?? '',
    group: scripted?.group ?? verdict?.group ?? card?.group ?? '',
    state,
    text: rowText(state, verdict, live, words),
  };
}

function rowText(state: CaseState, verdict: VerdictFacts | undefined, live: boolean, words: Words): string {
  if (state === 'PASS' || state === 'FAIL') return words.outOf(verdict?.met ?? 0, verdict?.total ?? 0);
  return state === 'empty' && live ? words.caseStates.queued : words.caseStates[state];
}
