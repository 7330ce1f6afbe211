import type { CorrectionsFile, TeamCard } from '../../schemas/index.ts';
import type { CorrectionProblem } from './corrected.ts';
import { correctCase, correctionsByCase } from './corrections.ts';
import type { Located } from './model.ts';
import type { EvalsetView } from './view.ts';

/** What the corrections of an evalset lead to. */
export interface CorrectionsSeen {
  readonly file: Located<CorrectionsFile>;
  readonly problems: readonly CorrectionProblem[];
}

/** The corrections of an evalset made, for the rules. Null when there is no such file, or it cannot be read. */
export function correctionsSeen({
  corrections,
  cards,
  excerpts,
  world,
}: EvalsetView): CorrectionsSeen | null {
  if (corrections === null) return null;
  const alias = world?.value.team_agents[0]?.name.replace(/ #\d+$/, '') ?? null;
  const byCase = correctionsByCase(corrections.value.corrections);
  const problems: CorrectionProblem[] = [];
  // Of cards with the same id the first has it; the others are reported as duplicates.
  const byId = new Map(
    cards.toReversed().map((card): [string, Located<TeamCard>] => [card.value.case_id, card]),
  );
  for (const [id, own] of byCase) {
    const card = byId.get(id);
    // A case that is not there is a key that leads nowhere; in an excerpt nothing is held to be missing.
    if (card === undefined || excerpts.has(card.file.path)) continue;
    problems.push(...correctCase(card.value, own, alias).problems);
  }
  return { file: corrections, problems };
}
