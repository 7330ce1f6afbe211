import type { CorrectionMove, EvalBundle, ExecBundle, Origin } from '../../schemas/index.ts';
import { evalBundle, execBundle, type CompiledCase, type ScriptParts } from './emit.ts';
import { caseEvaluation } from './evaluation.ts';
import type { Compiled, CompileError, CompileOptions } from './model.ts';
import type { CorrectedEvalset, MappedEvalset, RenderedEvalset } from './pipeline.ts';
import { selectCases } from './select.ts';
import { caseSteps } from './steps.ts';
import { DEFAULT_WORDING } from './wording.ts';

/** Emits the script: evaluation cards, steps, bundles by group, selection and provenance. */
export function emitScript(
  mapped: MappedEvalset,
  rendered: RenderedEvalset,
  corrected: CorrectedEvalset,
  options: Pick<CompileOptions, 'cases' | 'selectionLabel' | 'choose' | 'wording'>,
): { parts: ScriptParts; errors: readonly CompileError[] } {
  const errors: CompileError[] = [];
  const context = { ...mapped, wording: options.wording ?? DEFAULT_WORDING };
  const steps: Record<string, Origin> = {};
  const cards: Record<string, Record<string, Origin>> = {};
  const corrections: Record<string, CorrectionMove[]> = {};
  const selectable: Compiled[] = [];
  const groups = new Map<string, CompiledCase[]>();
  mapped.cases.forEach((one, i) => {
    const [texts, own] = [rendered.cases[i], corrected.cases[i]];
    if (texts === undefined || own === undefined) return;
    const { case_id, group_key: group } = one.card;
    const evaluation = caseEvaluation(one, texts, own.turns);
    const played = caseSteps(one, texts, own.turns, context);
    errors.push(...played.errors);
    selectable.push({ card: one.card, steps: played.steps, targets: one.targets, whyNot: null });
    Object.assign(steps, played.origins);
    cards[case_id] = { ...evaluation.origins };
    if (own.moves.length > 0) corrections[case_id] = [...own.moves];
    const compiled = { group, card: evaluation.card, steps: played.steps };
    const before = groups.get(group);
    if (before === undefined) groups.set(group, [compiled]);
    else before.push(compiled);
  });
  const { selection, budget } = selectCases(selectable, options, rendered.world);
  const selected = new Set(selection.cases);
  const evalBundles: EvalBundle[] = [];
  const execBundles: ExecBundle[] = [];
  for (const [group, cases] of groups) {
    const name = rendered.world.groups[group]?.name ?? group;
    evalBundles.push(evalBundle(group, name, rendered.day0, cases));
    const exec = execBundle(group, name, cases, selected);
    if (exec !== null) execBundles.push(exec);
  }
  const provenance = {
    day0: rendered.day0,
    ...(rendered.execAt === undefined ? {} : { exec_at: rendered.execAt }),
    order: mapped.cases.map(({ card }) => card.case_id),
    steps,
    cards,
    ...(Object.keys(corrections).length === 0 ? {} : { corrections }),
  };
  return {
    parts: { world: rendered.world, evalBundles, execBundles, selection, budget, provenance },
    errors,
  };
}
