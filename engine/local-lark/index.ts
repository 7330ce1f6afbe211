import { randomBytes } from 'node:crypto';
import { addAdminRoutes } from './admin/routes.ts';
import { createApp, createUser, type AppIdentity, type UserIdentity } from './admin/identities.ts';
import { Activity } from './core/activity.ts';
import { MACHINE_CLOCK, type PlatformClock } from './core/clock.ts';
import { mintUserTokens, revokeUserTokens, type UserTokens } from './auth/user-tokens.ts';
import type { Operation } from './core/operation.ts';
import { differencesOf, snapshotOf, type WorldDifference, type WorldSnapshot } from './core/snapshot.ts';
import { World } from './core/world.ts';
import { Faults } from './faults/faults.ts';
import { FaultyAnswers } from './faults/http.ts';
import type { FaultOptions, FaultPlan } from './faults/plan.ts';
import { buildServer } from './http/server.ts';
import { openApiRoutes } from './routes.ts';
import { PLATFORM_TIMES, type DispatchTimes } from './ws/dispatcher.ts';
import { endpointRoute, Tickets } from './ws/endpoint.ts';
import { Hub } from './ws/hub.ts';

export { lookInto, type LookedMessage, type LookedTable, type WorldLook } from './look.ts';
export type { Operation, Resource } from './core/operation.ts';
export type { AppIdentity, UserIdentity } from './admin/identities.ts';
export type { PlatformClock } from './core/clock.ts';
export type { FaultKind, FaultOptions, FaultPlan, FaultRule, InjectedFault } from './faults/plan.ts';
export type { WorldDifference, WorldSnapshot } from './core/snapshot.ts';
export type { UserTokens } from './auth/user-tokens.ts';
export type { DispatchTimes } from './ws/dispatcher.ts';

const HOST = '127.0.0.1';

export interface LocalLarkOptions {
  /** default 0: any free port; the host is always 127.0.0.1 */
  readonly port?: number;
  /** append-only JSONL of every mutation, replayed at start (mode 0600: it holds secrets); none = nothing is kept */
  readonly stateFile?: string;
  /** the trusted operation log: every mutation and every refused attempt, in order, before its answer is sent */
  readonly onOperation?: (op: Operation) => void;
  /** default: the time of the machine */
  readonly clock?: PlatformClock;
  /** event acknowledgement and redelivery; default: as the platform documents it */
  readonly dispatch?: DispatchTimes;
  /** what is to go wrong; default: nothing */
  readonly faults?: FaultOptions | undefined;
}

export interface LocalLark {
  /** `http://127.0.0.1:PORT`: the SDK's `domain` */
  readonly domain: string;
  readonly port: number;
  /** for POST /local/v1/users and /local/v1/apps; a new one at each start */
  readonly adminToken: string;
  /** idempotent by key, also after a restart from the state file */
  createUser(key: string, profile: { name: string; en_name?: string; email?: string }): UserIdentity;
  /** idempotent by key; `scopes` as in the real console, e.g. `im:message.group_msg` */
  createApp(
    key: string,
    profile: { name: string; description?: string; scopes?: string[]; strict?: boolean },
  ): AppIdentity;
  /**
   * The first pair of tokens that a person gives an app, as after a login; refreshed through OAuth like any.
   * @param scope separated by spaces; default: everything
   */
  grantUser(key: string, app_id: string, scope?: string): UserTokens;
  /** takes back all that a person gave an app */
  revokeUser(key: string, app_id: string): void;
  /** the open_id by which an app knows a person (union_id) or an app (app_id); one is different for each app */
  openId(app_id: string, principal: string): string;
  /** live long connections of an app */
  connections(app_id: string): number;
  /** resolves at once when the app is connected, otherwise with its next connection */
  waitForConnection(app_id: string, signal?: AbortSignal): Promise<void>;
  /** what happens on the platform, for whoever waits for it; chats by chat_id, agents by app_id */
  readonly activity: Pick<Activity, 'version' | 'changed' | 'pending' | 'idle'>;
  /** the operation log since the state began, or what came after `seq` */
  operations(after?: number): readonly Operation[];
  /** what stands in the world now; cheap: nothing is copied */
  snapshot(): WorldSnapshot;
  /** in what the second differs from the first, with the operation that did it */
  compareWorlds(before: WorldSnapshot, after: WorldSnapshot): WorldDifference[];
  close(): Promise<void>;
}

/**
 * Starts the embedded platform.
 * @throws Error naming the port when it is busy; Error naming file and line when the state file is damaged
 */
export async function startLocalLark(options: LocalLarkOptions = {}): Promise<LocalLark> {
  const clock = options.clock ?? MACHINE_CLOCK;
  const world = new World(options.stateFile, () => clock.now(), options.onOperation);
  const activity = new Activity(world);
  const tickets = new Tickets();
  const faults = options.faults === undefined ? undefined : new Faults(options.faults, () => clock.now());
  const times = options.dispatch ?? timesOf(options.faults?.plan);
  const hub = new Hub(world, clock, tickets, times, faults);
  const faulty = faults === undefined ? undefined : new FaultyAnswers(faults, world, clock);
  const adminToken = randomBytes(24).toString('hex');
  let port = options.port ?? 0;
  const routes = [...openApiRoutes, endpointRoute(tickets, () => `${HOST}:${port}`)];
  const server = await buildServer(world, routes, faulty);
  addAdminRoutes(server, world, adminToken);
  server.server.prependListener('request', (request, response) => activity.watch(request, response));
  server.server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head));
  try {
    await server.listen({ host: HOST, port });
  } catch (cause) {
    hub.close();
    world.store.close();
    throw listenError(cause, port);
  }
  const address = server.server.address();
  if (address !== null && typeof address === 'object') port = address.port;
  return {
    domain: `http://${HOST}:${port}`,
    port,
    adminToken,
    createUser: (key, profile) => createUser(world, key, profile),
    createApp: (key, profile) => createApp(world, key, profile),
    grantUser: (key, app_id, scope) => mintUserTokens(world, key, app_id, scope),
    revokeUser: (key, app_id) => revokeUserTokens(world, key, app_id),
    openId: (app, principal) => world.openId(app, principal),
    connections: (app) => hub.connections(app),
    waitForConnection: (app, signal) => hub.waitForConnection(app, signal),
    activity,
    operations: (after = 0) => world.store.operations.filter((op) => op.seq > after),
    snapshot: () => snapshotOf(world),
    compareWorlds: (before, after) => differencesOf(before, after, world.store.operations),
    close: async () => {
      faulty?.close();
      hub.close();
      await server.close();
      world.store.close();
    },
  };
}

function timesOf(plan: FaultPlan | undefined): DispatchTimes {
  if (plan?.redelivery === undefined) return PLATFORM_TIMES;
  return { ackWithin: plan.redelivery.ack_within_ms, redeliverAfter: plan.redelivery.again_after_ms };
}

function listenError(cause: unknown, port: number): Error {
  const busy = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  if (!busy) return cause instanceof Error ? cause : new Error(String(cause));
  return new Error(
    `port ${port} on ${HOST} is in use: stop what listens there, or choose another port (0 takes any free one)`,
    { cause },
  );
}
