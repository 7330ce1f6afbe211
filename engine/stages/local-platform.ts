import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  injectedFault,
  trustedEvent,
  type Author,
  type TrustedEvent,
  type WorldPreset,
} from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { LineLog, readLines } from '../batch/lines.ts';
import type { Clock } from '../clock/index.ts';
import type { Activity } from '../director/ports.ts';
import type { BatchPaths } from '../batch/paths.ts';
import {
  startLocalLark,
  type AppIdentity,
  type FaultOptions,
  type FaultPlan,
  type LocalLark,
  type Operation,
  type UserIdentity,
} from '../local-lark/index.ts';
import type { LarkSettings } from '../platform/lark/settings.ts';

/** The embedded platform of one batch: its accounts, and its record of trusted operations. */
export interface LocalPlatform {
  readonly settings: LarkSettings;
  readonly agents: Readonly<Record<string, { app_id: string; app_secret: string }>>;
  readonly lark: LocalLark;
  /** What happens there, for the gates; agents by key. */
  readonly activity: Activity;
  /** Trusted operations so far, oldest first. */
  events(): readonly TrustedEvent[];
  close(): Promise<void>;
}

/**
 * Starts the embedded platform from the batch's own state, with one account an actor and one app an agent.
 * @param plan what is to go wrong there
 */
export async function startLocalPlatform(
  paths: BatchPaths,
  world: WorldPreset,
  clock: Clock,
  port = 0,
  plan?: FaultPlan,
): Promise<LocalPlatform> {
  await mkdir(path.dirname(paths.abs(paths.platformState)), { recursive: true });
  const events = new EventLog(paths.abs(paths.events));
  const lark = await startLocalLark({
    port,
    stateFile: paths.abs(paths.platformState),
    clock,
    onOperation: (op) => events.add(op),
    ...(plan === undefined ? {} : { faults: faultsOn(paths, plan) }),
  }).catch((error: unknown) => {
    // A busy port or a damaged state file: the person can mend it.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  const { operator, actors, agents } = makeAccounts(lark, world);
  for (const [key, user] of Object.entries(actors)) events.know(user.union_id, { kind: 'npc', key });
  const bots: Record<string, { app_id: string; open_id: string }> = {};
  for (const [key, app] of Object.entries(agents)) {
    bots[key] = { app_id: app.app_id, open_id: lark.openId(operator.app_id, app.app_id) };
    events.know(app.app_id, { kind: 'agent', key });
  }
  // A killed process may have recorded an operation in the platform's state and not here.
  events.catchUp((after) => lark.operations(after));
  return {
    settings: {
      kind: 'local',
      domain: lark.domain,
      operator,
      actors,
      agents: bots,
      group_interval_ms: 0,
      timeout_ms: 30_000,
    },
    agents,
    activity: {
      version: (chats) => lark.activity.version(chats),
      changed: (chats, seen, signal) => lark.activity.changed(chats, seen, signal),
      pending: (agent) => lark.activity.pending(agents[agent]?.app_id ?? ''),
      idle: (agent, signal) => lark.activity.idle(agents[agent]?.app_id ?? '', signal),
    },
    lark,
    events: () => events.all,
    close: () => lark.close(),
  };
}

/** Each fault stands in the record before it takes effect; a resumed batch goes on from there. */
function faultsOn(paths: BatchPaths, plan: FaultPlan): FaultOptions {
  const file = paths.abs(paths.faults);
  const log = new LineLog(file);
  return { plan, before: readLines(file, injectedFault), onFault: (fault) => log.append(fault) };
}

export interface Accounts {
  readonly operator: AppIdentity;
  /** By actor key. */
  readonly actors: Readonly<Record<string, UserIdentity>>;
  /** By agent key. */
  readonly agents: Readonly<Record<string, AppIdentity>>;
}

/** The accounts of a world: made, or found again where the platform's state has them. */
export function makeAccounts(lark: LocalLark, world: WorldPreset): Accounts {
  const operator = lark.createApp('operator', { name: `${world.label} director` });
  const actors = Object.entries(world.actors).map(([key, actor]) => {
    const email = actor.email === undefined ? {} : { email: actor.email };
    return [key, lark.createUser(`actor:${key}`, { name: actor.display_name, ...email })] as const;
  });
  const agents = world.team_agents.map((agent) => {
    const description = agent.description === undefined ? {} : { description: agent.description };
    return [agent.key, lark.createApp(`agent:${agent.key}`, { name: agent.name, ...description })] as const;
  });
  return { operator, actors: Object.fromEntries(actors), agents: Object.fromEntries(agents) };
}

/** `events.jsonl`: what the platform saw being done or refused, by whom. */
class EventLog {
  readonly #log: LineLog;
  readonly #events: TrustedEvent[];
  readonly #known = new Map<string, Author>();
  #early: Operation[] | null = [];

  constructor(file: string) {
    this.#log = new LineLog(file);
    this.#events = readLines(file, trustedEvent);
  }

  get all(): readonly TrustedEvent[] {
    return this.#events;
  }

  know(id: string, author: Author): void {
    this.#known.set(id, author);
  }

  /** Until the accounts are known, operations wait: their actors could not be named. */
  add(op: Operation): void {
    if (this.#early !== null) this.#early.push(op);
    else this.#append(op);
  }

  catchUp(since: (after: number) => readonly Operation[]): void {
    this.#early = null;
    for (const op of since(this.#events.at(-1)?.seq ?? 0)) this.#append(op);
  }

  #append(op: Operation): void {
    const event: TrustedEvent = {
      seq: op.seq,
      ts: op.ts,
      source: 'world',
      actor: this.#known.get(op.actor.id) ?? { kind: 'other', key: op.actor.id },
      op: op.op,
      outcome: op.outcome,
      ...(op.code === undefined ? {} : { code: op.code }),
      resource: op.resource,
      ...(op.before === undefined ? {} : { before: op.before }),
      ...(op.after === undefined ? {} : { after: op.after }),
    };
    this.#log.append(event);
    this.#events.push(event);
  }
}
