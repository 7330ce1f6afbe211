import type { JudgeFilled, JudgeTemplate, Pointer } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { undecidedBranch } from './branches.ts';
import { verifyPointer } from './quotes.ts';
import { sharedAlone } from './shared.ts';

type Decision = JudgeFilled['decisions'][number];
type Point = JudgeTemplate['decisions'][number];

/** The scope's files that a decision's list of read files lacks. */
function unread(decision: Decision, evidence: CaseEvidence): string[] {
  return evidence.scope.filter((path) => decision.scope_read?.includes(path) !== true);
}

interface Sorted {
  readonly verified: readonly Pointer[];
  /** Why the others were refused. */
  readonly refused: readonly string[];
}

function sortPointers(decision: Decision, point: Point, evidence: CaseEvidence): Sorted {
  const verified: Pointer[] = [];
  const refused: string[] = [];
  for (const pointer of decision.evidence) {
    const result = verifyPointer(pointer, evidence, { earlier: point.kind !== 'required' });
    if (result.ok) verified.push(pointer);
    else refused.push(result.why);
  }
  return { verified, refused };
}

/** Why a decision may not stand; null when it may. */
function fault(decision: Decision, point: Point, sorted: Sorted, evidence: CaseEvidence): string | null {
  if (decision.met === null) return null;
  if (sorted.verified.length > 0)
    return sharedAlone(sorted.verified, evidence, { earlier: point.kind !== 'required' });
  const required = point.kind === 'required';
  if (decision.met === 'met') {
    const word = required ? 'met' : 'triggered';
    return `${word}, but no quote carries it: ${sorted.refused[0] ?? 'no evidence is given'}`;
  }
  if (evidence.noAgentReply !== null) return null;
  const missing = unread(decision, evidence);
  if (decision.scope_read !== undefined && missing.length === 0) return null;
  const word = required ? 'unmet' : 'not triggered';
  if (sorted.refused[0] !== undefined) return `${word}, but its quote is refused: ${sorted.refused[0]}`;
  return decision.scope_read === undefined
    ? `${word}, with neither a quote nor the files that were read`
    : `${word}, but not all files of the scope were read: ${missing.join(', ')}`;
}

/** The answer of a point that an agent which wrote nothing cannot have met. */
function silentAnswer(point: Point, reason: string, evidence: CaseEvidence): Decision {
  const { met: _met, reason: _reason, evidence: _evidence, ...shape } = point;
  return { ...shape, met: 'unmet', reason, evidence: [], scope_read: [...evidence.scope] };
}

/**
 * The gate before scoring: keeps only decisions that machine-verified evidence carries. Met and triggered need a
 * verified pointer; unmet and not triggered need one too, or a `scope_read` that covers the whole scope (worked out
 * anew from the evidence), or an agent that wrote nothing. What fails becomes `met: null` with the cause in
 * `cannot_judge`; so does what rests on messages of a shared window alone; refused pointers are left out and named in `notes`. Points follow the template, whose texts and
 * kinds hold; a silent agent's required points are unmet whatever was filled in.
 */
export function acceptDecisions(
  filled: JudgeFilled,
  template: JudgeTemplate,
  evidence: CaseEvidence,
  by: 'judge' | 'person' = 'judge',
): JudgeFilled {
  const left: string[] = [];
  const decisions = template.decisions.map((point): Decision => {
    const given = filled.decisions.find((decision) => decision.id === point.id);
    if (evidence.noAgentReply !== null && point.kind === 'required') {
      const reason =
        given?.met === 'unmet' && given.reason !== '' ? given.reason : evidence.noAgentReply.reason;
      return silentAnswer(point, reason, evidence);
    }
    if (given === undefined) return { ...point, reason: 'no decision was given' };
    const sorted = sortPointers(given, point, evidence);
    left.push(...sorted.refused.map((why) => `${point.id}: a pointer was left out: ${why}`));
    const { met: _met, reason: _reason, evidence: _evidence, ...shape } = point;
    const answer: Decision = {
      ...shape,
      met: given.met,
      reason: given.reason,
      evidence: [...sorted.verified],
      ...(given.scope_read === undefined ? {} : { scope_read: given.scope_read }),
      ...(given.cannot_judge === undefined ? {} : { cannot_judge: given.cannot_judge }),
      ...(given.unstable === undefined ? {} : { unstable: given.unstable }),
    };
    // A person may know which reading applies; what a judge says of a point that may be read in two ways does not count.
    const undecided = by === 'person' || given.met === null ? null : undecidedBranch(point);
    const why = undecided ?? fault(given, point, sorted, evidence);
    return why === null ? answer : { ...answer, met: null, cannot_judge: why };
  });
  const notes = [filled.notes ?? '', ...left].filter((line) => line !== '').join('\n');
  const { notes: _notes, ...rest } = filled;
  return { ...rest, case_id: template.case_id, decisions, ...(notes === '' ? {} : { notes }) };
}
