import { correctCase, correctionsByCase } from '../evalset/corrections.ts';
import type { CorrectionsFile } from '../../schemas/index.ts';
import type { Located } from '../evalset/model.ts';
import { errorAt } from './errors.ts';
import type { CompileError } from './model.ts';
import type { CorrectedEvalset, MappedEvalset } from './pipeline.ts';
import { tell, type Told } from '../evalset/told.ts';

/** Makes the corrections: turns and mentions that are added, dropped or merged. What cannot be made is an error. */
export function correctCards(
  { cases, agent }: MappedEvalset,
  corrections: Located<CorrectionsFile> | null,
): { corrected: CorrectedEvalset; errors: readonly CompileError[] } {
  const errors: CompileError[] = [];
  const byCase = correctionsByCase(corrections?.value.corrections ?? []);
  const report = (index: number, at: readonly (string | number)[], message: Told): void => {
    if (corrections !== null) errors.push(errorAt(corrections, ['corrections', index, ...at], message));
  };
  const known = new Set(cases.map(({ card }) => card.case_id));
  for (const [id, own] of byCase)
    if (!known.has(id))
      for (const { index } of own)
        report(
          index,
          ['case'],
          tell`There is no case "${id}" in this evalset. Correct the id, or remove the correction.`,
        );
  const corrected = cases.map(({ card }) => {
    const { turns, moves, problems } = correctCase(card, byCase.get(card.case_id) ?? [], agent.alias);
    for (const { severity, index, at, message } of problems)
      if (severity === 'error') report(index, at, message);
    return { case_id: card.case_id, turns, moves };
  });
  return { corrected: { cases: corrected }, errors };
}
