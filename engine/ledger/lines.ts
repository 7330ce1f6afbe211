import type { EvalStep } from '../../schemas/index.ts';
import type { CaseWindow } from '../evidence/windows.ts';

/** A line of a case as the script has it, and where it was sent. */
export interface ScriptLine {
  readonly step: string;
  /** Number of its turn, or `cond1`, `cond2` …; null for another. */
  readonly name: number | string | null;
  readonly question: boolean;
  /** In the playing that sent it first; undefined: it was not sent. */
  readonly sent?: { readonly message_id: string; readonly ts: string };
}

/** The lines of a case. What one playing sent stays in the world, whether the playing counts or not. */
export function linesOf(steps: readonly EvalStep[], windows: readonly CaseWindow[]): ScriptLine[] {
  const sent = windows.flatMap(({ lines }) => lines);
  return steps.flatMap((step): ScriptLine[] => {
    if (step.op !== 'msg' && step.op !== 'dm') return [];
    const [, turn, cond] = /-(?:[qi](\d+)|(cond\d+))$/.exec(step.id) ?? [];
    const found = sent.find((line) => line.step === step.id);
    return [
      {
        step: step.id,
        name: cond ?? (turn === undefined ? null : Number(turn)),
        question: /-q\d+$/.test(step.id),
        ...(found === undefined ? {} : { sent: { message_id: found.message_id, ts: found.ts } }),
      },
    ];
  });
}
