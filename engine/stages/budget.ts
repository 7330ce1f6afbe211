import type {
  BatchLimits,
  BatchManifest,
  BudgetInManifest,
  BudgetInSummary,
  JournalEntry,
  NotBegun,
} from '../../schemas/index.ts';
import { batchManifest, notBegun } from '../../schemas/index.ts';
import { UsageReports } from '../agents/usage.ts';
import { UsageError } from '../batch/errors.ts';
import { pathExists, readJson, writeJson } from '../batch/files.ts';
import { Journal, readJournal } from '../batch/journal.ts';
import { lockBatch } from '../batch/lock.ts';
import { budgetFaults, COUNTED, CURRENCY, Purse, shown } from '../budget/index.ts';
import type { LeftOut } from '../director/ports.ts';
import { toldIn } from '../evalset/told.ts';
import { CallStore } from '../models/index.ts';
import type { OpenBatch } from './batch.ts';
import { GATE_MAX_SEC, modelsIn, reservesOf, termsOf } from './budget-terms.ts';
import type { JudgePlan } from './judge-plan.ts';

export interface PurseSettings {
  /** How long a person may take over a conditional line, s. */
  readonly askSec?: number | undefined;
  readonly now?: () => Date;
}

/**
 * The purse of a batch, as full as its files say; undefined where it has no budget.
 * @param plan who judges; null: nothing is taken from it any more, it only tells what was used
 * @throws UsageError where the budget cannot be held, naming what is missing
 */
export async function openPurse(
  batch: OpenBatch,
  plan: JudgePlan | null,
  { askSec, now = () => new Date() }: PurseSettings = {},
): Promise<Purse | undefined> {
  const { paths, manifest, world, evalset, execBundles } = batch;
  if (manifest.budget === undefined) return undefined;
  const { limits } = manifest.budget;
  const terms = termsOf(limits, manifest.agent, plan === null ? [] : modelsIn(plan), world);
  const [fault] = plan === null ? [] : budgetFaults(terms);
  if (fault !== undefined) throw new UsageError(`${paths.abs(paths.manifest)}: ${toldIn(fault.told)}`);
  const currency = limits.currency ?? CURRENCY;
  return new Purse({
    limits,
    currency,
    most: terms.most,
    reserves: reservesOf({ evalset, world, bundles: execBundles, cases: manifest.cases, terms, askSec }),
    reports: new UsageReports(paths.abs(paths.agentUsage), currency),
    judges: await new CallStore(paths.abs(paths.judgeCalls)).used(null, currency),
    judged: plan === null ? manifest.cases : await judgedCases(batch, plan),
    silenceSec: Math.max(world.render.exec_params.gate_max_sec ?? GATE_MAX_SEC, askSec ?? 0),
    journal: readJournal(paths.abs(paths.journal)).entries,
    now: () => now().getTime(),
  });
}

async function judgedCases({ paths, manifest }: OpenBatch, { first, others }: JudgePlan): Promise<string[]> {
  const judged: string[] = [];
  for (const caseId of manifest.cases) {
    const files = [first, ...others].map(({ name }, i) =>
      paths.abs(paths.judgeFile(caseId, i === 0 ? undefined : i === 1 ? 'second' : name)),
    );
    const there = await Promise.all(files.map(pathExists));
    if (there.every(Boolean)) judged.push(caseId);
  }
  return judged;
}

/** What a batch used of its budget, for its summary. */
export function budgetInSummary(
  purse: Purse,
  manifest: Pick<BatchManifest, 'cases'>,
  entries: readonly JournalEntry[],
): BudgetInSummary {
  const { agent, judges, seconds } = purse.used();
  const rounded = (one: number | null): number | null => (one === null ? null : shown(one));
  const left = leftOutOf(manifest.cases, entries);
  const both = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? null : shown(a + b);
  const used = agent.used;
  return {
    limits: purse.limits,
    used: {
      minutes: Math.round(seconds / 0.6) / 100,
      messages: used.messages,
      tokens: both(used.tokens, judges.tokens),
      cost: both(used.cost, judges.cost),
      currency: purse.currency,
    },
    agent: {
      messages: used.messages,
      tokens: used.tokens,
      cost: rounded(used.cost),
      turns: agent.turns,
      assumed_turns: agent.assumed,
    },
    judges: { tokens: judges.tokens, cost: rounded(judges.cost) },
    ...(left.length === 0 ? {} : { not_begun: left }),
  };
}

/** Cases that the budget left out, and that nobody has begun since. */
function leftOutOf(cases: readonly string[], entries: readonly JournalEntry[]): NotBegun[] {
  const left = new Map<string, NotBegun>();
  for (const { op, case_id: id, status, ...entry } of entries) {
    if (id === undefined) continue;
    if (op === 'budget' && status === 'skipped')
      left.set(id, notBegun.parse({ case_id: id, why: entry['why'], limit: entry['limit'] }));
    else if (op === 'case') left.delete(id);
  }
  return cases.flatMap((id) => left.get(id) ?? []);
}

/** Puts into the manifest which cases the budget left out; none any more: takes that out. */
export async function tellLeftOut({ paths }: OpenBatch, leftOut: readonly LeftOut[]): Promise<void> {
  const file = paths.abs(paths.manifest);
  const manifest = await readJson(file, batchManifest, 'restore it from a copy, or start a new batch');
  if (manifest.budget === undefined) return;
  const { not_begun: before, ...budget } = manifest.budget;
  if (leftOut.length === 0 && before === undefined) return;
  const inOrder = manifest.cases.flatMap((id) => leftOut.filter(({ case_id }) => case_id === id));
  const now: BudgetInManifest = inOrder.length === 0 ? budget : { ...budget, not_begun: inOrder };
  await writeJson(file, { ...manifest, budget: now });
}

/**
 * Raises limits of a batch, journalled and in its manifest.
 * @throws UsageError for a limit that would be lower, or that the batch was not begun with
 */
export async function raiseLimits(batch: OpenBatch, asked: BatchLimits, now: () => Date): Promise<void> {
  const { paths, manifest } = batch;
  const file = paths.abs(paths.manifest);
  const before = manifest.budget?.limits ?? {};
  for (const key of [...COUNTED, 'minutes'] as const) {
    const [old, wanted] = [before[key], asked[key]];
    if (wanted === undefined || (old !== undefined && wanted >= old)) continue;
    throw new UsageError(
      old === undefined
        ? `${file}: the batch was begun without a limit of ${key}; a limit can be raised on the way, and none added`
        : `${file}: the batch has ${key}=${old}, and a limit can only be raised; leave --limit away, or give more`,
    );
  }
  const limits = { ...before, ...asked };
  if (JSON.stringify(limits) === JSON.stringify(before)) return;
  const lock = lockBatch(paths.abs(paths.lock));
  try {
    // A virtual clock goes on from the journal's last line: the time of day here must not move it.
    const last = readJournal(paths.abs(paths.journal)).entries.at(-1)?.ts;
    const at = manifest.clock === 'virtual' && last !== undefined ? () => new Date(last) : now;
    const journal = Journal.open(paths.abs(paths.journal), at, () => lock.assertHeld());
    try {
      journal.append({ step: 'budget.raise', status: 'success', op: 'budget.raise', before, limits });
      const raised = [...(manifest.budget?.raised ?? []), { at: now().toISOString(), limits }];
      await writeJson(file, { ...manifest, budget: { ...manifest.budget, limits, raised } });
    } finally {
      journal.close();
    }
  } finally {
    lock.release();
  }
}
