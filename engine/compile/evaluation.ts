import type { EvaluationCard, Origin, TeamCard } from '../../schemas/index.ts';
import { parseCheckpoints } from '../evalset/checkpoints.ts';
import { pointerOf } from '../evalset/finding.ts';
import type { Located, ValuePath } from '../evalset/model.ts';
import { errorAt } from './errors.ts';
import type { CompileError } from './model.ts';
import { renderText, type RenderContext } from './render.ts';

export interface CaseEvaluation {
  readonly card: EvaluationCard;
  /** By field of the evaluation card, such as `query/0`. */
  readonly origins: Readonly<Record<string, Origin>>;
  readonly errors: readonly CompileError[];
}

/**
 * The evaluation card of a case: what the judge reads, rendered. `query` holds the `query` turns with their leading
 * mention (what colleagues add is shown to the judge as stimulus messages). A point's `text` is its line to the letter;
 * no placeholder spans lines, so a line renders as it does in the whole.
 */
export function caseEvaluation(
  located: Located<TeamCard>,
  ordinal: number,
  context: RenderContext,
): CaseEvaluation {
  const { value: card } = located;
  const origins: Record<string, Origin> = {};
  const errors: CompileError[] = [];
  const field = (name: string, at: ValuePath, source: string, turn?: number): string => {
    const { text, moves, problems } = renderText(source, context);
    errors.push(...problems.map((problem) => errorAt(located, at, problem.message)));
    origins[name] = {
      case_id: card.case_id,
      field: pointerOf(at),
      ...(turn === undefined ? {} : { turn }),
      moves: [...moves],
    };
    return text;
  };
  const query = card.turns
    .map((turn, i) => ({ turn, i }))
    .filter(({ turn }) => turn.kind === 'query')
    .map(({ turn, i }, n) => field(`query/${n}`, ['turns', i, 'text'], turn.text, turn.turn));
  const checkpoints = field('checkpoints_rendered', ['checkpoints_raw'], card.checkpoints_raw);
  const points = parseCheckpoints(card.checkpoints_raw).points.map(
    ({ id, kind, result, delivery_gate, text }) => ({
      id,
      kind,
      result,
      delivery_gate,
      text,
      text_rendered: renderText(text, context).text,
    }),
  );
  const notes =
    card.exec_notes === undefined
      ? {}
      : { exec_notes_rendered: field('exec_notes_rendered', ['exec_notes'], card.exec_notes) };
  return {
    card: { case_id: card.case_id, ordinal, query, checkpoints_rendered: checkpoints, points, ...notes },
    origins,
    errors,
  };
}
