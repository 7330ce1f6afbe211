import type { Playbook, TeamCard } from '../../../schemas/index.ts';
import { literalDates } from '../dates-in-words.ts';
import type { Located } from '../model.ts';
import { sentParts, type SentText } from '../sent-texts.ts';
import { tell } from '../told.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/**
 * `literal-date`: a calendar date in seed text, a line, or a checkpoint. It stays what it is on every evaluation day, while
 * everything around it moves. A bound world has its dates rendered, so it is left alone.
 */
export const literalDate: EvalsetRule = (view) => {
  const findings = new Findings();
  const { cards, npcs, world, memo } = view;
  const look = (
    { file, at: place }: Pick<Located<unknown>, 'file' | 'at'>,
    model: unknown,
    texts: () => readonly SentText[],
  ): void => {
    const dates = memo.dates.of(model, () =>
      texts().flatMap(({ at, text }) => literalDates(text).map((date) => ({ ...date, at }))),
    );
    for (const { at, span, text } of dates)
      findings.add(
        'warning',
        'literal-date',
        { file, at: [...place, ...at], locate: { span } },
        tell`"${text}" is the same on every evaluation day, while the dates around it move. Write a placeholder, such as {{D+3}}, {{D-7|MM-DD}} or {{D+9|YYYY-MM-DD}}.`,
      );
  };
  for (const card of cards) look(card, card.value, () => textsOfCard(card.value));
  for (const npc of npcs) look(npc, npc.value, () => textsOfPlaybook(npc.value));
  if (world === null || world.value.render.day0 !== undefined || world.value.phases !== undefined)
    return findings.list;
  for (const part of sentParts({ cards: [], npcs: [], world, corrections: null }))
    look(part, part.model, part.texts);
  return findings.list;
};

const textsOfCard = ({ turns, checkpoints_raw: raw }: TeamCard): SentText[] => [
  ...turns.map(({ text }, i) => ({ at: ['turns', i, 'text'], text })),
  { at: ['checkpoints_raw'], text: raw },
];

const textsOfPlaybook = ({ knowledge, conditional_replies: replies = [] }: Playbook): SentText[] => [
  ...knowledge.map((text, i) => ({ at: ['knowledge', i], text })),
  ...replies.flatMap(({ reply_text: text }, i) =>
    text === null ? [] : [{ at: ['conditional_replies', i, 'reply_text'], text }],
  ),
];
