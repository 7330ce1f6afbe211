import type { EvaluationCard, Origin } from '../../schemas/index.ts';
import type { CorrectedTurn, TextPart } from '../evalset/corrected.ts';
import { composePart, composeTurn, type Composed } from './compose.ts';
import type { MappedCase, RenderedCase } from './pipeline.ts';

export interface CaseEvaluation {
  readonly card: EvaluationCard;
  /** By field of the evaluation card, such as `query/0`. */
  readonly origins: Readonly<Record<string, Origin>>;
}

/**
 * The evaluation card of a case: what the judge reads, rendered. `query` holds the `query` turns with their leading
 * mention (what colleagues add is shown to the judge as stimulus messages).
 */
export function caseEvaluation(
  { card, ordinal }: MappedCase,
  rendered: RenderedCase,
  turns: readonly CorrectedTurn[],
): CaseEvaluation {
  const origins: Record<string, Origin> = {};
  const named = (name: string, { text, origin }: Composed): string => {
    origins[name] = origin;
    return text;
  };
  /** A field that belongs to no turn. */
  const field = (name: string, key: string, source: string): string => {
    const whole: TextPart = { at: [key], source, from: 0, to: source.length, turn: 0 };
    const { text, origin } = composePart(rendered, whole);
    const { turn: _, ...rest } = origin;
    return named(name, { text, origin: rest, problems: [] });
  };
  const query = turns
    .filter(({ kind }) => kind === 'query')
    .map((turn, n) => named(`query/${n}`, composeTurn(rendered, turn, null)));
  const checkpoints = field('checkpoints_rendered', 'checkpoints_raw', card.checkpoints_raw);
  const notes =
    card.exec_notes === undefined
      ? {}
      : { exec_notes_rendered: field('exec_notes_rendered', 'exec_notes', card.exec_notes) };
  return {
    card: {
      case_id: card.case_id,
      ordinal,
      query,
      checkpoints_rendered: checkpoints,
      points: [...rendered.points],
      ...notes,
    },
    origins,
  };
}
