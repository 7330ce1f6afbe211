import type { EvalStep } from '../../../schemas/index.ts';
import { readDate } from './dates.ts';
import { verifyEvaluation } from './evaluation.ts';
import { stageOf } from './expect.ts';
import type { Report, VerifyFinding, VerifyInput } from './model.ts';
import { verifyExecution, verifyOrder } from './order.ts';
import { readCards, readScript, type FrozenCard, type Script } from './read.ts';
import { verifySteps } from './steps.ts';

/**
 * Verifies a script against the frozen cards without the compiler: every compiled text is its source with the listed
 * moves replayed, to the letter; every turn has exactly its steps; order and selection are the evalset's. The world's
 * own texts and the wording of notes are left to the script hash. Nothing is thrown: what cannot be read is a finding.
 */
export function verifyScript(input: VerifyInput): VerifyFinding[] {
  const findings: VerifyFinding[] = [];
  const report: Report = (finding) => void findings.push(finding);
  const cards = readCards(input, report);
  const script = readScript(input, report);
  if (script === null) return findings;
  const day0 = readDate(script.provenance.day0);
  if (day0 === null || script.world.render.day0 !== script.provenance.day0)
    report({
      case_id: '',
      field: '/day0',
      code: 'day0',
      message: `The provenance is of "${script.provenance.day0}", the bound world of "${script.world.render.day0 ?? ''}".`,
    });
  verifyOrder(input, cards, script, report);
  if (day0 === null) return findings;
  const stage = stageOf(script.world);
  const steps = stepsByCase(cards, script, report);
  const evaluations = new Map(
    [...script.evals].map(([group, { cards: own }]) => [group, new Map(own.map((c) => [c.case_id, c]))]),
  );
  for (const card of cards) {
    const evaluation = evaluations.get(card.group_key)?.get(card.case_id);
    // A missing card was named by its order.
    if (evaluation === undefined) continue;
    verifyEvaluation(card, evaluation, script, day0, report);
    verifySteps(card, evaluation.ordinal, steps.get(card.case_id) ?? [], script, stage, day0, report);
  }
  verifyOrdinals(script, report);
  verifyProvenanceKeys(script, report);
  verifyExecution(cards, script, report);
  return findings;
}

/** Steps of every case in the order in which they stand; a case's steps stand together and in the order of the cases. */
function stepsByCase(
  cards: readonly FrozenCard[],
  script: Script,
  report: Report,
): ReadonlyMap<string, readonly EvalStep[]> {
  const steps = new Map<string, EvalStep[]>();
  const groupOf = new Map(cards.map((card) => [card.case_id, card.group_key]));
  for (const [group, bundle] of script.evals) {
    const runs: string[] = [];
    for (const step of bundle.steps) {
      const { case_id } = step;
      if (groupOf.get(case_id) !== group)
        report({
          case_id,
          field: '',
          step: step.id,
          code: 'step-extra',
          message: `Step ${step.id} in eval-${group}.json belongs to no case of the group.`,
        });
      if (runs.at(-1) !== case_id) runs.push(case_id);
      const own = steps.get(case_id);
      if (own === undefined) steps.set(case_id, [step]);
      else own.push(step);
    }
    const wanted = bundle.cards.map((card) => card.case_id).filter((id) => steps.has(id));
    const at = runs.findIndex((id, i) => wanted[i] !== id);
    const odd = runs[at];
    if (odd !== undefined)
      report({
        case_id: odd,
        field: '',
        code: 'case-order',
        message: `The steps of case ${odd} are not in their place in eval-${group}.json.`,
      });
  }
  return steps;
}

function verifyOrdinals(script: Script, report: Report): void {
  for (const [group, bundle] of script.evals) {
    const owner = new Map<number, string>();
    for (const { case_id, ordinal } of bundle.cards) {
      const other = owner.get(ordinal);
      if (other !== undefined)
        report({
          case_id,
          field: '',
          code: 'ordinal',
          message: `Cases ${other} and ${case_id} of group ${group} both have the ordinal ${ordinal}.`,
        });
      owner.set(ordinal, case_id);
    }
  }
}

function verifyProvenanceKeys(script: Script, report: Report): void {
  const known = new Set<string>();
  for (const bundle of script.evals.values())
    for (const step of bundle.steps) {
      if (step.op !== 'msg') continue;
      known.add(step.id);
      if (step.conditional !== undefined) known.add(`${step.id}/conditional/condition`);
    }
  const cases = new Set(script.provenance.order);
  for (const [key, origin] of Object.entries(script.provenance.steps))
    if (!known.has(key))
      report({
        case_id: origin.case_id,
        field: origin.field,
        step: key,
        code: 'provenance-extra',
        message: `The provenance names step ${key}, which the script does not have.`,
      });
  for (const case_id of Object.keys(script.provenance.cards))
    if (!cases.has(case_id))
      report({
        case_id,
        field: '',
        code: 'provenance-extra',
        message: `The provenance names case ${case_id}, which is not in its order.`,
      });
}
