import type { JournalEntry } from '../../schemas/index.ts';
import { NOTHING, type Amounts } from './amounts.ts';

/** A line that was sent to the agent, or may have been. */
export interface Turn {
  readonly step: string;
  /** null: it is not known whether the line came to stand there. */
  readonly messageId: string | null;
}

/** One playing of a case as the journal has it, or all questions before the cases (`caseId` null). */
export interface Attempt {
  readonly caseId: string | null;
  readonly attempt: number;
  /** Not over: its reserve stands. */
  readonly open: boolean;
  readonly reserve: Amounts;
  readonly turns: readonly Turn[];
  /** Messages of the agent at its end; null: nobody counted. */
  readonly agentMessages: number | null;
}

interface Folding {
  caseId: string | null;
  attempt: number;
  open: boolean;
  reserve: Amounts;
  turns: Map<string, string | null>;
  failures: Map<string, number>;
  agentMessages: number | null;
}

/** Folds the journal: what was sent, in which playing, and what was reserved for those that are not over. */
export function attemptsOf(entries: readonly JournalEntry[]): Attempt[] {
  const all = new Map<string, Folding>();
  const of = (caseId: string | null, attempt: number): Folding => {
    const key = `${caseId ?? ''}\0${attempt}`;
    const known = all.get(key);
    if (known !== undefined) return known;
    const fresh = {
      ...{ caseId, attempt, open: false, reserve: NOTHING },
      ...{ turns: new Map(), failures: new Map(), agentMessages: null },
    };
    all.set(key, fresh);
    return fresh;
  };
  for (const entry of entries) {
    const { op, phase, case_id: caseId, status } = entry;
    // The mark in hidden texts has the same name, and is no question.
    if (op === 'canary' && phase === 'cast') addTurn(of(null, 1), entry);
    if (phase !== 'eval' || caseId === undefined) continue;
    const attempt = typeof entry['attempt'] === 'number' ? entry['attempt'] : 1;
    if (op === 'case') {
      const one = of(caseId, attempt);
      one.open = status === 'intent';
      if (status === 'intent') one.reserve = amountsIn(entry['reserve']);
    } else if (op === 'msg' || op === 'dm') addTurn(of(caseId, attempt), entry);
    else if (op === 'gate' && typeof entry['agent_messages'] === 'number')
      of(caseId, attempt).agentMessages = entry['agent_messages'];
  }
  return [...all.values()].map(({ failures: _failures, ...one }) => ({
    ...one,
    turns: [...one.turns].map(([step, messageId]) => ({ step, messageId })),
  }));
}

/** A line whose end is not known may stand there: it counts from its intent on. */
function addTurn({ turns, failures }: Folding, entry: JournalEntry): void {
  if (entry.status === 'skipped') return;
  const id = entry['message_id'];
  // After a question that failed to be heard another one is asked; a line of a case is never sent twice.
  const tries = entry.op === 'canary' ? (failures.get(entry.step) ?? 0) : 0;
  const key = `${entry.step}#${tries}`;
  turns.set(key, typeof id === 'string' ? id : (turns.get(key) ?? null));
  if (entry.status === 'failed') failures.set(entry.step, tries + 1);
}

/** A reserve as it stands in a journal line; what is not there is not known. */
function amountsIn(value: unknown): Amounts {
  const own = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const number = (key: keyof Amounts): number | null => (typeof own[key] === 'number' ? own[key] : null);
  return { messages: number('messages'), tokens: number('tokens'), cost: number('cost') };
}
