import { worldHash, type Choose } from '../compile/index.ts';
import type { Evalset } from '../evalset/index.ts';
import { budgetChooser, readMeasured } from '../select/index.ts';
import type { PrepareOptions } from './prepare.ts';

/** Who chooses for a time budget, knowing what earlier batches of the same agent took. */
export async function chooserOf(
  evalset: Evalset,
  options: Pick<PrepareOptions, 'budget' | 'runs' | 'root' | 'agent' | 'agentCommand' | 'signal'>,
): Promise<Choose | undefined> {
  const { budget, runs, root, signal } = options;
  if (budget === undefined) return undefined;
  const like = {
    label: evalset.world.value.label,
    world: worldHash(evalset),
    agent: agentName(evalset, options) ?? '',
  };
  const none = { cases: new Map<string, number[]>(), shared: [] };
  return budgetChooser({
    seconds: budget,
    measured: runs === undefined ? none : await readMeasured(runs, like, signal),
    deps: evalset.deps?.value ?? null,
    meta: evalset.meta?.value ?? null,
    root,
  });
}

/** Name of the agent's definition that is meant; undefined where the evalset defines none. */
export function agentName(
  evalset: Evalset,
  options: Pick<PrepareOptions, 'agent' | 'agentCommand'>,
): string | undefined {
  if (options.agentCommand !== undefined && options.agentCommand.length > 0)
    return options.agent ?? 'command';
  const { agents = {}, default_agent: byDefault } = evalset.file?.value ?? {};
  return options.agent ?? byDefault ?? Object.keys(agents)[0];
}
