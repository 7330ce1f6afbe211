import type { EvalsetFile, WorldPreset } from '../../schemas/index.ts';
import type { Located } from '../evalset/model.ts';
import type { PlainDate } from './dates.ts';
import { optionError } from './errors.ts';
import type { CompileError } from './model.ts';
import type { MappedEvalset, RenderedEvalset } from './pipeline.ts';
import { renderCards } from './render-cards.ts';
import { formsOf } from './render.ts';
import { bindWorld, isInstant } from './world.ts';
import { tell } from '../evalset/told.ts';

/** Renders the cards and binds the world on a day. Null when the world cannot be bound. */
export function renderEvalset(
  { cases }: MappedEvalset,
  world: Located<WorldPreset>,
  day0: PlainDate,
  forms: EvalsetFile['date_forms'],
  execAt: string | undefined,
): { readonly rendered: RenderedEvalset | null; readonly errors: readonly CompileError[] } {
  const context = { day0, forms: formsOf(forms) };
  const errors: CompileError[] = [];
  if (execAt !== undefined && !isInstant(execAt))
    errors.push(optionError(['execAt'], tell`"${execAt}" is no instant with its offset.`));
  const bound = bindWorld(world, context, execAt);
  errors.push(...bound.errors);
  // Its cases have mistakes of their own to tell.
  const texts = renderCards(cases, bound.world ?? world.value, context);
  errors.push(...texts.errors);
  if (bound.world === null) return { rendered: null, errors };
  return {
    rendered: {
      day0: day0.toString(),
      ...(execAt === undefined ? {} : { execAt }),
      world: bound.world,
      cases: texts.cases,
    },
    errors,
  };
}
