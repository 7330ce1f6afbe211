import type { JudgeTemplate } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { buildTemplate } from '../judge/index.ts';
import type { OpenBatch } from './batch.ts';
import type { PlayedCase } from './played.ts';

/** The template of a played case, from the frozen card and the evidence. */
export function templateOf(batch: OpenBatch, played: PlayedCase & { evidence: CaseEvidence }): JudgeTemplate {
  const card = batch.evalset.cards.find((c) => c.value.case_id === played.caseId);
  const evaluation = batch.evalBundles.flatMap((b) => b.cards).find((c) => c.case_id === played.caseId);
  if (card === undefined || evaluation === undefined) {
    throw new Error(
      `${batch.paths.root}: the frozen evalset and the script disagree about case "${played.caseId}"`,
    );
  }
  const actorNames = Object.fromEntries(
    Object.entries(batch.world.actors).map(([key, actor]) => [key, actor.display_name]),
  );
  return buildTemplate({
    card: card.value,
    evaluation,
    evidence: played.evidence,
    actorNames,
    world: played.world,
  });
}
