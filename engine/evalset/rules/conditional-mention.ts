import { correctionsByCase } from '../corrections.ts';
import type { ValuePath } from '../model.ts';
import { valueAt } from '../shape-issues.ts';
import { tell } from '../told.ts';
import { Findings, type EvalsetRule, type PartRule } from './rule.ts';

const STEPS: Readonly<Record<string, ValuePath>> = {
  'eval-steps': [],
  'eval-bundle': ['steps'],
  'exec-bundle': ['steps'],
};

/** `conditional-without-mention` in a script: a conditional line that an agent which waits for mentions never reads. */
export const conditionalStep: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  const at = STEPS[kind];
  const steps = at === undefined ? undefined : valueAt(file.value, at);
  if (at === undefined || !Array.isArray(steps)) return findings.list;
  steps.forEach((step: unknown, i) => {
    if (valueAt(step, ['op']) !== 'msg' || valueAt(step, ['conditional']) === undefined) return;
    if (valueAt(step, ['mention']) !== undefined) return;
    findings.add(
      'warning',
      'conditional-without-mention',
      { file, at: [...at, i, 'conditional'], locate: { what: 'key' } },
      tell`This conditional line does not mention the agent, and an agent that answers to mentions alone never reads it. Give the step a mention of the agent.`,
    );
  });
  return findings.list;
};

/** The same, where a correction takes the mention away. */
export const conditionalMention: EvalsetRule = ({ cards, corrections, excerpts }) => {
  const findings = new Findings();
  if (corrections === null) return findings.list;
  const byCase = correctionsByCase(corrections.value.corrections);
  const seen = new Set<string>();
  for (const { file, value: card } of byCase.size === 0 ? [] : cards) {
    const own = byCase.get(card.case_id);
    // Of cards with the same id the first has it.
    if (own === undefined || excerpts.has(file.path) || seen.has(card.case_id)) continue;
    seen.add(card.case_id);
    const conditional = new Set(
      [
        ...card.turns,
        ...own.flatMap(({ correction }) => (correction.op === 'add_turn' ? [correction] : [])),
      ].flatMap(({ kind, turn }) => (kind === 'npc_reply_conditional' ? [turn] : [])),
    );
    for (const { correction, index } of own)
      if (correction.op === 'drop_mention' && conditional.has(correction.turn))
        findings.add(
          'warning',
          'conditional-without-mention',
          { file: corrections.file, at: ['corrections', index, 'turn'] },
          tell`Turn ${correction.turn} is a conditional line, and without its mention an agent that answers to mentions alone never reads it. Remove this correction.`,
        );
  }
  return findings.list;
};
