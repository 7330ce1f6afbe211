import { judgeTemplate, trustedEvent, type JudgeTemplate, type TrustedEvent } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { readJsonIfAny } from '../batch/files.ts';
import { readJournal } from '../batch/journal.ts';
import { readLines } from '../batch/lines.ts';
import { WorldState } from '../director/state.ts';
import { Belongings } from '../evidence/belonging.ts';
import { loadCaseEvidence } from '../evidence/load.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { windowsOf } from '../evidence/windows.ts';
import type { CaseWorld } from '../judge/index.ts';
import type { WorldLedger } from '../ledger/index.ts';
import type { OpenBatch } from './batch.ts';
import { scriptedCases, worldLedger } from './world-ledger.ts';

export interface PlayedCase {
  readonly caseId: string;
  readonly group: string;
  /** null: the case has not been played to its end. */
  readonly evidence: CaseEvidence | null;
  /** What stood in the world when it began; undefined: it has not begun. */
  readonly world?: CaseWorld | undefined;
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
  return (await playedBatch(batch, filter)).cases;
}

export interface PlayedBatch {
  readonly cases: PlayedCase[];
  /** Of the whole batch, also where only some of its cases are asked for. */
  readonly ledger: WorldLedger;
}

/** The same with what the cases left in the world: windows and facts are of all cases, whichever are asked for. */
export async function playedBatch(batch: OpenBatch, filter: CaseFilter = {}): Promise<PlayedBatch> {
  const { paths } = batch;
  const { state, events } = filter.record ?? recordOf(batch);
  const scripted = scriptedCases(batch);
  const byId = new Map(scripted.map((one) => [one.caseId, one]));
  const windows = windowsOf(scripted, state);
  const belongings = new Belongings(windows, events);
  const agentName = batch.manifest.agent.display_name;
  const read = new Map<string, Promise<CaseEvidence | null>>();
  const evidenceOf = (caseId: string): Promise<CaseEvidence | null> => {
    const one = byId.get(caseId);
    if (one === undefined) return Promise.resolve(null);
    const { group, steps } = one;
    const found =
      read.get(caseId) ??
      loadCaseEvidence({ paths, state, caseId, group, steps, agentName, events, belongings });
    read.set(caseId, found);
    return found;
  };
  const ledger = await worldLedger(batch, scripted, windows, evidenceOf);
  const cases: PlayedCase[] = [];
  for (const { caseId, group } of scripted) {
    if (filter.cases !== undefined && !filter.cases.includes(caseId)) continue;
    filter.signal?.throwIfAborted();
    const evidence = await evidenceOf(caseId);
    cases.push({ caseId, group, evidence, world: ledger.worldOf(caseId) });
  }
  return { cases, ledger };
}

/** The template on disk, when the case has been judged. */
export function readTemplate(batch: OpenBatch, caseId: string): Promise<JudgeTemplate | undefined> {
  return readJsonIfAny(batch.paths.abs(batch.paths.judgeTemplate(caseId)), judgeTemplate);
}
