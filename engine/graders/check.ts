import {
  findingAt,
  inspectEvalset,
  severitiesOf,
  tell,
  withSeverities,
  type FilePort,
  type Finding,
} from '../evalset/index.ts';
import { compileEvalset, compileFindings } from '../compile/index.ts';
import type { GraderReport } from './report.ts';
import { tryGraders } from './run.ts';
import { openStage } from './stage.ts';

export interface GraderOptions {
  /** YYYY-MM-DD. */
  readonly day0: string;
  /** All cases when absent. */
  readonly cases?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface GraderCheck {
  /** Null when the evalset cannot be compiled, or has no transcripts. */
  readonly report: GraderReport | null;
  readonly findings: readonly Finding[];
}

/**
 * Tries the checks of the evalset in a folder on one day. The findings are those of the graders alone; an evalset that
 * has errors of its own is not tried (`check` tells them).
 */
export async function checkGraders(
  root: string,
  files: FilePort,
  { day0, cases, signal }: GraderOptions,
): Promise<GraderCheck> {
  const { loaded } = await inspectEvalset(root, files, signal);
  const { evalset } = loaded;
  if (evalset === null) return { report: null, findings: [] };
  const severities = severitiesOf(loaded.files);
  if (evalset.graders === null) {
    const { file } = evalset.file ?? evalset.world;
    const none = findingAt(
      { file, at: [], locate: { what: 'head' } },
      'grader-missing',
      'warning',
      tell`The evalset has no transcripts, so nothing shows what its checks let pass. Write cases.graders.yaml beside it: by case, under oracle, what a perfect agent would say and do.`,
    );
    return { report: null, findings: withSeverities([none], severities) };
  }
  // Nothing of the script is kept, so that its clock does not matter.
  const compiled = compileEvalset(evalset, { day0, now: () => new Date(`${day0}T00:00:00Z`) });
  if ('errors' in compiled)
    return { report: null, findings: compileFindings(evalset, compiled.errors).findings };
  const whole = openStage(evalset, compiled.script, day0);
  const chosen = whole.cases.filter(({ card }) => cases?.includes(card.value.case_id) !== false);
  const stage = { ...whole, cases: chosen };
  const { report, findings } = await tryGraders(stage, signal);
  return { report, findings: withSeverities(findings, severities) };
}
