import { createHash } from 'node:crypto';
import type { ComparedBatch, DiffersIn, FaultPlanFile } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { BatchPaths } from '../batch/paths.ts';
import { wordsOf } from '../report/index.ts';
import { readBatch, verdictFile, type BatchFacts } from '../review/batch.ts';
import { batchRef } from '../review/batch-ref.ts';
import { readFrozen, type FrozenCard } from '../review/frozen.ts';
import { looseVerdict, type ReadVerdict } from '../review/loose/judged.ts';
import { objectOf } from '../review/loose/values.ts';
import { SoftReader } from '../review/reader.ts';
import { verdictWithoutMessages } from '../review/verdict-head.ts';

/** A case of a batch as a comparison sees it. */
export interface SideCase {
  readonly id: string;
  /** Empty when neither card nor verdict tells it. */
  readonly storyline: string;
  readonly verdict: ReadVerdict | undefined;
  /** Hash of the frozen card; undefined where there is none. */
  readonly card: string | undefined;
}

/** A batch that is compared: what it scored, and everything it may differ in. */
export interface Side {
  readonly about: ComparedBatch;
  readonly cases: readonly SideCase[];
  readonly traits: Readonly<Record<DiffersIn, string | null>>;
  /** The same in all batches of one `run --runs`. */
  readonly runsOf: { readonly id: string; readonly run: number } | undefined;
}

/**
 * Reads a batch of ours or of another tool as far as its files allow.
 *
 * @throws UsageError when it has no verdict at all, or one that cannot be read: a case must not silently leave the sample
 */
export async function readSide(dir: string, signal?: AbortSignal): Promise<Side> {
  const paths = new BatchPaths(dir);
  const facts = await readBatch(paths);
  signal?.throwIfAborted();
  const { cards } = await readFrozen(paths, signal);
  const cases: SideCase[] = [];
  for (const id of facts.cases) {
    signal?.throwIfAborted();
    const verdict = await readVerdict(facts, id);
    const card = cards.get(id);
    cases.push({
      id,
      verdict,
      card: card?.hash,
      storyline: storylineOf(card, verdict),
    });
  }
  if (cases.every(({ verdict }) => verdict === undefined))
    throw new UsageError(
      `${paths.root}: no case of this batch has a verdict; score it first (\`sundowner judge\`, then \`sundowner score\`), or give another batch`,
    );
  const ref = batchRef(facts, wordsOf('en'));
  const hash = await evalsetHashOf(facts);
  return {
    about: {
      dir: paths.root,
      name: ref.name,
      evalset: ref.evalset,
      evalset_hash: hash,
      agent: ref.agent,
      mode: ref.mode,
      planned: facts.manifest?.cases.length ?? facts.summary?.cases_planned ?? cases.length,
      scored: cases.filter(({ verdict }) => verdict?.score != null).length,
    },
    cases,
    traits: await traitsOf(facts, hash, cases),
    runsOf: facts.manifest?.runs_of,
  };
}

const storylineOf = (card: FrozenCard | undefined, verdict: ReadVerdict | undefined): string =>
  card?.storyline !== undefined && card.storyline !== '' ? card.storyline : (verdict?.case.storyline ?? '');

async function readVerdict(facts: BatchFacts, id: string): Promise<ReadVerdict | undefined> {
  const relative = verdictFile(facts, id);
  const reader = new SoftReader(facts.paths);
  const value = (await verdictWithoutMessages(reader, relative)) ?? (await reader.json(relative));
  const verdict = looseVerdict(value);
  if (verdict !== undefined || (value === undefined && reader.troubles.length === 0)) return verdict;
  throw new UsageError(
    `${facts.paths.abs(relative)}: this verdict cannot be read, and without it the case would silently leave the comparison; restore the file, or run \`sundowner score\` on the batch again`,
  );
}

/** What manifests say of the evalset, at any of the places where tools keep them. */
async function evalsetManifest({ paths }: BatchFacts): Promise<Readonly<Record<string, unknown>>> {
  for (const file of ['script/manifest.json', 'manifests.json', 'evalset/manifest.json']) {
    const value = objectOf(await new SoftReader(paths).json(file));
    const found = objectOf(value?.['evalset']) ?? (file.startsWith('evalset/') ? value : undefined);
    if (found !== undefined) return found;
  }
  return {};
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const shortOf = (hash: string | null): string | null => hash?.slice(0, 12) ?? null;

async function evalsetHashOf(facts: BatchFacts): Promise<string | null> {
  return (
    text(facts.manifest?.identity.evalset) ??
    text((await evalsetManifest(facts))['hash']) ??
    text(facts.summary?.lineage.evalset.hash)
  );
}

async function traitsOf(
  facts: BatchFacts,
  hash: string | null,
  cases: readonly SideCase[],
): Promise<Side['traits']> {
  const { manifest, summary } = facts;
  const evalset = await evalsetManifest(facts);
  const lineage = summary?.lineage;
  const hashIn = (key: 'judging' | 'deps'): string | null =>
    text(objectOf(evalset[key])?.['short']) ?? lineage?.evalset[key]?.short ?? null;
  const judges = (of: (verdict: ReadVerdict) => ReadVerdict['judge'] | undefined): string | null => {
    const found = new Set<string>();
    for (const { verdict } of cases) {
      const judge = verdict === undefined ? undefined : of(verdict);
      if (judge !== undefined) found.add([judge.mode, judge.model].filter((part) => part !== '').join(' · '));
    }
    return found.size === 0 ? null : [...found].sort().join(', ');
  };
  const own = manifest === null ? null : [manifest.agent.name, ...(manifest.agent.command ?? [])].join(' ');
  return {
    evalset: shortOf(hash),
    agent: own ?? text(summary?.agent.name),
    model: text(manifest?.agent.model) ?? text(summary?.agent.model),
    script: shortOf(text(manifest?.identity.script) ?? text(lineage?.script.hash)),
    world: shortOf(text(manifest?.identity.world)) ?? text(lineage?.world.manifest_short),
    judge: judges(({ judge }) => judge),
    second_judge: judges(({ cross_check: second }) => second?.judge),
    checks: hashIn('judging'),
    deps: hashIn('deps'),
    order: orderOf(summary?.order),
    day0: text(manifest?.day0) ?? text(summary?.day0),
    day: text(facts.createdAt)?.slice(0, 10) ?? null,
    mode: text(manifest?.mode) ?? text(summary?.mode),
    isolation: manifest?.isolation ?? null,
    faults: manifest === null ? null : faultsOf(manifest.platform.faults),
    sundowner: text(manifest?.sundowner_version),
  };
}

function faultsOf(plan: FaultPlanFile | undefined): string {
  if (plan === undefined) return 'none';
  const hash = createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 8);
  return `${plan.name ?? 'plan'} ${hash}, seed ${plan.seed}`;
}

/** Cases in the order actually run, groups by name: their own order is no order of play. */
function orderOf(order: Readonly<Record<string, readonly string[]>> | undefined): string | null {
  const groups = Object.entries(order ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.length === 0 ? null : groups.map(([group, ids]) => `${group}: ${ids.join(' ')}`).join('; ');
}
