import type {
  CasesMeta,
  CaseStatus,
  JudgeFilled,
  JudgeTemplate,
  TeamCard,
  Verdict,
  VerdictCheckpoint,
} from '../../schemas/index.ts';
import { boundsOf, scoreOf, tally } from './arithmetic.ts';
import { decidedBy, whoDecided, type ByPersons } from './labelled.ts';
import { countPoints, type Counted } from './words.ts';

export interface ScoreInput {
  readonly card: TeamCard;
  readonly template: JudgeTemplate;
  /** As `acceptDecisions` let it through. */
  readonly judged: JudgeFilled;
  readonly meta?: CasesMeta['cases'][string] | undefined;
  /** Label of the batch. */
  readonly batch: string;
  /** What failed in the environment; null when nothing did. */
  readonly env: string | null;
  /** What makes the case count for nothing. */
  readonly void?: Verdict['void'];
  readonly attempt?: number | undefined;
  /** Persons' words that were adopted, as evidence carries them. */
  readonly persons?: ByPersons;
  /** The newest flag that a person raised; one of the judge file's else. */
  readonly flag?: Verdict['human_review'];
}

const NOBODY: ByPersons = new Map();

function checkpoint(
  counted: Counted,
  reason: string,
  who: Pick<VerdictCheckpoint, 'by' | 'judged'>,
): VerdictCheckpoint {
  const { point, decision, raw, counts, overridden, waitsFor } = counted;
  const waiting = `delivery gate ${waitsFor.join(', ')} is undecided`;
  const cannot = waitsFor.length > 0 ? waiting : decision?.cannot_judge;
  const differs = overridden || waitsFor.length > 0;
  return {
    id: point.id,
    kind: point.kind,
    result: point.result,
    delivery_gate: point.delivery_gate,
    text: point.text,
    met: counts,
    evidence: [...(decision?.evidence ?? [])],
    reason,
    ...(decision?.scope_read === undefined ? {} : { scope_read: decision.scope_read }),
    ...(cannot === undefined ? {} : { cannot_judge: cannot }),
    ...(decision?.unstable === true ? { unstable: true as const } : {}),
    ...(point.branches === undefined ? {} : { branches: point.branches }),
    ...(differs ? { raw_met: raw } : {}),
    ...who,
    ...(overridden ? { gate_override: true } : {}),
  };
}

function caseOf({ card, meta }: ScoreInput): Verdict['case'] {
  const title = card.turns[0]?.text ?? '';
  const dims = meta?.tac_dims ?? card.tac_dims;
  const domain = meta?.functional_domain ?? card.functional_domain;
  return {
    title,
    trigger: title,
    storyline: card.storyline,
    ...(card.rw_type === undefined ? {} : { rw_type: card.rw_type }),
    ...(card.difficulty === undefined ? {} : { difficulty: card.difficulty }),
    expected_behavior: card.checkpoints_raw,
    criteria_text: card.checkpoints_raw,
    ...(dims === undefined ? {} : { tac_dims: dims }),
    ...(domain === undefined ? {} : { functional_domain: domain }),
    ...(meta?.scene_l1 === undefined ? {} : { scene_l1: meta.scene_l1 }),
    ...(meta?.scene_l2 === undefined ? {} : { scene_l2: meta.scene_l2 }),
    ...(meta?.scene_l2_secondary === undefined ? {} : { scene_l2_secondary: meta.scene_l2_secondary }),
  };
}

/** The flag as the verdict carries it; none when the file says `flagged: false`. */
function flagOf({ human_review: flag }: JudgeFilled): Verdict['human_review'] {
  if (flag === undefined || flag.flagged === false) return undefined;
  const { flagged: _flagged, ...rest } = flag;
  return rest;
}

interface Outcome {
  readonly status: CaseStatus;
  readonly score: number | null;
  readonly bounds?: { readonly worst: number; readonly best: number };
}

/**
 * When the environment failed, only what a quote carries stands for sure; what was not found may be missing
 * because of the failure, so it is open in the bounds.
 */
function outcomeOf(
  points: readonly Counted[],
  silent: boolean,
  { env, void: voided }: Pick<ScoreInput, 'env' | 'void'>,
): Outcome {
  // Whatever the agent would have done without it is unknown.
  if (voided !== undefined) return { status: 'VOID', score: null, bounds: { worst: 0, best: 1 } };
  const plain = points.map(({ point, counts }) => ({ kind: point.kind, word: counts }));
  const totals = tally(plain);
  const unscorable = totals.required_total === 0;
  if (env !== null) {
    const gated = points.some(({ point, raw }) => point.delivery_gate && raw !== 'met');
    const open = points.map(({ point, raw }) => {
      const sure = raw === 'met' && !(gated && point.kind === 'required' && point.result);
      return { kind: point.kind, word: sure ? raw : null };
    });
    return { status: 'FAIL_ENV', score: null, bounds: unscorable ? { worst: 0, best: 1 } : boundsOf(open) };
  }
  if (unscorable) return { status: 'PENDING', score: null, bounds: { worst: 0, best: 1 } };
  // Whatever else is undecided, an agent that wrote nothing has met nothing.
  if (silent) return { status: 'FAIL', score: 0 };
  if (plain.some(({ word }) => word === null))
    return { status: 'PENDING', score: null, bounds: boundsOf(plain) };
  const score = scoreOf(totals);
  return { status: score === 1 ? 'PASS' : 'FAIL', score };
}

/**
 * Scores a case by the evalset's protocol (see `arithmetic.ts` and `words.ts`). PASS: the score is 1. FAIL: every
 * point is decided. PENDING: a point is undecided; FAIL_ENV: `env` says so; both without a score, with `bounds`
 * over all completions. VOID: `void` says why; its bounds are 0 and 1. A case without a required point has no score. `raw_met` stands on the points whose counted
 * word a gate changed or leaves open, `gate_override` on those that a failed gate makes unmet.
 */
export function scoreCase(input: ScoreInput): Verdict {
  const { card, template, judged, env, persons = NOBODY } = input;
  const points = countPoints(template, decidedBy(judged, persons));
  const silent = template.no_agent_reply !== null;
  const totals = tally(points.map(({ point, counts }) => ({ kind: point.kind, word: counts })));
  const veto = points.find(({ point, raw }) => point.kind === 'veto' && raw === 'met');
  const outcome = outcomeOf(points, silent, input);
  const undecided = points.filter(({ counts }) => counts === null).map(({ point }) => point.id);
  const flag = input.flag ?? flagOf(judged);
  return {
    score: outcome.score,
    required_total: totals.required_total,
    required_met: totals.required_met,
    deductions: totals.deductions,
    veto: {
      triggered: veto !== undefined,
      rule: veto?.point.text ?? '',
      evidence: [...(veto?.decision?.evidence ?? [])],
    },
    checkpoints: points.map((counted) => {
      const said = counted.decision?.reason ?? '';
      const cause =
        silent && counted.point.kind === 'required' ? (template.no_agent_reply?.reason ?? '') : '';
      const who = whoDecided(counted.point.id, judged, persons);
      return checkpoint(counted, said === '' ? cause : said, who);
    }),
    status: outcome.status,
    ...(outcome.bounds === undefined ? {} : { bounds: outcome.bounds }),
    ...(undecided.length === 0 ? {} : { undecided }),
    ...(env === null ? {} : { env }),
    ...(input.void === undefined ? {} : { void: input.void }),
    ...(input.attempt === undefined ? {} : { attempt: input.attempt }),
    case_id: card.case_id,
    batch: input.batch,
    group: card.group_key,
    case: caseOf(input),
    ...(flag === undefined ? {} : { human_review: flag }),
    agent_messages: template.agent_messages,
    no_agent_reply: template.no_agent_reply,
    stimulus_messages: template.stimulus_messages,
    judge: judged.judge,
    ...(judged.notes === undefined ? {} : { notes: judged.notes }),
  };
}
