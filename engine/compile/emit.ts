import type {
  EvalBundle,
  EvalStep,
  EvaluationCard,
  ExecBundle,
  Provenance,
  SelectionBudget,
  SelectionFile,
  StepOf,
  WorldPreset,
} from '../../schemas/index.ts';

/** A case in the middle of the compile: its evaluation card and its steps. */
export interface CompiledCase {
  readonly group: string;
  readonly card: EvaluationCard;
  readonly steps: readonly EvalStep[];
}

export interface ScriptParts {
  readonly world: WorldPreset;
  readonly evalBundles: readonly EvalBundle[];
  readonly execBundles: readonly ExecBundle[];
  readonly selection: SelectionFile;
  /** Of a selection for a time budget. */
  readonly budget?: SelectionBudget | undefined;
  readonly provenance: Provenance;
}

/** `eval-<group>`: every case of a group, before selection. */
export function evalBundle(
  group: string,
  groupName: string,
  day0: string,
  cases: readonly CompiledCase[],
): EvalBundle {
  return {
    group,
    group_name: groupName,
    day0,
    cards: cases.map((item) => item.card),
    steps: cases.flatMap((item) => item.steps),
  };
}

/** `exec-<group>`: the selected cases of a group in the evalset's order; null when none is selected. */
export function execBundle(
  group: string,
  groupName: string,
  cases: readonly CompiledCase[],
  selected: ReadonlySet<string>,
): ExecBundle | null {
  const chosen = cases.filter((item) => selected.has(item.card.case_id));
  if (chosen.length === 0) return null;
  const steps = chosen.flatMap((item) => item.steps);
  return {
    group,
    group_name: groupName,
    cases: chosen.map((item) => item.card.case_id),
    case_count: chosen.length,
    eval_steps: steps.length,
    est_minutes: estimatedMinutes(steps),
    steps,
  };
}

/**
 * Minutes that the steps take when every wait is used to its end (ours: the rule behind the source's figures is not
 * stated), to one decimal. The minute of a clock case counts nothing: it depends on when the batch is begun.
 */
function estimatedMinutes(steps: readonly EvalStep[]): number {
  const seconds = steps.reduce((sum, step) => sum + (step.op === 'gate' ? longest(step) : 0), 0);
  return Math.round(seconds / 6) / 10;
}

function longest(gate: StepOf<EvalStep, 'gate'>): number {
  if ('max_wait_sec' in gate) return gate.max_wait_sec;
  return 'min_quiet_sec' in gate ? gate.min_quiet_sec : 0;
}

/** A file's bytes: JSON, two spaces, final newline. */
export function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The script folder's files by name, manifests not among them. */
export function scriptFiles(parts: ScriptParts): Map<string, string> {
  return new Map<string, string>([
    ['world-preset.bound.json', jsonFile(parts.world)],
    ...parts.evalBundles.map((b): [string, string] => [`eval-${b.group}.json`, jsonFile(b)]),
    ...parts.execBundles.map((b): [string, string] => [`exec-${b.group}.json`, jsonFile(b)]),
    ['selection.json', jsonFile(parts.selection)],
    ['provenance.json', jsonFile(parts.provenance)],
  ]);
}
