import { impliedCondition } from '../conditions.ts';
import { Findings, type EvalsetRule } from './rule.ts';
import { tell } from '../told.ts';

/** `conditional-without-rule`: nothing can decide whether a conditional line is sent, so it never is. */
export const conditionalWithoutRule: EvalsetRule = ({ cards, checks }) => {
  const findings = new Findings();
  for (const { file, at, value: card } of cards) {
    const rules = checks?.value.conditionals?.[card.case_id] ?? {};
    let k = 0;
    card.turns.forEach((turn, i) => {
      if (turn.kind !== 'npc_reply_conditional') return;
      k += 1;
      if (Object.hasOwn(rules, `cond${k}`) || impliedCondition(turn.condition ?? '', turn.speaker) !== null)
        return;
      const place = [...at, 'turns', i, ...(turn.condition === undefined ? [] : ['condition'])];
      findings.add(
        'warning',
        'conditional-without-rule',
        { file, at: place, locate: { what: 'head' } },
        tell`No rule decides when this line is sent, so it stays unsent. Add conditionals.${card.case_id}.cond${k} to cases.checks.yaml, or let the condition say that the speaker is mentioned (被 @).`,
        { kind: 'no-rule', caseId: card.case_id, rule: `cond${k}`, actor: turn.speaker },
      );
    });
  }
  return findings.list;
};
