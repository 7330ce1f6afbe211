import type { EvalStep, JournalEntry } from '../../schemas/index.ts';
import type { CaseState } from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';
import type { BatchFacts } from './batch.ts';

/** How far a case has been played, by the journal. */
export interface Play {
  readonly begun: boolean;
  readonly ended: boolean;
  /** 1, or more when it was played again. */
  readonly attempt: number;
  /** What failed on the platform; null when nothing did. */
  readonly env: string | null;
  /** Every playing was cut short. */
  readonly interrupted: boolean;
  readonly done: number;
  readonly total: number;
  readonly since: string | null;
  /** The step that is being played. */
  readonly current: EvalStep | null;
}

const MAX_ATTEMPTS = 99;

export function playOf(facts: BatchFacts, caseId: string): Play {
  const { state } = facts;
  const steps = facts.scripted.get(caseId)?.steps ?? [];
  const step = `eval.case:${caseId}`;
  let attempt = 1;
  while (attempt < MAX_ATTEMPTS && hasLine(facts, step, attempt + 1)) attempt += 1;
  const end = state.done(step, attempt);
  const begun = state.pending(step, attempt);
  const isDone = (one: EvalStep): boolean => state.done(`eval.${one.id}`, attempt) !== undefined;
  const env = end?.['env'];
  return {
    begun: end !== undefined || begun !== undefined,
    ended: end !== undefined,
    attempt,
    env: typeof env === 'string' ? env : null,
    interrupted: end?.['outcome'] === 'interrupted',
    done: steps.filter(isDone).length,
    total: steps.length,
    since: begun?.ts ?? fromOf(end),
    current: steps.find((one) => !isDone(one)) ?? null,
  };
}

const hasLine = ({ state }: BatchFacts, step: string, attempt: number): boolean =>
  state.done(step, attempt) !== undefined || state.pending(step, attempt) !== undefined;

const fromOf = (end: JournalEntry | undefined): string | null =>
  typeof end?.['from'] === 'string' ? end['from'] : null;

/** State of a case that has no verdict. */
export function stateWithoutVerdict(
  play: Play,
  live: boolean,
  onlyCase: boolean,
  judged: boolean,
): CaseState {
  if (live && !play.ended && (play.begun || onlyCase)) return 'running';
  if (play.ended && (play.env !== null || play.interrupted)) return 'FAIL_ENV';
  if (judged || play.ended) return 'PENDING';
  return play.begun ? 'RERUN' : 'empty';
}

/** What a running case waits for. */
export function waitingText(play: Play, agentName: string, words: Words): string {
  const { current } = play;
  if (current?.op === 'gate' && current.kind === 'agent_reply_seen') {
    const turn = /-w(\d+)$/.exec(current.id)?.[1];
    return words.waitingFor(agentName, turn === undefined ? null : Number(turn));
  }
  if (current?.op === 'gate') return words.waitingQuiet;
  return words.steps(play.done, play.total);
}
