import { judgeTemplate, trustedEvent, type JudgeTemplate, type TrustedEvent } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { readJsonIfAny } from '../batch/files.ts';
import { readJournal } from '../batch/journal.ts';
import { readLines } from '../batch/lines.ts';
import { WorldState } from '../director/state.ts';
import { loadCaseEvidence } from '../evidence/load.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { buildTemplate } from '../judge/index.ts';
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

/** What a batch that nobody plays tells of its play. */
export function recordOf({ paths }: OpenBatch): PlayRecord {
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

/** The template on disk, when the case has been judged. */
export function readTemplate(batch: OpenBatch, caseId: string): Promise<JudgeTemplate | undefined> {
  return readJsonIfAny(batch.paths.abs(batch.paths.judgeTemplate(caseId)), judgeTemplate);
}
