import type { EvalStep } from '../../../schemas/index.ts';
import { expectedSteps, type ExpectedStep, type Stage } from './expect.ts';
import type { Report } from './model.ts';
import type { Day } from './placeholders.ts';
import type { PlayedTurn } from './played.ts';
import type { FrozenCard, Script } from './read.ts';
import { leadOf, verifyText } from './texts.ts';

/** Verifies the steps of one case: exactly those that the card demands, in order, with its texts. */
export function verifySteps(
  card: FrozenCard,
  turns: readonly PlayedTurn[],
  ordinal: number,
  steps: readonly EvalStep[],
  script: Script,
  stage: Stage,
  day: Day,
  report: Report,
): void {
  const expected = expectedSteps(card, turns, ordinal, stage);
  const { case_id } = card;
  const fieldOf = (step: ExpectedStep) => step.turn?.lines[0]?.field ?? '';
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
    verifyTurn(card, step, actual, script, stage, day, report);
    if (step.clock === true) verifyClock(card, actual, script, stage, day, report);
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
    if (JSON.stringify(found) !== JSON.stringify(value))
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
  { case_id: caseId }: FrozenCard,
  { id: step, turn }: ExpectedStep,
  actual: EvalStep,
  script: Script,
  stage: Stage,
  day: Day,
  report: Report,
): void {
  if (turn === undefined || (actual.op !== 'msg' && actual.op !== 'dm')) return;
  const { written, mention } = turn;
  const lines = turn.lines.map((line, i) => {
    const said = line.source.slice(line.from, line.to);
    const own = i === 0 && written !== null;
    const lead = own
      ? `${written}${/^\s*/u.exec(said.slice(written.length))?.[0] ?? ''}`
      : leadOf(line, stage.alias);
    return { ...line, lead: mention ? lead : '' };
  });
  const { steps: origins } = script.provenance;
  verifyText(
    { caseId, step, lines, actual: actual.text, origin: origins[step], compiled: '/text' },
    day,
    report,
  );
  if (turn.condition === null) return;
  verifyText(
    {
      caseId,
      step,
      lines: [{ ...turn.condition, lead: '' }],
      actual: actual.conditional?.condition ?? '',
      origin: origins[`${step}/conditional/condition`],
      compiled: '/conditional/condition',
    },
    day,
    report,
  );
}

/** The minute of a clock case is its own text, or the first whole one at or behind the instant of the execution. */
function verifyClock(
  card: FrozenCard,
  actual: EvalStep,
  script: Script,
  stage: Stage,
  day: Day,
  report: Report,
): void {
  if (actual.op !== 'gate' || actual.kind !== 'clock') return;
  const { case_id, clock_at: source } = card;
  if (source === undefined) {
    const late = Date.parse(actual.at) - Date.parse(stage.kickoff);
    const whole = Date.parse(actual.at) % 60_000 === 0;
    const zone = (text: string) => /(Z|[+-]\d\d:\d\d)$/.exec(text)?.[0];
    if (!whole || !(late >= 0 && late < 60_000) || zone(actual.at) !== zone(stage.kickoff))
      report({
        case_id,
        field: '/clock_batch',
        step: actual.id,
        code: 'clock',
        message: `Step ${actual.id} waits for ${actual.at}, which is not the first whole minute of the execution at ${stage.kickoff}.`,
      });
    return;
  }
  const line = { field: '/clock_at', source, from: 0, to: source.length, lead: '' };
  const origin = script.provenance.steps[`${actual.id}/at`];
  verifyText(
    { caseId: case_id, step: actual.id, lines: [line], actual: actual.at, origin, compiled: '/at' },
    day,
    report,
  );
}
