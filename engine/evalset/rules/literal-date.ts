import { literalDates } from '../dates-in-words.ts';
import type { SentPart, SentText } from '../sent-texts.ts';
import { sentParts } from '../sent-texts.ts';
import { tell } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/**
 * `literal-date`: a calendar date in seed text, a line, or a checkpoint. It stays what it is on every evaluation day, while
 * everything around it moves. A bound world has its dates rendered, so it is left alone.
 */
export const literalDate: EvalsetRule = (view) => {
  const findings = new Findings();
  for (const { file, at: place, model, texts } of [...parts(view), ...judged(view)]) {
    const dates = view.memo.dates.of(model, () =>
      texts().flatMap(({ at, text }) => literalDates(text).map((date) => ({ ...date, at }))),
    );
    for (const { at, span, text } of dates)
      findings.add(
        'warning',
        'literal-date',
        { file, at: [...place, ...at], locate: { span } },
        tell`"${text}" is the same on every evaluation day, while the dates around it move. Write a placeholder, such as {{D+3}}, {{D-7|MM-DD}} or {{D+9|YYYY-MM-DD}}.`,
      );
  }
  return findings.list;
};

function parts(view: EvalsetView): SentPart[] {
  const { world, corrections } = view;
  const bound = world?.value.render.day0 !== undefined || world?.value.phases !== undefined;
  // What a correction adds is quoted from its card.
  return sentParts(view).filter(({ file }) => (!bound || file !== world.file) && file !== corrections?.file);
}

/** Texts that are not sent but speak of what is: checkpoints and what colleagues know. */
function judged({ cards, npcs }: EvalsetView): SentPart[] {
  return [
    ...cards.map(({ file, at, value }) => ({
      file,
      at,
      model: value.turns,
      texts: (): SentText[] => [{ at: ['checkpoints_raw'], text: value.checkpoints_raw }],
    })),
    ...npcs.map(({ file, at, value }) => ({
      file,
      at,
      model: value.knowledge,
      texts: () => value.knowledge.map((text, i): SentText => ({ at: ['knowledge', i], text })),
    })),
  ];
}
