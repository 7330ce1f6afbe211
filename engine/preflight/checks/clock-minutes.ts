import { tell } from '../../evalset/told.ts';
import type { Check } from '../model.ts';
import { problemAt } from '../problem.ts';

/** `clock-before-start`: the minute of a clock case is over when the day begins, so it is asked at once. */
export const clockMinutes: Check = ({ evalset, script }) => {
  const start = script.world.render.kickoff_local;
  const early = new Map(
    script.execBundles
      .flatMap(({ steps }) => steps)
      .flatMap((step) =>
        step.op === 'gate' && step.kind === 'clock' && Date.parse(step.at) < Date.parse(start)
          ? [[step.case_id, step.at]]
          : [],
      ),
  );
  return evalset.cards.flatMap(({ file, at, value: card }) => {
    const minute = early.get(card.case_id);
    if (minute === undefined) return [];
    const key = card.clock_at === undefined ? 'clock_batch' : 'clock_at';
    return [
      problemAt(
        { file, at: [...at, key] },
        'warns',
        'clock-before-start',
        tell`This minute (${minute}) is before the start of the day (${start}), so the case is asked at once. Move the minute, or start earlier with --exec-at.`,
      ),
    ];
  });
};
