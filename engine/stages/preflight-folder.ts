import path from 'node:path';
import { UsageError } from '../batch/errors.ts';
import { phrase } from '../evalset/told.ts';
import {
  fromFinding,
  preflight,
  PreflightError,
  problemOf,
  type PreflightContext,
  type Problem,
} from '../preflight/index.ts';
import { FindingsError } from './findings-error.ts';
import { common, judgesOrWhy, type PreflightOptions } from './preflight.ts';
import { tenantOfFolder } from './tenant-facts.ts';
import { budgetFacts, limitsOf } from './budget-terms.ts';
import { agentOf } from './agent-choice.ts';
import {
  assertRunnable,
  compileFolder,
  judgesOf,
  type CompiledFolder,
  type PrepareOptions,
} from './prepare.ts';

type Folder = Parameters<typeof compileFolder>[0] &
  Pick<PrepareOptions, 'batchDir' | 'judge' | 'second' | 'maxCost' | 'limits' | 'platform'>;

export type Looked = {
  /** Null where it could not even be compiled. */
  readonly context: PreflightContext | null;
  readonly problems: readonly Problem[];
};

/** Looks at an evalset as it would be run; what keeps it from being compiled is told in the same way. */
export async function preflightFolder(folder: Folder, options: PreflightOptions): Promise<Looked> {
  try {
    const compiled = await compileFolder(folder);
    assertRunnable(compiled.evalset, compiled.script, compiled.selection);
    return await look(compiled, folder, options);
  } catch (error) {
    if (error instanceof FindingsError) return { context: null, problems: error.findings.map(fromFinding) };
    if (!(error instanceof UsageError)) throw error;
    return { context: null, problems: [problemOf(null, 'blocks', 'cannot-be-run', phrase(error.message))] };
  }
}

/**
 * For {@link PrepareOptions.preflight}: throws a PreflightError with what blocks.
 * @param warned is told what does not
 */
export function refuseBlocked(
  options: PreflightOptions,
  warned: (problems: readonly Problem[]) => void,
): NonNullable<PrepareOptions['preflight']> {
  return async (compiled, folder) => {
    const { problems } = await look(compiled, folder, options);
    assertClear(problems);
    if (problems.length > 0) warned(problems);
  };
}

/** @throws PreflightError */
export function assertClear(problems: readonly Problem[]): void {
  const blocking = problems.filter(({ severity }) => severity === 'blocks');
  if (blocking.length > 0) throw new PreflightError(blocking);
}

async function look(
  { evalset, script, findings }: CompiledFolder,
  folder: Folder,
  options: PreflightOptions,
): Promise<Looked> {
  const defined = agentOf(evalset, folder);
  const { name, driver, command, pass_env: passEnv } = defined;
  const agent = { name, driver, command, passEnv };
  const key = evalset.world.value.team_agents[0]?.key ?? '';
  const { world, execBundles, selection } = script;
  const judges = await judgesOrWhy(() => judgesOf(evalset, folder));
  const context: PreflightContext = {
    evalset,
    findings,
    script: { world, execBundles, selection },
    batch: null,
    agent,
    judges,
    budget: budgetFacts(limitsOf(evalset, folder.limits), defined, judges, {
      evalset,
      world,
      bundles: execBundles,
      cases: selection.cases,
      askSec: options.askSec,
    }),
    tenant: await tenantOfFolder(evalset, folder.platform, options.env),
    home: path.dirname(folder.batchDir),
    ...common(options, { ...agent, env: defined.env, key, world }),
  };
  return { context, problems: await preflight(context) };
}
