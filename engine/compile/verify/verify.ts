import type { EvalStep } from '../../../schemas/index.ts';
import { sha256Hex } from '../../evalset/hash.ts';
import { readDate } from './dates.ts';
import { verifyEvaluation } from './evaluation.ts';
import { stageOf } from './expect.ts';
import type { Report, VerifyFinding, VerifyInput } from './model.ts';
import { verifyExecution, verifyOrder } from './order.ts';
import type { Day } from './placeholders.ts';
import { playedTurns, type Entry, type PlayedTurn } from './played.ts';
import { readCards, readScript, type FrozenCard, type Script } from './read.ts';
import { verifySteps } from './steps.ts';
import { verifyWorld } from './world.ts';

/**
 * Verifies a script against its frozen source without the compiler: every compiled text is its source with the listed
 * moves replayed, to the letter; every turn has exactly its steps, after the corrections that are listed; order and
 * selection are the evalset's; the bound world is the rendered master. The wording of notes is left to the script hash.
 * Nothing is thrown: what cannot be read is a finding.
 */
export function verifyScript(input: VerifyInput): VerifyFinding[] {
  const findings: VerifyFinding[] = [];
  const report: Report = (finding) => void findings.push(finding);
  const cards = readCards(input, report);
  const script = readScript(input, report);
  if (input.scriptHash !== undefined) verifyHash(input.files, input.scriptHash, report);
  if (script === null) return findings;
  const { provenance, world } = script;
  const date = readDate(provenance.day0);
  if (date === null || world.render.day0 !== provenance.day0)
    report({
      case_id: '',
      field: '/day0',
      code: 'day0',
      message: `The provenance is of "${provenance.day0}", the bound world of "${world.render.day0 ?? ''}".`,
    });
  const turns = allTurns(input, cards, script, report);
  verifyOrder(input, cards, script, report);
  if (date === null) return findings;
  const day: Day = { date, forms: input.forms ?? {} };
  if (input.world !== undefined) verifyWorld(input.world, world, provenance.exec_at, day, report);
  const stage = stageOf(world);
  const steps = stepsByCase(cards, script, report);
  const evaluations = new Map(
    [...script.evals].map(([group, { cards: own }]) => [group, new Map(own.map((c) => [c.case_id, c]))]),
  );
  for (const card of cards) {
    const evaluation = evaluations.get(card.group_key)?.get(card.case_id);
    const played = turns.get(card.case_id);
    // A missing card was named by its order.
    if (evaluation === undefined || played === undefined) continue;
    verifyEvaluation(card, played, evaluation, script, day, report);
    const own = steps.get(card.case_id) ?? [];
    verifySteps(card, played, evaluation.ordinal, own, script, stage, day, report);
  }
  verifyOrdinals(script, report);
  verifyProvenanceKeys(cards, script, report);
  verifyExecution(cards, script, report);
  return findings;
}

/** The turns of every case, after its corrections. */
function allTurns(
  input: VerifyInput,
  cards: readonly FrozenCard[],
  script: Script,
  report: Report,
): ReadonlyMap<string, readonly PlayedTurn[]> {
  const entries = (input.corrections?.corrections ?? []).map((one, i): Entry => [`/corrections/${i}`, one]);
  const { corrections: listed = {} } = script.provenance;
  const known = new Set(cards.map(({ case_id }) => case_id));
  for (const id of new Set([...Object.keys(listed), ...entries.map(([, one]) => one.case)]))
    if (!known.has(id))
      report({
        case_id: id,
        field: '/turns',
        code: 'correction-unlisted',
        message: `A correction is of case "${id}", which the evalset does not have.`,
      });
  return new Map(
    cards.map((card) => {
      const own = entries.filter(([, one]) => one.case === card.case_id);
      return [card.case_id, playedTurns(card, own, listed[card.case_id] ?? [], report)];
    }),
  );
}

/** The hash of a script: over the lines `<sha256 of the file>  <name>` of its files, sorted by name. */
function verifyHash(files: ReadonlyMap<string, string>, expected: string, report: Report): void {
  const lines = [...files].map(([name, text]) => [name, `${sha256Hex(text)}  ${name}\n`] as const);
  const hash = sha256Hex(
    lines
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, line]) => line)
      .join(''),
  );
  if (hash !== expected)
    report({
      case_id: '',
      field: '',
      code: 'script-hash',
      message: `The files of the script have the hash ${hash}, not ${expected}.`,
    });
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

function verifyProvenanceKeys(cards: readonly FrozenCard[], script: Script, report: Report): void {
  const timed = new Set(cards.filter((c) => c.clock_at !== undefined).map(({ case_id }) => case_id));
  const known = new Set<string>();
  for (const bundle of script.evals.values())
    for (const step of bundle.steps) {
      if (step.op === 'gate' && step.kind === 'clock' && timed.has(step.case_id)) known.add(`${step.id}/at`);
      if (step.op !== 'msg' && step.op !== 'dm') continue;
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
