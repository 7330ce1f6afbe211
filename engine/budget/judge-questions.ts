import type { JudgeDefinition, TeamCard } from '../../schemas/index.ts';
import { parseCheckpoints } from '../evalset/index.ts';
import { MODEL_DEFAULTS } from '../models/index.ts';
import { NOTHING, plus, type Amounts } from './amounts.ts';

/** Most bytes of a character of a question inside a request, and of what stands around the question. */
const BYTES_PER_CHAR = 3;
const AROUND = 20_000;

/** A case as its judges meet it. */
export interface ToJudge {
  readonly card: Pick<TeamCard, 'checkpoints_raw'>;
  /** Conditional lines that no rule decides. */
  readonly openLines: number;
  /** Points that have a check: a model is asked about one only when its check cannot tell. */
  readonly checked: ReadonlySet<string>;
}

/** Questions that a judge has about a case when each is asked once, if every check tells. */
export function questionsOf(
  { card, checked }: Pick<ToJudge, 'card' | 'checked'>,
  { per = 'point', support = true, repeats = 1 }: JudgeDefinition,
): number {
  const points = parseCheckpoints(card.checkpoints_raw).points.filter(({ id }) => !checked.has(id)).length;
  const words = per === 'case' ? Math.min(points, 1) : points;
  return repeats * (words + (support ? points : 0));
}

/** Most that one question takes; it is never longer than the judge's `max_input_chars`. */
export function mostOfQuestion({ max_input_chars, max_output_tokens, price }: JudgeDefinition): Amounts {
  const input = (max_input_chars ?? MODEL_DEFAULTS.maxInputChars) * BYTES_PER_CHAR + AROUND;
  const output = max_output_tokens ?? MODEL_DEFAULTS.maxOutputTokens;
  return {
    messages: 0,
    tokens: input + output,
    cost: price === undefined ? null : (input * price.input + output * price.output) / 1_000_000,
  };
}

/**
 * What judging a case may take, further tries after failures, and checks and rules that cannot tell, aside: such a
 * question is taken from what is free when it is sent, or is not sent. The first judge that is a model decides
 * conditional lines, too.
 */
export function judgingOf(toJudge: ToJudge, judges: readonly JudgeDefinition[]): Amounts {
  return judges.reduce((total, judge, i) => {
    const count = questionsOf(toJudge, judge) + (i === 0 ? toJudge.openLines : 0);
    const { tokens, cost } = mostOfQuestion(judge);
    const times = (one: number | null): number | null =>
      count === 0 ? 0 : one === null ? null : one * count;
    return plus(total, { messages: 0, tokens: times(tokens), cost: times(cost) });
  }, NOTHING);
}
