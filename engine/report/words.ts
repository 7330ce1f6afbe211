import type { Verdict, VerdictCheckpoint } from '../../schemas/index.ts';
import { decimal } from './terminal.ts';

/** Ids of the delivery gates that failed. */
function failedGates(verdict: Verdict): string[] {
  return verdict.checkpoints
    .filter((point) => point.delivery_gate && point.kind === 'required' && point.met === 'unmet')
    .filter((point) => point.raw_met !== 'met')
    .map((point) => point.id);
}

/** Required points met before the gate: the judge's own word. */
function metBeforeGate(verdict: Verdict): number {
  return verdict.checkpoints.filter(
    (point) => point.kind === 'required' && (point.raw_met ?? point.met) === 'met',
  ).length;
}

/** An excerpt of a verdict may lack the gate that overrides its points. */
const gateWords = (ids: readonly string[]): string =>
  ids.length === 0 ? 'a delivery gate' : `delivery gate ${ids.join(', ')}`;

const plural = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

const idsOf = (points: readonly VerdictCheckpoint[]): string => points.map((point) => point.id).join(', ');

function failCause(verdict: Verdict): string {
  if (verdict.no_agent_reply !== null) return verdict.no_agent_reply.reason;
  if (verdict.veto.triggered) return 'veto triggered';
  const points = verdict.checkpoints;
  const overridden = points.filter((point) => point.gate_override === true);
  const causes: string[] = [];
  const gates = failedGates(verdict);
  if (gates.length > 0 || overridden.length > 0)
    causes.push(
      overridden.length === 0
        ? `${gateWords(gates)} unmet`
        : `${gateWords(gates)} unmet, so ${plural(overridden.length, 'result point')} ${
            overridden.length === 1 ? 'counts' : 'count'
          } as unmet`,
    );
  else {
    const unmet = points.filter((point) => point.kind === 'required' && point.met === 'unmet');
    if (unmet.length > 0) causes.push(`${idsOf(unmet)} unmet`);
  }
  const deducted = points.filter((point) => point.kind === 'deduction' && point.met === 'met');
  if (deducted.length > 0)
    causes.push(`${plural(deducted.length, 'deduction')} triggered (${idsOf(deducted)})`);
  return causes.join('; ');
}

function pendingCause(verdict: Verdict): string {
  if (verdict.required_total === 0) return 'no required point, so there is no score';
  const ids = verdict.undecided ?? [];
  return ids.length === verdict.checkpoints.length
    ? 'evidence complete, not judged'
    : `${ids.join(', ')} undecided`;
}

/** The state of a case and its cause, without the count. */
export function causeOf(verdict: Verdict): string {
  switch (verdict.status) {
    case 'PASS':
      return '';
    case 'FAIL':
      return failCause(verdict);
    case 'PENDING':
      return pendingCause(verdict);
    case 'FAIL_ENV':
      return verdict.env ?? 'environment failure';
    case 'RERUN':
      return 'no score yet';
  }
}

/** The state of a case in one sentence with its cause. */
export function sentenceOf(verdict: Verdict): string {
  const cause = causeOf(verdict);
  switch (verdict.status) {
    case 'PASS':
    case 'FAIL': {
      // A veto leaves nothing of what was met.
      const met = verdict.veto.triggered ? 0 : verdict.required_met;
      return `${met} of ${verdict.required_total}${cause === '' ? '' : `: ${cause}`}`;
    }
    case 'PENDING':
      return `Pending: ${cause}`;
    case 'FAIL_ENV':
      return `Environment failure: no score, the agent is not to blame${verdict.env === undefined ? '' : ` (${verdict.env})`}`;
    case 'RERUN':
      return 'To be rerun: no score yet';
  }
}

/** The arithmetic behind the score, or the range in which it lies. */
export function sumOf(verdict: Verdict): string {
  const { required_met: met, required_total: total, deductions, score, bounds } = verdict;
  if (score === null)
    return bounds === undefined
      ? 'no score'
      : `no score; between ${decimal(bounds.worst)} and ${decimal(bounds.best)}`;
  const sum = verdict.veto.triggered
    ? `veto, so ${decimal(score)}`
    : `max(0, ${met} − ${deductions}) ÷ ${total} = ${decimal(score)}`;
  const before = metBeforeGate(verdict);
  return before === met ? sum : `${sum} · ${before} of ${total} before the gate`;
}

/** The state of a point in words. */
export function pointState(point: VerdictCheckpoint, verdict: Verdict): string {
  if (point.gate_override === true) {
    const because = `counts as unmet: ${failedGates(verdict).length === 0 ? 'a delivery gate' : `gate ${failedGates(verdict).join(', ')}`}`;
    if (point.raw_met === 'met') return `Met, ${because}`;
    return point.raw_met === 'unmet' ? 'Unmet' : `Can’t judge, ${because}`;
  }
  if (point.met === null) {
    if (point.raw_met === 'met') return 'Met, but its gate is undecided';
    return point.cannot_judge === undefined ? 'No verdict' : 'Can’t judge; needs a person';
  }
  const met = point.met === 'met';
  if (point.kind !== 'required') return met ? 'Triggered' : 'Not triggered';
  if (met) return 'Met';
  return point.delivery_gate ? 'Unmet: delivery gate not passed' : 'Unmet';
}
