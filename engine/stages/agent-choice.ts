import path from 'node:path';
import type { AgentDefinition, BatchManifest } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import type { Evalset } from '../evalset/index.ts';

/** Name of the agent that is there without being defined. */
export const REHEARSAL = 'rehearsal';
const BUILT_IN: AgentDefinition = { driver: 'rehearsal' };

/** The agent of a batch, without its place in the world. */
export type AgentInManifest = Omit<BatchManifest['agent'], 'key' | 'display_name'>;

export interface AgentChoice {
  /** Folder of the evalset, for people. */
  readonly root: string;
  /** Name of an agent definition. */
  readonly agent?: string | undefined;
  /** Program and arguments in place of a definition. */
  readonly agentCommand?: readonly string[] | undefined;
  /** The batch is never run: it needs no agent. */
  readonly compileOnly?: boolean | undefined;
}

/** @throws UsageError for a name that nobody has */
export function agentOf(evalset: Evalset, options: AgentChoice): AgentInManifest {
  if (options.agentCommand !== undefined && options.agentCommand.length > 0) {
    return {
      name: options.agent ?? 'command',
      driver: 'member',
      command: [...options.agentCommand],
      sandbox: { hide: [evalset.root] },
    };
  }
  const defined = evalset.file?.value.agents ?? {};
  const name = options.agent ?? evalset.file?.value.default_agent ?? Object.keys(defined)[0];
  // A script depends on no agent; before the batch is run, one has to be named.
  if (name === undefined && options.compileOnly === true) return { name: 'none', driver: 'member' };
  const definition: AgentDefinition | undefined =
    name === undefined ? undefined : (defined[name] ?? (name === REHEARSAL ? BUILT_IN : undefined));
  if (name === undefined || definition === undefined) {
    const known = Object.keys(defined);
    throw new UsageError(
      `${evalset.file?.file.path ?? options.root}: no agent${name === undefined ? '' : ` "${name}"`} is defined; ${known.length === 0 ? 'add it under `agents:` in evalset.yaml, or give its command after `--`' : `choose one of ${known.join(', ')}`}`,
    );
  }
  if (definition.driver === 'rehearsal') {
    const { driver, ...rehearsal } = definition;
    return { name, driver, rehearsal };
  }
  // `${node}` and `${sundowner}` stay: another machine or version may finish the batch.
  const place = (part: string): string =>
    part.includes('${evalset}') ? path.normalize(part.replaceAll('${evalset}', () => evalset.root)) : part;
  return {
    name,
    driver: definition.driver,
    ...(definition.command === undefined ? {} : { command: definition.command.map(place) }),
    ...(definition.env === undefined ? {} : { env: definition.env }),
    ...(definition.pass_env === undefined ? {} : { pass_env: definition.pass_env }),
    ...(definition.most_per_turn === undefined ? {} : { most_per_turn: definition.most_per_turn }),
    ...(definition.model === undefined ? {} : { model: definition.model }),
    ...(definition.isolation === undefined ? {} : { isolation: definition.isolation }),
    sandbox: {
      ...(definition.sandbox?.read === undefined
        ? {}
        : { read: definition.sandbox.read.map((part) => path.resolve(evalset.root, place(part))) }),
      hide: [evalset.root],
    },
  };
}
