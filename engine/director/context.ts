import { createHash } from 'node:crypto';
import type { WorldPreset } from '../../schemas/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Journal } from '../batch/journal.ts';
import type { LineLog } from '../batch/lines.ts';
import type { BatchPaths } from '../batch/paths.ts';
import type { Platform } from '../platform/port.ts';
import type {
  Activity,
  AgentState,
  CaseBudget,
  ConditionDecider,
  EvidenceKeeper,
  Progress,
} from './ports.ts';
import type { WorldState } from './state.ts';

/** Everything that the director works with. */
export interface DirectorContext {
  readonly platform: Platform;
  readonly paths: BatchPaths;
  readonly journal: Journal;
  readonly log: LineLog;
  readonly world: WorldPreset;
  readonly state: WorldState;
  /** First journal line of this session: what stands before was done by a director that has ended, agent and all. */
  readonly firstSeq: number;
  readonly params: { readonly gate_max_sec: number; readonly observe_every_sec: number };
  readonly clock: Clock;
  readonly evidence: EvidenceKeeper;
  readonly decider: ConditionDecider;
  readonly agent: AgentState;
  /** null where the platform tells nothing by itself. */
  readonly activity: Activity | null;
  /** null: nothing limits what the batch uses. */
  readonly budget: CaseBudget | null;
  /** Tells one batch from every other: part of each idempotency key. */
  readonly batchId: string;
  readonly progress: (event: Progress) => void;
}

/** Idempotency key of an effect: the same for the same step of the same batch, at most 50 characters. */
export function effectKey(batchId: string, step: string, attempt: number, part = ''): string {
  return createHash('sha256').update(`${batchId}\n${step}\n${attempt}\n${part}`).digest('hex').slice(0, 40);
}

export function logEvent(
  ctx: DirectorContext,
  event: { group: string; event: string; case_id?: string; step?: string; exit?: number; note?: string },
): void {
  ctx.log.append({ at: new Date(ctx.clock.now()).toISOString(), ...event });
}
