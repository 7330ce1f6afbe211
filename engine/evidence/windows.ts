import type { EvalStep, JournalEntry } from '../../schemas/index.ts';
import type { WorldState } from '../director/state.ts';

/** A case of the script, with the groups in which its messages may stand. */
export interface ScriptedCase {
  readonly caseId: string;
  readonly group: string;
  readonly crossGroups: readonly string[];
  readonly steps: readonly EvalStep[];
}

/** When one playing of a case ran, and what was sent in it. */
export interface CaseWindow {
  readonly case_id: string;
  readonly group: string;
  /** Stimulus group and verification groups. */
  readonly chats: ReadonlySet<string>;
  readonly attempt: number;
  readonly from: string;
  /** null: it has not ended. */
  readonly to: string | null;
  readonly outcome: string | null;
  /** Lines that were sent in it, in the script's order. */
  readonly lines: readonly WindowLine[];
}

export interface WindowLine {
  readonly step: string;
  readonly message_id: string;
  readonly ts: string;
}

const MAX_ATTEMPTS = 99;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Every playing of every case that has begun, by the journal; a case's playings in their order. */
export function windowsOf(cases: readonly ScriptedCase[], state: WorldState): CaseWindow[] {
  return cases.flatMap((one) => {
    const windows: CaseWindow[] = [];
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const window = windowOf(one, attempt, state);
      if (window === null) break;
      windows.push(window);
    }
    return windows;
  });
}

function windowOf(one: ScriptedCase, attempt: number, state: WorldState): CaseWindow | null {
  const step = `eval.case:${one.caseId}`;
  const end = state.done(step, attempt);
  const from = end === undefined ? state.pending(step, attempt)?.ts : (text(end['from']) ?? end.ts);
  if (from === undefined) return null;
  return {
    case_id: one.caseId,
    group: one.group,
    chats: new Set([one.group, ...one.crossGroups]),
    attempt,
    from,
    to: end?.ts ?? null,
    outcome: end === undefined ? null : (text(end['outcome']) ?? 'played'),
    lines: one.steps.flatMap((own) => lineOf(own, state.done(`eval.${own.id}`, attempt))),
  };
}

function lineOf(step: EvalStep, entry: JournalEntry | undefined): WindowLine[] {
  const id = text(entry?.['message_id']);
  if (entry === undefined || id === null) return [];
  return [{ step: step.id, message_id: id, ts: text(entry['sent_at']) ?? entry.ts }];
}
