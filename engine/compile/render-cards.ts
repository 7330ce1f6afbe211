import type { TeamCard, WorldPreset } from '../../schemas/index.ts';
import { parseCheckpoints } from '../evalset/checkpoints.ts';
import { pointerOf } from '../evalset/pointer.ts';
import type { ValuePath } from '../evalset/model.ts';
import { clockMinute } from './clock.ts';
import { errorAt } from './errors.ts';
import type { CompileError } from './model.ts';
import type { MappedCase, RenderedCase, RenderedText } from './pipeline.ts';
import { renderText, type RenderContext } from './render.ts';

/** What a parser of rows could not place; corrections may quote it. */
const DROPPED = ['dropped_injects', 'dropped_conditionals'] as const;

/** Renders every text of the cards that is compiled, or that a correction may quote. */
export function renderCards(
  cases: readonly MappedCase[],
  world: WorldPreset,
  context: RenderContext,
): { cases: readonly RenderedCase[]; errors: readonly CompileError[] } {
  const errors: CompileError[] = [];
  const rendered = cases.map((mapped): RenderedCase => {
    const { card, place } = mapped;
    const texts: Record<string, RenderedText> = {};
    const render = (source: string, at: ValuePath, used: boolean): void => {
      const { moves, problems } = renderText(source, context);
      if (used) errors.push(...problems.map(({ told }) => errorAt(place, at, told)));
      if (problems.length === 0) texts[pointerOf(at)] = { source, moves };
    };
    card.turns.forEach(({ text, condition }, i) => {
      render(text, ['turns', i, 'text'], true);
      render(condition ?? '', ['turns', i, 'condition'], true);
    });
    render(card.checkpoints_raw, ['checkpoints_raw'], true);
    if (card.exec_notes !== undefined) render(card.exec_notes, ['exec_notes'], true);
    for (const key of DROPPED)
      eachString(card[key], [key], (text, at) => {
        render(text, at, false);
      });
    const minute = clockMinute(card, world.render.kickoff_local, context);
    errors.push(...minute.problems.map((problem) => errorAt(place, [minute.at], problem)));
    if (minute.text !== null) texts['/clock_at'] = minute.text;
    return { case_id: card.case_id, texts, points: pointsOf(card, context), clock: minute.instant };
  });
  return { cases: rendered, errors };
}

/** A point's `text` is its line to the letter; no placeholder spans lines, so a line renders as it does in the whole. */
function pointsOf(card: TeamCard, context: RenderContext): RenderedCase['points'] {
  return parseCheckpoints(card.checkpoints_raw).points.map(({ id, kind, result, delivery_gate, text }) => ({
    id,
    kind,
    result,
    delivery_gate,
    text,
    text_rendered: renderText(text, context).text,
  }));
}

function eachString(value: unknown, at: ValuePath, visit: (text: string, at: ValuePath) => void): void {
  if (typeof value === 'string') visit(value, at);
  else if (Array.isArray(value)) value.forEach((item, i) => eachString(item, [...at, i], visit));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) eachString(item, [...at, key], visit);
}
