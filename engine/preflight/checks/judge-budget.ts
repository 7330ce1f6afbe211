import { parseCheckpoints, tell } from '../../evalset/index.ts';
import type { Check } from '../model.ts';
import { problemAt } from '../problem.ts';

/** `judge-budget`: a judge may send fewer requests than it has questions, so that some points stay without a word. */
export const judgeBudget: Check = ({ judges, evalset, script }) => {
  const { file } = evalset;
  if (typeof judges === 'string' || file === null) return [];
  const played = new Set(script.selection.cases);
  const cards = evalset.cards.filter(({ value }) => played.has(value.case_id));
  return judges.flatMap(({ name, definition }) => {
    const most = definition?.budget?.calls;
    if (definition === undefined || most === undefined || file.value.judges?.[name] === undefined) return [];
    const questions = cards.reduce((sum, { value }) => {
      const points = parseCheckpoints(value.checkpoints_raw).points.length;
      return sum + (definition.per === 'case' ? Math.min(points, 1) : points) * (definition.repeats ?? 1);
    }, 0);
    if (questions <= most) return [];
    return [
      problemAt(
        { file: file.file, at: [...file.at, 'judges', name, 'budget', 'calls'] },
        'warns',
        'judge-budget',
        tell`Judge "${name}" may send ${most} requests and has at least ${questions} questions, so that points stay without a word. Raise budget.calls, or run fewer cases.`,
      ),
    ];
  });
};
