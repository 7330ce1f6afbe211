import { placeName } from '../finding.ts';
import { HiddenTexts } from '../hidden-texts.ts';
import type { Located } from '../model.ts';
import type { TeamCard } from '../../../schemas/index.ts';
import { sentTexts } from '../sent-texts.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/** `hidden-text-leak`: a run of a hidden scenario stands in a text that is sent or can be read. */
export const hiddenTextLeak: EvalsetRule = (view) => {
  const findings = new Findings();
  const hidden = new HiddenTexts<Located<TeamCard>>();
  for (const card of view.cards) hidden.add(card.value.scenario_hidden?.text ?? '', card);
  for (const { file, at, text } of sentTexts(view))
    for (const { span, owner } of hidden.leaksIn(text)) {
      const source = placeName(owner.file, [...owner.at, 'scenario_hidden', 'text'], file.path);
      findings.add(
        'error',
        'hidden-text-leak',
        { file, at, locate: { span } },
        `This stands in the hidden scenario of case "${owner.value.case_id}" (${source}) and would reach the agent. Reword one of the two.`,
      );
    }
  return findings.list;
};
