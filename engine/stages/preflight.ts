import path from 'node:path';
import type { Places } from '../agents/places.ts';
import { UsageError } from '../batch/errors.ts';
import { readJournal } from '../batch/journal.ts';
import { worldDropped } from '../batch/world-drop.ts';
import { checkEvalset, diskFiles } from '../evalset/index.ts';
import { verifyScript, verifySource } from '../compile/verify/index.ts';
import { preflight, type BatchFacts, type JudgeFacts, type PreflightContext } from '../preflight/index.ts';
import type { OpenBatch } from './batch.ts';
import { budgetFacts } from './budget-terms.ts';
import { judgesOfBatch, type JudgePlan } from './judge-plan.ts';
import { tenantOfBatch } from './tenant-facts.ts';
import { tryAgent } from './try-agent.ts';
import { droppedSentence } from './world-state.ts';

export interface PreflightOptions {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Start the agent on a platform of its own, and see whether it connects. */
  readonly startAgent?: boolean | undefined;
  readonly port?: number | undefined;
  /** Name or file of a tenant's settings. */
  readonly platform?: string | undefined;
  readonly judge?: string | undefined;
  readonly others?: readonly string[] | undefined;
  readonly maxCost?: number | undefined;
  /** How long a person may take over a conditional line, s. */
  readonly askSec?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Looks at everything that can be known before a batch is run, or run on. */
export async function preflightBatch(batch: OpenBatch, options: PreflightOptions) {
  const context = await contextOfBatch(batch, options);
  return { context, problems: await preflight(context) };
}

async function contextOfBatch(batch: OpenBatch, options: PreflightOptions): Promise<PreflightContext> {
  const { manifest, paths, execBundles, world } = batch;
  const { findings } = await checkEvalset(paths.abs(paths.evalset), diskFiles(), options.signal);
  const agent = {
    name: manifest.agent.name,
    driver: manifest.agent.driver,
    command: manifest.agent.command,
    passEnv: manifest.agent.pass_env,
  };
  const judges = await judgesOrWhy(() => judgesOfBatch(batch, options));
  const cases = manifest.cases;
  return {
    evalset: batch.evalset,
    findings,
    script: { world, execBundles, selection: { cases: manifest.cases } },
    batch: factsOf(batch),
    agent,
    judges,
    budget: budgetFacts(manifest.budget?.limits, manifest.agent, judges, {
      evalset: batch.evalset,
      world,
      bundles: execBundles,
      cases,
      askSec: options.askSec,
    }),
    tenant: await tenantOfBatch(batch, options.env, options.platform),
    home: paths.root,
    ...common(options, { ...agent, env: manifest.agent.env, key: manifest.agent.key, world }),
  };
}

/** What does not depend on where the script comes from. */
export function common(
  options: PreflightOptions,
  agent: Parameters<typeof tryAgent>[0],
): Pick<PreflightContext, 'places' | 'env' | 'port' | 'signal' | 'tryAgent'> {
  const { places, env, port, signal } = options;
  return {
    places,
    env,
    port,
    signal,
    ...(options.startAgent === true ? { tryAgent: (stop) => tryAgent(agent, places, stop) } : {}),
  };
}

function factsOf({ paths, evalset, scriptFiles, manifests }: OpenBatch): BatchFacts {
  const file = paths.abs(paths.journal);
  const journal = readJournal(file);
  const dropped = worldDropped(journal.entries);
  return {
    root: paths.root,
    scriptDir: paths.abs(paths.script),
    script: verifyScript({
      ...verifySource(evalset),
      files: scriptFiles,
      scriptHash: manifests.script.hash,
    }),
    journal: { file, fault: journal.chained ? null : (journal.fault ?? file) },
    worldGone: dropped === null ? null : droppedSentence(paths, dropped),
  };
}

/** The judges by name, or why nobody can be told. */
export async function judgesOrWhy(
  plan: () => JudgePlan | Promise<JudgePlan>,
): Promise<readonly JudgeFacts[] | string> {
  try {
    const { first, others } = await plan();
    return [first, ...others].map((judge) =>
      judge.mode === 'model' ? { name: judge.name, definition: judge.definition } : { name: judge.name },
    );
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** Whether a folder is a batch folder; else it is taken for an evalset. */
export async function isBatchFolder(dir: string): Promise<boolean> {
  return diskFiles().isFile(path.join(dir, 'manifest.json'));
}
