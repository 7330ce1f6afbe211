import {
  judgeTemplate,
  trustedEvent,
  type JudgeFilled,
  type JudgeTemplate,
  type TrustedEvent,
} from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { keepBeside, readJsonIfAny, readTextIfAny, writeJson } from '../batch/files.ts';
import { readJournal } from '../batch/journal.ts';
import { readLines } from '../batch/lines.ts';
import { renderTextOn } from '../compile/index.ts';
import { WorldState } from '../director/state.ts';
import { loadCaseEvidence } from '../evidence/load.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { buildTemplate, mergeManual, ruleJudge } from '../judge/index.ts';
import type { OpenBatch } from './batch.ts';

export interface PlayedCase {
  readonly caseId: string;
  readonly group: string;
  /** null: the case has not been played to its end. */
  readonly evidence: CaseEvidence | null;
}

/** What a judge reads beside the evidence files. A director at work has it in memory. */
export interface PlayRecord {
  readonly state: WorldState;
  readonly events: readonly TrustedEvent[];
}

/** Which cases a stage is about, and whence it reads. */
export interface CaseFilter {
  /** All cases of the batch when absent. */
  readonly cases?: readonly string[] | undefined;
  readonly record?: PlayRecord | undefined;
  readonly signal?: AbortSignal | undefined;
  /** After each case: how many of how many are done. */
  readonly told?: ((done: number, total: number) => void) | undefined;
}

/** @throws UsageError for a case that the batch does not have */
export function assertCases(batch: OpenBatch, cases: readonly string[]): void {
  const unknown = cases.filter((id) => !batch.manifest.cases.includes(id));
  if (unknown.length > 0) {
    throw new UsageError(
      `${batch.paths.root}: the batch has no case ${unknown.join(', ')}; it has ${batch.manifest.cases.join(', ')}`,
    );
  }
}

function recordOf({ paths }: OpenBatch): PlayRecord {
  return {
    state: new WorldState(readJournal(paths.abs(paths.journal)).entries),
    events: readLines(paths.abs(paths.events), trustedEvent),
  };
}

/** Every case of the batch in the evalset's order, or those that are asked for, with what was kept of it. */
export async function playedCases(batch: OpenBatch, filter: CaseFilter = {}): Promise<PlayedCase[]> {
  const { paths } = batch;
  const { state, events } = filter.record ?? recordOf(batch);
  const cases: PlayedCase[] = [];
  for (const caseId of batch.manifest.cases) {
    if (filter.cases !== undefined && !filter.cases.includes(caseId)) continue;
    filter.signal?.throwIfAborted();
    const bundle = batch.execBundles.find((b) => b.cases.includes(caseId));
    const group = bundle?.group ?? '';
    const steps = (bundle?.steps ?? []).filter((s) => s.case_id === caseId);
    const agentName = batch.manifest.agent.display_name;
    const evidence = await loadCaseEvidence({ paths, state, caseId, group, steps, agentName, events });
    cases.push({ caseId, group, evidence });
  }
  return cases;
}

/** The template of a played case, from the frozen card and the evidence. */
export function templateOf(batch: OpenBatch, played: PlayedCase & { evidence: CaseEvidence }): JudgeTemplate {
  const card = batch.evalset.cards.find((c) => c.value.case_id === played.caseId);
  const evaluation = batch.evalBundles.flatMap((b) => b.cards).find((c) => c.case_id === played.caseId);
  if (card === undefined || evaluation === undefined) {
    throw new Error(
      `${batch.paths.root}: the frozen evalset and the script disagree about case "${played.caseId}"`,
    );
  }
  const actorNames = Object.fromEntries(
    Object.entries(batch.world.actors).map(([key, actor]) => [key, actor.display_name]),
  );
  return buildTemplate({ card: card.value, evaluation, evidence: played.evidence, actorNames });
}

export interface JudgeReport {
  readonly judged: readonly string[];
  readonly notPlayed: readonly string[];
}

/**
 * Writes template and judge file of every played case. `rule` decides by the checks sidecar; what no check decides
 * keeps the word that a person gave it in the judge file. `manual` only lays out files for a person to fill in.
 * A judge file that would change is kept beside the new one. With a filter only its cases are looked at.
 */
export async function judgeBatch(
  batch: OpenBatch,
  mode: 'rule' | 'manual',
  now: () => Date,
  filter: CaseFilter = {},
): Promise<JudgeReport> {
  const judged: string[] = [];
  const notPlayed: string[] = [];
  const cases = await playedCases(batch, filter);
  for (const [i, played] of cases.entries()) {
    filter.signal?.throwIfAborted();
    filter.told?.(i, cases.length);
    const { evidence, caseId } = played;
    if (evidence === null) {
      notPlayed.push(caseId);
      continue;
    }
    const template = templateOf(batch, { ...played, evidence });
    await writeJson(batch.paths.abs(batch.paths.judgeTemplate(caseId)), judgeTemplate.parse(template));
    const file = batch.paths.abs(batch.paths.judgeFile(caseId));
    const existing = await readTextIfAny(file);
    if (mode === 'manual') {
      if (existing === undefined) await writeJson(file, template);
    } else {
      const checks = batch.evalset.checks?.value.checks[caseId];
      const render = renderTextOn(batch.manifest.day0, batch.evalset.file?.value.date_forms);
      const decided = ruleJudge(template, checks, evidence, render, now);
      await keepAndWrite(file, existing, withPersonsWords(decided, template, existing));
    }
    judged.push(caseId);
  }
  filter.told?.(cases.length, cases.length);
  return { judged, notPlayed };
}

/** What no check decides keeps what the judge file already says of it. */
function withPersonsWords(
  decided: JudgeFilled,
  template: JudgeTemplate,
  existing: string | undefined,
): JudgeFilled {
  if (existing === undefined) return decided;
  let value: unknown;
  try {
    value = JSON.parse(existing);
  } catch {
    return decided;
  }
  const before = mergeManual(template, value).judge;
  return {
    ...decided,
    decisions: decided.decisions.map((decision) => {
      if (decision.met !== null || decision.cannot_judge !== undefined) return decision;
      return before.decisions.find((d) => d.id === decision.id && d.met !== null) ?? decision;
    }),
    ...(before.human_review === undefined ? {} : { human_review: before.human_review }),
  };
}

async function keepAndWrite(file: string, existing: string | undefined, judge: JudgeFilled): Promise<void> {
  // The same words again are no new judgement: the file, and when it was judged, stay.
  if (existing !== undefined && sameDecisions(existing, judge)) return;
  if (existing !== undefined) await keepBeside(file, existing);
  await writeJson(file, judge);
}

function sameDecisions(existing: string, judge: JudgeFilled): boolean {
  try {
    const before = JSON.parse(existing) as { decisions?: unknown };
    return JSON.stringify(before.decisions) === JSON.stringify(judge.decisions);
  } catch {
    return false;
  }
}

/** The template on disk, when the case has been judged. */
export function readTemplate(batch: OpenBatch, caseId: string): Promise<JudgeTemplate | undefined> {
  return readJsonIfAny(batch.paths.abs(batch.paths.judgeTemplate(caseId)), judgeTemplate);
}
