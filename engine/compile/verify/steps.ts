import type { EvalStep } from '../../../schemas/index.ts';
import type { CivilDate } from './dates.ts';
import { expectedSteps, type ExpectedStep, type Stage } from './expect.ts';
import type { Report } from './model.ts';
import type { FrozenCard, Script } from './read.ts';
import { verifyText } from './texts.ts';

/** Verifies the steps of one case: exactly those that the card demands, in order, with its texts. */
export function verifySteps(
  card: FrozenCard,
  ordinal: number,
  steps: readonly EvalStep[],
  script: Script,
  stage: Stage,
  day0: CivilDate,
  report: Report,
): void {
  const expected = expectedSteps(card, ordinal, stage);
  const { case_id } = card;
  const fieldOf = (step: ExpectedStep) => (step.turn === undefined ? '' : `/turns/${step.turn}/text`);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const wanted = new Set(expected.map((step) => step.id));
  for (const step of expected)
    if (!byId.has(step.id))
      report({
        case_id,
        field: fieldOf(step),
        step: step.id,
        code: 'step-missing',
        message: `Step ${step.id} is missing.`,
      });
  steps.forEach((step, i) => {
    if (!wanted.has(step.id) || steps.findIndex((other) => other.id === step.id) !== i)
      report({
        case_id,
        field: '',
        step: step.id,
        code: 'step-extra',
        message: `No turn of the card demands step ${step.id}.`,
      });
  });
  const present = expected.filter((step) => byId.has(step.id));
  const known = steps.filter((step) => wanted.has(step.id));
  const moved = present.findIndex((step, i) => known[i]?.id !== step.id);
  const first = present[moved];
  if (first !== undefined && known.length === present.length)
    report({
      case_id,
      field: fieldOf(first),
      step: first.id,
      code: 'step-order',
      message: `Step ${first.id} is not in its place; ${known[moved]?.id ?? 'nothing'} stands there.`,
    });
  for (const step of present) {
    const actual = byId.get(step.id);
    if (actual === undefined) continue;
    verifyFields(case_id, fieldOf(step), step, actual, report);
    verifyTurn(card, step, actual, script, stage, day0, report);
  }
}

function verifyFields(
  case_id: string,
  field: string,
  expected: ExpectedStep,
  actual: EvalStep,
  report: Report,
): void {
  for (const [name, value] of Object.entries(expected.fields)) {
    const found = valueAt(actual, name);
    if (found !== value)
      report({
        case_id,
        field,
        step: expected.id,
        code: 'step-field',
        message: `${name} of step ${expected.id} is ${say(found)} instead of ${say(value)}.`,
      });
  }
}

const say = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (holder, key) =>
        typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[key] : undefined,
      value,
    );
}

function verifyTurn(
  card: FrozenCard,
  step: ExpectedStep,
  actual: EvalStep,
  script: Script,
  stage: Stage,
  day0: CivilDate,
  report: Report,
): void {
  const turn = step.turn === undefined ? undefined : card.turns[step.turn];
  if (turn === undefined || step.turn === undefined || actual.op !== 'msg') return;
  const common = { caseId: card.case_id, turn: turn.turn, step: step.id };
  verifyText(
    {
      ...common,
      field: `/turns/${step.turn}/text`,
      source: turn.text,
      actual: actual.text,
      origin: script.provenance.steps[step.id],
      alias: stage.alias,
    },
    day0,
    report,
  );
  if (turn.kind !== 'npc_reply_conditional') return;
  verifyText(
    {
      ...common,
      field: `/turns/${step.turn}/condition`,
      source: turn.condition ?? '',
      actual: actual.conditional?.condition ?? '',
      origin: script.provenance.steps[`${step.id}/conditional/condition`],
      alias: null,
    },
    day0,
    report,
  );
}
