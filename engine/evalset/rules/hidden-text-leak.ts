import { placeName } from '../finding.ts';
import { HiddenTexts } from '../hidden-texts.ts';
import { eachSentPart } from '../sent-texts.ts';
import { Findings, type EvalsetRule } from './rule.ts';
import { tell } from '../told.ts';

/** `hidden-text-leak`: a run of a hidden scenario stands in a text that is sent or can be read. */
export const hiddenTextLeak: EvalsetRule = (view) => {
  const { memo, cards } = view;
  const findings = new Findings();
  const texts = memo.hidden.of(cards.map((card) => card.value.scenario_hidden?.text ?? ''));
  const hidden = memo.hiddenIndex.of(texts, () => {
    const index = new HiddenTexts<number>();
    texts.forEach((text, i) => index.add(text, i));
    return index;
  });
  eachSentPart(view, (file, place, model, textsOf) => {
    const leaks = memo.leaks.of(texts, model, () =>
      textsOf(model).flatMap(({ at, text }) => hidden.leaksIn(text).map((leak) => ({ ...leak, at }))),
    );
    for (const { at, span, owner } of leaks) {
      const card = cards[owner];
      if (card === undefined) continue;
      const source = placeName(card.file, [...card.at, 'scenario_hidden', 'text'], file.path);
      findings.add(
        'error',
        'hidden-text-leak',
        { file, at: [...place, ...at], locate: { span } },
        tell`This stands in the hidden scenario of case "${card.value.case_id}" (${source}) and would reach the agent. Reword one of the two.`,
      );
    }
  });
  return findings.list;
};
