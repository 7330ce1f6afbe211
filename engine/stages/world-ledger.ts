import type { CaseEvidence } from '../evidence/model.ts';
import type { ScriptedCase } from '../evidence/windows.ts';
import { readTextIfAny } from '../batch/files.ts';
import { renderTextOn } from '../compile/index.ts';
import type { CaseWindow } from '../evidence/windows.ts';
import { acceptDecisions, evaluateCheck, mergeManual, type CaseWorld } from '../judge/index.ts';
import { WorldLedger, type PointWord, type Readings } from '../ledger/index.ts';
import type { OpenBatch } from './batch.ts';
import { byRule } from './judge-case.ts';
import { templateOf } from './template-of.ts';

const NOTHING: PointWord = { met: null, reason: 'it has not been judged', evidence: [] };

/** The cases of a batch as its script has them, in the evalset's order. */
export function scriptedCases(batch: OpenBatch): ScriptedCase[] {
  const cards = new Map(batch.evalset.cards.map(({ value }) => [value.case_id, value]));
  const bundles = new Map(batch.execBundles.flatMap((bundle) => bundle.cases.map((id) => [id, bundle])));
  const steps = new Map<string, ScriptedCase['steps'][number][]>();
  for (const step of batch.execBundles.flatMap((bundle) => bundle.steps)) {
    const own = steps.get(step.case_id);
    if (own === undefined) steps.set(step.case_id, [step]);
    else own.push(step);
  }
  return batch.manifest.cases.map((caseId) => ({
    caseId,
    group: bundles.get(caseId)?.group ?? '',
    crossGroups: cards.get(caseId)?.cross_group ?? [],
    steps: steps.get(caseId) ?? [],
  }));
}

/** What the cases of a batch left in the world, by its frozen `cases.deps.yaml`, its journal and its evidence. */
export function worldLedger(
  batch: OpenBatch,
  cases: readonly ScriptedCase[],
  windows: readonly CaseWindow[],
  evidenceOf: (caseId: string) => Promise<CaseEvidence | null>,
): Promise<WorldLedger> {
  const renderText = renderTextOn(batch.manifest.day0, batch.evalset.file?.value.date_forms);
  return WorldLedger.make({
    batch: batch.manifest.label,
    deps: batch.evalset.deps?.value ?? null,
    cases,
    windows,
    render: renderText,
    evidenceOf,
    check: (check, evidence) => evaluateCheck(check, { evidence, renderText }),
    pointOf: (caseId, point, readings) => wordOn(batch, cases, evidenceOf, caseId, point, readings),
  });
}

/** The word on a point: what the checks decide, else what stands in the first judge's file and evidence carries. */
async function wordOn(
  batch: OpenBatch,
  cases: readonly ScriptedCase[],
  evidenceOf: (caseId: string) => Promise<CaseEvidence | null>,
  caseId: string,
  point: string,
  readings: Readings,
): Promise<PointWord> {
  const evidence = await evidenceOf(caseId);
  const scripted = cases.find((one) => one.caseId === caseId);
  if (evidence === null || scripted === undefined) return NOTHING;
  const world: CaseWorld = { before: { ran_before: [], ran_beside: [], facts: [] }, readings };
  const template = templateOf(batch, { caseId, group: scripted.group, evidence, world });
  const wanted = template.decisions.find(({ id }) => id === point);
  if (wanted === undefined) return { ...NOTHING, reason: `case ${caseId} has no point ${point}` };
  const rule = byRule(batch, { template, evidence }, () => new Date(0));
  const own = rule.decisions.find(({ id }) => id === point);
  if (own !== undefined && own.met !== null) return own;
  const text = await readTextIfAny(batch.paths.abs(batch.paths.judgeFile(caseId)));
  if (text === undefined) return NOTHING;
  let filled: unknown;
  try {
    filled = JSON.parse(text);
  } catch {
    return { ...NOTHING, reason: `${batch.paths.judgeFile(caseId)} is not valid JSON` };
  }
  const accepted = acceptDecisions(mergeManual(template, filled).judge, template, evidence);
  const found = accepted.decisions.find(({ id }) => id === point);
  if (found === undefined) return NOTHING;
  return found.met === null ? { ...found, reason: found.cannot_judge ?? NOTHING.reason } : found;
}
