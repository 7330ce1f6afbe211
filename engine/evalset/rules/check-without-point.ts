import { parseCheckpoints } from '../checkpoints.ts';
import { didYouMean, listed, meaning } from '../did-you-mean.ts';
import { cardsById, Findings, type EvalsetRule } from './rule.ts';
import { tell } from '../told.ts';

/** `check-without-point`: the checks sidecar names a case, a point or a conditional line that does not exist. */
export const checkWithoutPoint: EvalsetRule = (view) => {
  const { cards, checks, corrections, caseIds, casesKnown, excerpts, memo } = view;
  const findings = new Findings();
  if (checks === null) return findings.list;
  const added = (corrections?.value.corrections ?? []).filter((one) => one.op === 'add_turn');
  const byId = cardsById(cards);
  for (const part of ['checks', 'conditionals'] as const)
    for (const [id, rules] of Object.entries(checks.value[part] ?? {})) {
      const place = { file: checks.file, at: [part, id], locate: { what: 'key' } } as const;
      if (!caseIds.has(id)) {
        if (casesKnown)
          findings.add(
            'error',
            'check-without-point',
            place,
            tell`There is no case "${id}" in this evalset.${didYouMean(id, caseIds)} Correct the id, or remove its checks.`,
            meaning(id, caseIds),
          );
        continue;
      }
      const card = byId.get(id);
      if (card === undefined || excerpts.has(card.file.path)) continue;
      const known =
        part === 'checks'
          ? memo.points.of(card.value, () =>
              parseCheckpoints(card.value.checkpoints_raw).points.map((point) => point.id),
            )
          : [
              ...card.value.turns,
              // Lines that corrections add are numbered behind the card's own.
              ...added.filter((one) => one.case === id),
            ]
              .filter(({ kind }) => kind === 'npc_reply_conditional')
              .map((_, i) => `cond${i + 1}`);
      for (const name of Object.keys(rules))
        if (!known.includes(name))
          findings.add(
            'error',
            'check-without-point',
            { ...place, at: [part, id, name] },
            tell`Case "${id}" has no ${part === 'checks' ? tell`point` : tell`conditional line`} "${name}".${didYouMean(name, known)} It has: ${listed(known)}.`,
            meaning(name, known),
          );
    }
  return findings.list;
};
