import type { Playbook, TeamCard } from '../../../schemas/index.ts';
import { literalDates } from '../dates-in-words.ts';
import { eachSentPart, type SentText, type VisitSent } from '../sent-texts.ts';
import { tell } from '../told.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/**
 * `literal-date`: a calendar date in seed text, a line, or a checkpoint. It stays what it is on every evaluation day, while
 * everything around it moves. A bound world has its dates rendered, so it is left alone.
 */
export const literalDate: EvalsetRule = (view) => {
  const findings = new Findings();
  const { cards, npcs, world, memo } = view;
  const look: VisitSent = (file, place, model, texts) => {
    const dates = memo.dates.of(model, () =>
      texts(model).flatMap(({ at, text }) => literalDates(text).map((date) => ({ ...date, at }))),
    );
    for (const { at, span, text } of dates)
      findings.add(
        'warning',
        'literal-date',
        { file, at: [...place, ...at], locate: { span } },
        tell`"${text}" is the same on every evaluation day, while the dates around it move. Write a placeholder, such as {{D+3}}, {{D-7|MM-DD}} or {{D+9|YYYY-MM-DD}}.`,
      );
  };
  for (const { file, at, value } of cards) look(file, at, value, textsOfCard);
  for (const { file, at, value } of npcs) look(file, at, value, textsOfPlaybook);
  if (world === null || world.value.render.day0 !== undefined || world.value.phases !== undefined)
    return findings.list;
  eachSentPart({ cards: [], npcs: [], world, corrections: null }, look);
  return findings.list;
};

const textsOfCard = (model: unknown): SentText[] => {
  const { turns, checkpoints_raw: raw } = model as TeamCard;
  return [
    ...turns.map(({ text }, i) => ({ at: ['turns', i, 'text'], text })),
    { at: ['checkpoints_raw'], text: raw },
  ];
};

const textsOfPlaybook = (model: unknown): SentText[] => {
  const { knowledge, conditional_replies: replies = [] } = model as Playbook;
  return [
    ...knowledge.map((text, i) => ({ at: ['knowledge', i], text })),
    ...replies.flatMap(({ reply_text: text }, i) =>
      text === null ? [] : [{ at: ['conditional_replies', i, 'reply_text'], text }],
    ),
  ];
};
