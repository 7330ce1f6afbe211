import type { BatchManifest } from '../../schemas/index.ts';
import { inheritedEnv } from '../agents/member.ts';
import type { Expanded, Places } from '../agents/places.ts';
import { expandCommand, processPlaces } from '../agents/places.ts';
import { openSandbox, type Sandbox } from '../agents/sandbox/index.ts';
import { UsageError } from '../batch/errors.ts';
import type { BatchPaths } from '../batch/paths.ts';

type Agent = Omit<BatchManifest['agent'], 'key' | 'display_name'>;

export interface IsolationOptions {
  /** False: the person forbids a sandbox. */
  readonly allowed: boolean;
  readonly places?: Places | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Decides once for a batch whether its agent runs in a sandbox, by a real run of one on this machine.
 * @throws UsageError when the agent's definition demands one and there is none, or asks to show something hidden
 */
export async function decideIsolation(
  agent: Agent,
  paths: BatchPaths,
  options: IsolationOptions,
): Promise<Pick<BatchManifest, 'isolation' | 'isolation_note'>> {
  const demanded = agent.isolation === 'sandbox';
  const without = (why: string): Pick<BatchManifest, 'isolation' | 'isolation_note'> => {
    if (!demanded) return { isolation: 'none', isolation_note: why };
    throw new UsageError(
      `agent "${agent.name}" may only be run in a sandbox (agents.${agent.name}.isolation), and ${why}`,
    );
  };
  if (agent.driver === 'rehearsal') return without('a rehearsal has no process of its own');
  if (agent.command === undefined) return without('no agent is named yet');
  if (!options.allowed) return without('--no-sandbox forbids it');
  const places = options.places ?? processPlaces();
  const known =
    places.sundowner !== undefined || !agent.command.some((part) => part.includes('${sundowner}'));
  // Made by a caller that runs no agent: the run tries the whole of it.
  const command = known ? expandCommand(agent.command, places) : { command: ['/bin/sh'], env: {} };
  const opened = await open(agent, paths, command, places, options.signal);
  return opened.sandbox === undefined ? without(opened.why) : { isolation: 'sandbox' };
}

/**
 * The sandbox of a batch's agent, tried anew; undefined for a batch that was begun without one.
 * @throws UsageError when the batch was begun with one and none works here now
 */
export async function sandboxOf(
  { isolation, agent }: BatchManifest,
  paths: BatchPaths,
  expanded: Expanded,
  places: Places,
  signal?: AbortSignal,
): Promise<Sandbox | undefined> {
  if (isolation === 'none') return undefined;
  const opened = await open(agent, paths, expanded, places, signal);
  if (opened.sandbox !== undefined) return opened.sandbox;
  throw new UsageError(
    `${paths.abs(paths.manifest)}: the batch says that its agent runs in a sandbox, and ${opened.why}; mend that, or start a new batch with --no-sandbox`,
  );
}

async function open(
  agent: Agent,
  paths: BatchPaths,
  expanded: Expanded,
  places: Places,
  signal?: AbortSignal,
): ReturnType<typeof openSandbox> {
  const [program, ...args] = expanded.command;
  const request = {
    command: [program ?? '', ...args] as const,
    electron: places.electron && (agent.command ?? []).some((part) => part.includes('${node}')),
    read: agent.sandbox?.read ?? [],
    hide: [paths.root, ...(agent.sandbox?.hide ?? [])],
    env: { ...inheritedEnv(agent.pass_env ?? []), ...agent.env },
  };
  return openSandbox(request, signal);
}
