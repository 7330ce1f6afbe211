import type { BatchManifest, DirectorEvent, InjectedFaultLine } from '../../schemas/index.ts';

/** Events of `evidence/director.jsonl` that bound the work of one process on a batch. */
export const SESSION_START = 'session_start';

/** How the work of a process ended, by the event that says so; the note of a failure is what it broke off with. */
export const SESSION_ENDS = {
  session_done: 'done',
  session_stopped: 'stopped',
  session_failed: 'failed',
} as const;

export type SessionEnd = keyof typeof SESSION_ENDS;
const isEnd = (event: string): event is SessionEnd => Object.hasOwn(SESSION_ENDS, event);

/** A stretch of work that did not come to its end. */
export interface Break {
  readonly how: 'killed' | 'stopped' | 'failed';
  /** Of a killed process: the last sign of it. ISO instant, on the batch's clock. */
  readonly at: string;
  readonly why?: string;
  /** When the next process took the batch up; null: none has. */
  readonly resumedAt: string | null;
  /** Cases that were at work and went on where they stood. */
  readonly wentOn: readonly string[];
  /** Cases that were at work and were played again from their first line. */
  readonly again: readonly string[];
}

/** What befell a batch besides its cases. */
export interface BatchHistory {
  /** Null: no faults were asked for. */
  readonly faults: {
    readonly plan: string | null;
    readonly seed: number;
    /** How many of each kind were made, by the kind's name. */
    readonly counts: readonly (readonly [string, number])[];
  } | null;
  readonly breaks: readonly Break[];
  /** Cases that a script served which was accepted on the way. */
  readonly mixedScript: readonly string[];
  readonly virtualClock: boolean;
  /** Why the agent's process was not shut in; null: it was, or there was no process of ours. */
  readonly unsandboxed: string | null;
}

export interface HistoryInput {
  readonly manifest: BatchManifest;
  readonly events: readonly DirectorEvent[];
  readonly faults: readonly InjectedFaultLine[];
  /** A process is at work now: what has not ended is no break. */
  readonly live: boolean;
}

export function historyOf({ manifest, events, faults, live }: HistoryInput): BatchHistory {
  const plan = manifest.platform.faults;
  return {
    faults:
      plan === undefined
        ? null
        : { plan: plan.name ?? null, seed: plan.seed, counts: countsOf(faults.map(({ kind }) => kind)) },
    breaks: breaksOf(events, live),
    mixedScript: (manifest.mixed_script ?? []).flatMap(({ cases }) => cases),
    virtualClock: manifest.clock === 'virtual',
    unsandboxed:
      manifest.isolation === 'none' && manifest.agent.command !== undefined
        ? (manifest.isolation_note ?? '')
        : null,
  };
}

/** How often each name occurs, by name. */
export function countsOf(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Each stretch that did not come to its end. The events of one stretch stand between two of its starts. */
function breaksOf(events: readonly DirectorEvent[], live: boolean): Break[] {
  const starts = events.flatMap(({ event }, i) => (event === SESSION_START ? [i] : []));
  const stretches = starts.map((from, i) => events.slice(from, starts[i + 1]));
  return stretches.flatMap((own, i) => {
    const end = own.find(({ event }) => isEnd(event));
    const next = stretches[i + 1];
    if (end === undefined && next === undefined && live) return [];
    const how = end !== undefined && isEnd(end.event) ? SESSION_ENDS[end.event] : 'killed';
    if (how === 'done') return [];
    const why = how === 'failed' ? end?.note : undefined;
    return [
      {
        how,
        at: (end ?? own.at(-1))?.at ?? '',
        ...(why === undefined ? {} : { why }),
        resumedAt: next?.[0]?.at ?? null,
        ...takenUp(events.slice(0, (starts[i] ?? 0) + own.length), next ?? []),
      },
    ];
  });
}

function takenUp(
  before: readonly DirectorEvent[],
  next: readonly DirectorEvent[],
): Pick<Break, 'wentOn' | 'again'> {
  const begun = new Set(casesOf(before, 'case_start'));
  const again = new Set(casesOf(next, 'case_start').filter((id) => begun.has(id)));
  // What went on and lost its answer with the agent is played again.
  const wentOn = new Set(casesOf(next, 'case_resumed').filter((id) => !again.has(id)));
  return { wentOn: [...wentOn], again: [...again] };
}

const casesOf = (events: readonly DirectorEvent[], event: string): string[] =>
  events.flatMap((one) => (one.event === event && one.case_id !== undefined ? [one.case_id] : []));
