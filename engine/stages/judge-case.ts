import { judgeFilled, type JudgeFilled, type JudgeTemplate } from '../../schemas/index.ts';
import { readTextIfAny, writeJson } from '../batch/files.ts';
import { renderTextOn } from '../compile/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { checksInWorld, ruleJudge } from '../judge/index.ts';
import type { ChangedPoint } from '../judge/judging.ts';
import { modelJudge } from '../judge/model/index.ts';
import type { OpenBatch } from './batch.ts';
import { keepAndWrite, withPersonsWords } from './judge-files.ts';
import type { CaseJudge } from './judge-plan.ts';
import type { ModelSession } from './model-session.ts';

export interface JudgedCase {
  readonly template: JudgeTemplate;
  readonly evidence: CaseEvidence;
}

function branchesOf({ evalset }: OpenBatch, caseId: string): Parameters<typeof checksInWorld>[2] {
  const all = evalset.deps?.value.cases ?? {};
  return Object.hasOwn(all, caseId) ? all[caseId]?.branches : undefined;
}

/** What code decides of a case, by the checks of the frozen evalset, or those of the branches that apply. */
export function byRule(batch: OpenBatch, { template, evidence }: JudgedCase, now: () => Date): JudgeFilled {
  const checks = batch.evalset.checks?.value.checks[template.case_id];
  const render = renderTextOn(batch.manifest.day0, batch.evalset.file?.value.date_forms);
  const branches = branchesOf(batch, template.case_id);
  return ruleJudge(template, checksInWorld(template, checks, branches), evidence, render, now);
}

/**
 * Lets one judge judge one case and writes its file. Every judge begins with what the checks decide, and keeps the words
 * of a person that stand in its own file; it reads no other judge's. Null: the file was only laid out for a person.
 */
export async function judgeCase(
  batch: OpenBatch,
  judge: CaseJudge,
  file: string,
  judged: JudgedCase,
  models: ModelSession,
  now: () => Date,
  signal?: AbortSignal,
): Promise<{ filled: JudgeFilled; changed: ChangedPoint[] } | null> {
  const { template } = judged;
  const existing = await readTextIfAny(file);
  if (judge.mode === 'manual') {
    if (existing === undefined) await writeJson(file, template);
    return null;
  }
  const decided = withPersonsWords(byRule(batch, judged, now), template, existing);
  const filled = judge.mode === 'rule' ? decided : await byModel(judge, judged, decided, models, now, signal);
  return { filled, changed: await keepAndWrite(file, existing, judgeFilled.parse(filled)) };
}

async function byModel(
  judge: Extract<CaseJudge, { mode: 'model' }>,
  { template, evidence }: JudgedCase,
  decided: JudgeFilled,
  models: ModelSession,
  now: () => Date,
  signal?: AbortSignal,
): Promise<JudgeFilled> {
  const { settings, client } = await models.of(judge);
  const ask = (question: Parameters<typeof client.ask>[0]): ReturnType<typeof client.ask> =>
    client.ask(question, signal, models.account(template.case_id));
  return modelJudge({ template, evidence, decided, settings, ask, now });
}
