import type { BatchLimits, BatchManifest, FaultPlanFile } from '../../schemas/index.ts';
import type { Places } from '../agents/places.ts';
import { UsageError } from '../batch/errors.ts';
import { claimFolder } from '../batch/claim.ts';
import { jsonText, writeJson, writeText } from '../batch/files.ts';
import { BatchPaths } from '../batch/paths.ts';
import { compileEvalset, compileFindings, type CompiledScript } from '../compile/index.ts';
import type { Env } from '../platform/lark/accounts/home.ts';
import { checkEvalset, diskFiles, sortFindings, type Evalset, type Finding } from '../evalset/index.ts';
import { agentOf, REHEARSAL, type AgentInManifest } from './agent-choice.ts';
import { labelOf as budgetLabel } from '../select/index.ts';
import { limitsOf } from './budget-terms.ts';
import { chooserOf } from './chooser.ts';
import { FindingsError } from './findings-error.ts';
import { platformOf } from './platform-choice.ts';
import { decideIsolation } from './isolation.ts';
import type { Canaries } from '../leaks/index.ts';
import { frozenPath, plantCanaries } from './plant-canaries.ts';
import { planJudges, type JudgePlan } from './judge-plan.ts';

export interface PrepareOptions {
  readonly root: string;
  readonly batchDir: string;
  /** What to do when the folder is taken: refuse, or go on with the next free name. */
  readonly ifTaken: 'refuse' | 'next-free';
  readonly day0: string;
  readonly execAt?: string | undefined;
  readonly cases?: readonly string[] | undefined;
  readonly group?: string | undefined;
  /** Seconds: of the asked-for cases, those that fit into this time are selected. */
  readonly budget?: number | undefined;
  /** Folder of earlier batches, which tell how long cases take. */
  readonly runs?: string | undefined;
  /** Name of an agent definition, or an own command. */
  readonly agent?: string | undefined;
  readonly agentCommand?: readonly string[] | undefined;
  /** Name of the judge; that of the evalset when absent. */
  readonly judge?: string | undefined;
  /** Judges once more, blind to the first; that of the evalset when absent. */
  readonly second?: readonly string[] | undefined;
  readonly maxCost?: number | undefined;
  /** Limits of the batch, in place of those of the evalset. */
  readonly limits?: BatchLimits | undefined;
  /** Name or file of a tenant's settings; a platform of the batch's own when absent. */
  readonly platform?: string | undefined;
  /** Where a person's own settings are found. */
  readonly env?: Env | undefined;
  /** Which of several runs of one script the batch is. */
  readonly runsOf?: BatchManifest['runs_of'];
  /** `virtual` by default for a rehearsal, `real` for all others. */
  readonly clock?: 'real' | 'virtual' | undefined;
  /** A batch of one case keeps its world; all others do anyway. */
  readonly keepWorld?: boolean | undefined;
  /** What goes wrong on purpose on the local platform. */
  readonly faults?: FaultPlanFile | undefined;
  /** False: the agent is run without a sandbox, though one may work here. */
  readonly sandbox?: boolean | undefined;
  /** What the placeholders of the agent's command stand for here. */
  readonly places?: Places | undefined;
  readonly version: string;
  /** Looks for what stands in the way, before anything is written, and throws when something does. */
  readonly preflight?: ((compiled: CompiledFolder, options: PrepareOptions) => Promise<void>) | undefined;
  /** The batch is made to be looked at: it may have nothing in it that this version can run, and no agent. */
  readonly compileOnly?: boolean | undefined;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

export interface CompiledFolder {
  readonly evalset: Evalset;
  readonly script: CompiledScript;
  /** What was asked for: not all of it can be run. */
  readonly selection: readonly string[];
  /** Warnings and remarks of the check; with errors there is no script. */
  readonly findings: readonly Finding[];
}

/** Reads, checks, compiles and verifies an evalset. Errors become findings; nothing is written. */
export async function compileFolder(
  options: Omit<
    PrepareOptions,
    | 'batchDir'
    | 'ifTaken'
    | 'judge'
    | 'second'
    | 'maxCost'
    | 'limits'
    | 'version'
    | 'keepWorld'
    | 'clock'
    | 'preflight'
    | 'compileOnly'
    | 'runsOf'
    | 'platform'
    | 'env'
    | 'faults'
    | 'sandbox'
    | 'places'
  >,
): Promise<CompiledFolder> {
  const { evalset, findings } = await checkEvalset(options.root, diskFiles(), options.signal);
  const errors = findings.filter((f) => f.severity === 'error');
  if (errors.length === 0 && (evalset === null || evalset.skillCards.length > 0))
    throw onSkills(options.root);
  if (evalset === null || errors.length > 0) throw new FindingsError(errors);
  const asked = select(evalset, options);
  const whole = asked.length === evalset.cards.length;
  const choose = await chooserOf(evalset, options);
  const result = compileEvalset(evalset, {
    day0: options.day0,
    ...(options.execAt === undefined ? {} : { execAt: options.execAt }),
    ...(whole ? {} : { cases: asked, selectionLabel: labelOf(options) }),
    ...(choose === undefined ? {} : { choose }),
    now: options.now,
  });
  if ('errors' in result) {
    const { findings: places, others } = compileFindings(evalset, result.errors);
    if (others.length === 0) throw new FindingsError(sortFindings(places));
    throw new UsageError(
      `${options.root}: the evalset cannot be compiled:\n${result.errors.map((e) => `  ${e.file ?? ''} ${e.pointer}: ${e.message}`).join('\n')}`,
    );
  }
  const faults = result.script.findings;
  if (faults.length > 0) {
    throw new UsageError(
      `${options.root}: the compiled script is not the rendered source; this is a fault of the compiler:\n${faults.map((f) => `  ${f.case_id} ${f.field}: ${f.message}`).join('\n')}`,
    );
  }
  const { script } = result;
  return { evalset, script, selection: choose === undefined ? asked : script.selection.cases, findings };
}

/** The one thing that keeps an evalset without errors from being run. */
function onSkills(root: string): UsageError {
  return new UsageError(
    `${root}: it holds cases on skills (kind: skill), which this version checks but cannot run; run an evalset of team cards`,
  );
}

function select(evalset: Evalset, options: Pick<PrepareOptions, 'cases' | 'group' | 'root'>): string[] {
  const all = evalset.cards.map((c) => c.value);
  const unknown = (options.cases ?? []).filter((id) => !all.some((card) => card.case_id === id));
  if (unknown.length > 0) {
    throw new UsageError(
      `${options.root}: no case ${unknown.join(', ')}; the evalset has ${all.map((card) => card.case_id).join(', ')}`,
    );
  }
  const chosen = all.filter(
    (card) =>
      (options.cases === undefined || options.cases.length === 0 || options.cases.includes(card.case_id)) &&
      (options.group === undefined || card.group_key === options.group),
  );
  if (chosen.length === 0) {
    throw new UsageError(
      `${options.root}: no case is selected${options.group === undefined ? '' : ` in group "${options.group}"; its groups are ${[...new Set(all.map((c) => c.group_key))].join(', ')}`}`,
    );
  }
  return chosen.map((card) => card.case_id);
}

function labelOf(options: Pick<PrepareOptions, 'cases' | 'group' | 'budget'>): string {
  if (options.budget !== undefined) return budgetLabel(options.budget);
  if (options.cases !== undefined && options.cases.length > 0) return options.cases.join(', ');
  return options.group === undefined ? 'all' : `group ${options.group}`;
}

/** Makes the batch folder: manifest, frozen evalset, script. When that fails, the folder is taken back. */
export async function prepareBatch(
  options: PrepareOptions,
): Promise<{ paths: BatchPaths; script: CompiledScript }> {
  const compiled = await compileFolder(options);
  const { evalset, script, selection } = compiled;
  if (options.compileOnly !== true) assertRunnable(evalset, script, selection);
  await options.preflight?.(compiled, options);
  const agent = agentOf(evalset, options);
  const platform = await platformOf(evalset, agent, options);
  const judges = judgesOf(evalset, options);
  const team = evalset.world.value.team_agents[0];
  if (team === undefined)
    throw new UsageError(`${evalset.world.file.path}: team_agents is empty; name the agent under test`);
  options.signal?.throwIfAborted();
  const claimed = await claimFolder(options.batchDir, options.ifTaken === 'refuse' ? 'exact' : 'next-free');
  try {
    const paths = new BatchPaths(claimed.dir);
    await writeBatch(paths, { evalset, script, selection, agent, team, judges, platform }, options);
    await claimed.keep();
    return { paths, script };
  } catch (error) {
    await claimed.release();
    throw error;
  }
}

/** Refuses a batch that this version could not run, before anything of it is written. */
export function assertRunnable(evalset: Evalset, script: CompiledScript, selection: readonly string[]): void {
  if (script.selection.case_count > 0) return;
  const why = new Map(script.selection.excluded.map((one) => [one.case_id, one.why]));
  throw new UsageError(
    `${evalset.root}: no case is left to run; choose others:\n${selection.map((id) => `  ${id}: ${why.get(id) ?? ''}`).join('\n')}`,
  );
}

interface BatchContent {
  readonly evalset: Evalset;
  readonly script: CompiledScript;
  readonly selection: readonly string[];
  readonly agent: AgentInManifest;
  readonly team: { readonly key: string; readonly name: string };
  readonly judges: JudgePlan;
  readonly platform: BatchManifest['platform'];
}

async function writeBatch(paths: BatchPaths, content: BatchContent, options: PrepareOptions): Promise<void> {
  const { evalset, script, selection, agent, team, judges, platform } = content;
  const canaries = await plantCanaries(evalset, paths, selection);
  await freeze(evalset, paths, canaries);
  for (const [name, text] of script.files) await writeText(paths.abs(`${paths.script}/${name}`), text);
  await canaries.writeBeside(paths.script);
  await writeText(paths.abs(`${paths.script}/manifest.json`), jsonText(script.manifests));
  const second = judges.others[0]?.name;
  const limits = limitsOf(evalset, options.limits);
  const single = selection.length === 1 && evalset.cards.length > 1 && options.budget === undefined;
  const manifest: BatchManifest = {
    schema_version: 1,
    batch: paths.name,
    mode: single
      ? 'single'
      : selection.length === evalset.cards.length
        ? 'full'
        : `selection: ${labelOf(options)}`,
    label: evalset.world.value.label,
    day0: options.day0,
    identity: {
      evalset: script.manifests.evalset.hash,
      script: script.manifests.script.hash,
      world: script.worldHash,
    },
    ...(script.manifests.evalset.judging === undefined ? {} : { judging: script.manifests.evalset.judging }),
    ...(await decideIsolation(agent, paths, {
      allowed: options.sandbox !== false,
      places: options.places,
      signal: options.signal,
    })),
    platform: { ...platform, ...(options.faults === undefined ? {} : { faults: options.faults }) },
    agent: { ...agent, key: team.key, display_name: team.name },
    ...(isVirtual(agent, options) ? { clock: 'virtual' as const } : {}),
    judge: judges.first.name,
    ...(second === undefined ? {} : { second_judge: second }),
    ...(limits === undefined ? {} : { budget: { limits } }),
    cases: [...script.selection.cases],
    ...(single && options.keepWorld === true ? { keep_world: true } : {}),
    ...(options.runsOf === undefined ? {} : { runs_of: options.runsOf }),
    created_at: options.now().toISOString(),
    sundowner_version: options.version,
  };
  // The manifest comes last: a folder without it is no batch yet.
  await writeJson(paths.abs(paths.manifest), manifest);
}

/** A rehearsal needs no real time; an agent in a process of its own knows no other. */
function isVirtual(agent: AgentInManifest, options: Pick<PrepareOptions, 'clock' | 'root'>): boolean {
  const rehearsed = agent.driver === 'rehearsal';
  if (options.clock === 'virtual' && !rehearsed)
    throw new UsageError(
      `${options.root}: agent "${agent.name}" runs in a process of its own, where time cannot jump; rehearse with \`--agent ${REHEARSAL}\`, or leave out --clock virtual`,
    );
  return rehearsed && options.clock !== 'real';
}

/** Copies every author file as it stands, with its canary in a comment or beside it. */
async function freeze(evalset: Evalset, paths: BatchPaths, canaries: Canaries): Promise<void> {
  for (const source of evalset.sources)
    await canaries.writeFrozen(frozenPath(evalset, paths, source), source.text);
}

/** Who judges: as asked for, else as the evalset says, else the checks. Names are looked up before anything is written. */
export function judgesOf(
  evalset: Evalset,
  options: Pick<PrepareOptions, 'judge' | 'second' | 'maxCost' | 'root'>,
): JudgePlan {
  const { judges = {}, default_judge: byDefault, second_judge: second } = evalset.file?.value ?? {};
  const others = options.second ?? [];
  const judge = options.judge ?? byDefault ?? 'rule';
  return planJudges(
    {
      judge,
      // Who asks for the evalset's second judge as the first one wants no second.
      others: others.length > 0 ? others : second === undefined || second === judge ? [] : [second],
      maxCost: options.maxCost,
    },
    judges,
    evalset.file?.file.path ?? options.root,
  );
}
