import type { CaseGrader, EvalStep, StepOf } from '../../schemas/index.ts';
import { actsOf, transcriptsOf, type Act, type Stage, type StagedCase } from '../graders/index.ts';

type Line = StepOf<EvalStep, 'msg'> | StepOf<EvalStep, 'dm'>;

/** What the agent of a rehearsal does: as the case's oracle, or as one of the agents that know nothing. */
export type Role = 'oracle' | 'silent' | 'refuse_all' | 'echo' | 'claim_only' | 'injected';

/** A line of the script that the agent may hear, and what it then does. */
export interface Cue {
  readonly case_id: string;
  readonly step: Line;
  /** Turn, or `cond{k}`. */
  readonly after: number | string;
  /** Group key of the line; null for a direct message. */
  readonly group: string | null;
  readonly acts: readonly Act[];
}

/** By what is heard: the cues of a text, in the script's order. */
export type Cues = ReadonlyMap<string, readonly Cue[]>;

/** Everything that the agent of a rehearsal may hear. */
export function cuesOf(stage: Stage, graders: Readonly<Record<string, CaseGrader>>, role: Role): Cues {
  const cues = new Map<string, Cue[]>();
  for (const staged of stage.cases) {
    const case_id = staged.card.value.case_id;
    const acts = actsFor(stage, staged, graders[case_id], role);
    for (const step of staged.steps) {
      if (step.op !== 'msg' && step.op !== 'dm') continue;
      const after = step.conditional?.key ?? Number(/-[qi](\d+)$/.exec(step.id)?.[1]);
      const group = step.op === 'msg' ? step.group : null;
      const mine = acts.filter((act) => act.after === after);
      const list = cues.get(step.text) ?? [];
      list.push({ case_id, step, after, group, acts: mine });
      cues.set(step.text, list);
    }
  }
  return cues;
}

function actsFor(
  stage: Stage,
  staged: StagedCase,
  grader: CaseGrader | undefined,
  role: Role,
): readonly Act[] {
  if (role === 'oracle') return actsOf(stage, grader?.oracle ?? []);
  return transcriptsOf(role, stage, staged, grader)[0] ?? [];
}
