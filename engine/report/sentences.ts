import type { Verdict, VerdictCheckpoint } from '../../schemas/index.ts';
import type { PointState, Sentence } from '../../schemas/review.ts';
import { joined, say } from './sentence.ts';
import { decimal } from './terminal.ts';
import { voidCause } from './void-lines.ts';
import type { Words } from './words.ts';

/** What is told of a verdict is not told of a second judge's. */
type Told = Omit<Verdict, 'cross_check'>;

/** Ids of the delivery gates that failed by the judge's own word. */
function failedGates({ checkpoints }: Pick<Verdict, 'checkpoints'>): string[] {
  return checkpoints
    .filter((point) => point.delivery_gate && point.kind === 'required' && point.met === 'unmet')
    .filter((point) => point.raw_met !== 'met')
    .map((point) => point.id);
}

/** Required points met before the gate: the judge's own word. */
function metBeforeGate(verdict: Told): number {
  return verdict.checkpoints.filter(
    (point) => point.kind === 'required' && (point.raw_met ?? point.met) === 'met',
  ).length;
}

const idsOf = (points: readonly VerdictCheckpoint[]): string[] => points.map((point) => point.id);

/** Seconds as people read them: `5:00`, `1:02:03`; below a minute too, `0:06`. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The reason that the engine gives for a silent agent, in the words of a language; any other text as it is. */
export function silenceOf(reason: string, words: Words): string {
  const [, who = '', within = '', unit] = /^no answer from (.+) within (\S+?)( s)?$/s.exec(reason) ?? [];
  if (who !== '') {
    const seconds = Number(within);
    return words.noAnswer(who, unit === undefined || Number.isNaN(seconds) ? within : clockOf(seconds));
  }
  const [, down = '', why = ''] = /^(.+?) did not answer: its process (.*)$/s.exec(reason) ?? [];
  if (down !== '') return words.agentDown(down, endOf(why, words));
  const [, mute = ''] = /^no message of (.+) in the case's scope$/s.exec(reason) ?? [];
  return mute === '' ? reason : words.noMessage(mute);
}

/** How the agent's process ended: the engine's own reasons in the words of a language. */
function endOf(why: string, words: Words): string {
  const [, code = ''] = /^exited with code (-?\d+)$/.exec(why) ?? [];
  if (code !== '') return words.processEnds.exited(code);
  const [, signal = ''] = /^was ended by (\S+)$/.exec(why) ?? [];
  if (signal !== '') return words.processEnds.killed(signal);
  const [, detail = ''] = /^could not be started: (.*)$/s.exec(why) ?? [];
  return detail === '' ? why : words.processEnds.notStarted(detail);
}

/** What failed in the environment: the engine's own reasons in the words of a language; any other text as it is. */
export function environmentOf(detail: string, words: Words): string {
  const causes = detail.split('; ').map((cause) => {
    if (cause === 'every playing was cut short by a restart of the run') return words.interrupted;
    const [, path = ''] = /^(evidence\/\S+) is missing$/.exec(cause) ?? [];
    return path === '' ? cause : words.evidenceMissing(path);
  });
  return causes.join(words.causeSeparator);
}

function failCause(verdict: Told, words: Words): Sentence {
  if (verdict.no_agent_reply !== null) return say(silenceOf(verdict.no_agent_reply.reason, words));
  if (verdict.veto.triggered) return say(words.veto);
  const points = verdict.checkpoints;
  const overridden = points.filter((point) => point.gate_override === true);
  const gates = failedGates(verdict);
  const unmet = points.filter((point) => point.kind === 'required' && point.met === 'unmet');
  const deducted = points.filter((point) => point.kind === 'deduction' && point.met === 'met');
  const gated = gates.length > 0 || overridden.length > 0;
  return joined(
    [
      ...(gated ? [words.gateUnmet(gates, overridden.length)] : []),
      ...(!gated && unmet.length > 0 ? [words.unmet(idsOf(unmet))] : []),
      ...(deducted.length > 0 ? [words.deducted(idsOf(deducted))] : []),
    ],
    words.causeSeparator,
  );
}

function pendingCause(verdict: Told, words: Words): Sentence {
  if (verdict.required_total === 0) return say(words.noRequiredPoint);
  const ids = verdict.undecided ?? [];
  return ids.length === verdict.checkpoints.length ? say(words.notJudged) : words.undecided(ids);
}

/** The state of a case and its cause, without the count. */
export function causeOf(verdict: Told, words: Words): Sentence {
  switch (verdict.status) {
    case 'PASS':
      return [];
    case 'FAIL':
      return failCause(verdict, words);
    case 'PENDING':
      return pendingCause(verdict, words);
    case 'FAIL_ENV':
      return say(verdict.env === undefined ? words.environmentCause : environmentOf(verdict.env, words));
    case 'RERUN':
      return say(words.rerunCause);
    case 'VOID':
      return say(voidCause(verdict.void, words));
  }
}

/** Required points met as they count: a veto leaves nothing of them. */
export function countedMet(verdict: Told): number {
  return verdict.veto.triggered ? 0 : verdict.required_met;
}

/** Who decided in the judge's place, a clause a person. */
function personsClauses(verdict: Told, words: Words): Sentence[] {
  const byPerson = new Map<string, string[]>();
  for (const { id, by } of verdict.checkpoints)
    if (by !== undefined) byPerson.set(by.id, [...(byPerson.get(by.id) ?? []), id]);
  return [...byPerson].map(([who, ids]) => words.decidedBy(ids, who));
}

/** The state of a case in one sentence with its cause, and which points a person decided. */
export function sentenceOf(verdict: Told, words: Words): Sentence {
  return joined([stateSentence(verdict, words), ...personsClauses(verdict, words)], words.causeSeparator);
}

function stateSentence(verdict: Told, words: Words): Sentence {
  const met = countedMet(verdict);
  switch (verdict.status) {
    case 'PASS':
      return say(words.passed(met, verdict.required_total));
    case 'FAIL': {
      const cause = causeOf(verdict, words);
      const head = words.outOf(met, verdict.required_total);
      return cause.length === 0 ? say(head) : words.because(head, cause);
    }
    case 'PENDING':
      return words.pending(causeOf(verdict, words));
    case 'FAIL_ENV':
      return say(words.environment(environmentOf(verdict.env ?? '', words)));
    case 'RERUN':
      return say(words.rerun);
    case 'VOID':
      return say(words.voided(voidCause(verdict.void, words)));
  }
}

/** The arithmetic behind the score, or the range in which it lies. */
export function sumOf(verdict: Told, words: Words): string {
  const { required_met: met, required_total: total, deductions, score, bounds } = verdict;
  if (score === null)
    return bounds === undefined
      ? words.noScore
      : words.noScoreBetween(decimal(bounds.worst), decimal(bounds.best));
  const sum = verdict.veto.triggered
    ? words.vetoScore(decimal(score))
    : `max(0, ${met} − ${deductions}) ÷ ${total} = ${decimal(score)}`;
  const before = metBeforeGate(verdict);
  return before === met ? sum : `${sum} · ${words.beforeGate(before, total)}`;
}

/** Where a point stands after the protocol. */
export function pointState(point: VerdictCheckpoint): PointState {
  if (point.gate_override === true) {
    if (point.raw_met === 'met') return 'overridden';
    return point.raw_met === 'unmet' ? 'unmet' : 'cannot';
  }
  if (point.met === null) return point.cannot_judge === undefined ? 'none' : 'cannot';
  const met = point.met === 'met';
  if (point.kind !== 'required') return met ? 'triggered' : 'not-triggered';
  if (met) return 'met';
  return point.delivery_gate ? 'gate-unmet' : 'unmet';
}

/** The state of a point in words, and who decided in the judge's place; `verdict` has the gates. */
export function pointLabel(
  point: VerdictCheckpoint,
  verdict: Pick<Verdict, 'checkpoints'>,
  words: Words,
): string {
  const label = stateLabel(point, verdict, words);
  return point.by === undefined ? label : `${label} · ${point.by.id}`;
}

function stateLabel(point: VerdictCheckpoint, verdict: Pick<Verdict, 'checkpoints'>, words: Words): string {
  const state = pointState(point);
  if (state === 'overridden' || (state === 'cannot' && point.gate_override === true))
    return words.countsAsUnmet(state === 'overridden', failedGates(verdict));
  if (point.met === null && point.raw_met === 'met') return words.gateUndecided;
  return words.pointStates[state];
}
