import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { trustedEvent, verdict as verdictModel, type TrustedEvent } from '../../schemas/index.ts';
import type {
  BatchOverview,
  CaseReview,
  EvidenceKind,
  EvidencePage,
  SourceVerdict,
} from '../../schemas/review.ts';
import { UsageError } from '../batch/errors.ts';
import { BatchPaths } from '../batch/paths.ts';
import type { Words } from '../report/index.ts';
import { batchStamp, isPlayed, looksLikeBatch, readBatch, type BatchFacts } from './batch.ts';
import { Cache } from './cache.ts';
import { caseStamp } from './case-files.ts';
import { readCase, type CaseModel } from './case.ts';
import { readEvents } from './event-log.ts';
import { readFrozen, type FrozenEvalset } from './frozen.ts';
import { looseVerdict } from './loose.ts';
import { overviewOf, verdictFacts, type VerdictFacts } from './overview.ts';
import { pageOf, textOf } from './pages.ts';
import { playOf } from './play.ts';
import { reviewOf } from './review.ts';
import { SoftReader, stampOf } from './reader.ts';
import { sourceVerdictOf } from './source.ts';
import { told, trouble, type Trouble } from './trouble.ts';

const MB = 1024 * 1024;

export interface StoreOptions {
  /** Bytes of evidence files whose reading is kept; the last case is kept whatever its size. */
  readonly keepBytes?: number;
}

interface Row {
  readonly verdict: VerdictFacts | null;
  readonly troubles: readonly Trouble[];
}

/** Reads batch folders for people, and remembers what did not change. One per process; it only ever reads. */
export class ReviewStore {
  readonly #batches: Cache<BatchFacts>;
  readonly #cases: Cache<CaseModel>;
  readonly #frozen: Cache<FrozenEvalset>;
  readonly #events: Cache<readonly TrustedEvent[]>;
  readonly #rows: Cache<Row>;

  constructor({ keepBytes = 256 * MB }: StoreOptions = {}) {
    this.#cases = new Cache(keepBytes);
    this.#batches = new Cache(64 * MB);
    this.#events = new Cache(64 * MB);
    this.#frozen = new Cache(20_000);
    this.#rows = new Cache(50_000);
  }

  /** Batches below `folders` and those of `batches`, newest first. A folder that cannot be read is listed with why. */
  async listBatches(
    folders: readonly string[],
    batches: readonly string[],
    words: Words,
    signal?: AbortSignal,
  ): Promise<BatchOverview[]> {
    const dirs = await batchDirs(folders, batches, signal);
    const all: BatchOverview[] = [];
    for (const dir of dirs) {
      signal?.throwIfAborted();
      all.push(await this.#overview(dir, words, signal));
    }
    return newestFirst(all, (one) => one.batch.created_at);
  }

  /** @throws {UsageError} when the folder is gone or the case is not in it */
  async reviewCase(dir: string, caseId: string, words: Words, signal?: AbortSignal): Promise<CaseReview> {
    const { model, revision } = await this.#case(dir, caseId, words, signal);
    return reviewOf(model, revision, words);
  }

  async evidencePage(
    dir: string,
    caseId: string,
    kind: EvidenceKind,
    from: number,
    count: number,
    words: Words,
    signal?: AbortSignal,
  ): Promise<EvidencePage> {
    const { model, revision } = await this.#case(dir, caseId, words, signal);
    return pageOf(model, kind, from, count, revision, words);
  }

  /** A slice of the whole text of an item, or of one of its columns. */
  async evidenceText(
    dir: string,
    caseId: string,
    at: { readonly kind: EvidenceKind; readonly index: number; readonly column?: string | undefined },
    from: number,
    count: number,
    words: Words,
    signal?: AbortSignal,
  ): Promise<string> {
    const { model } = await this.#case(dir, caseId, words, signal);
    return textOf(model, at.kind, at.index, at.column, from, count);
  }

  /** The newest verdict of each of the cases, where there is one. */
  async sourceVerdicts(
    folders: readonly string[],
    batches: readonly string[],
    cases: readonly string[],
    words: Words,
    signal?: AbortSignal,
  ): Promise<SourceVerdict[]> {
    const found = new Map<string, SourceVerdict>();
    const facts: BatchFacts[] = [];
    for (const dir of await batchDirs(folders, batches, signal)) {
      signal?.throwIfAborted();
      facts.push((await this.#facts(dir)).facts);
    }
    for (const { paths, cases: own } of newestFirst(facts, (one) => one.createdAt)) {
      for (const caseId of cases) {
        if (found.has(caseId) || !own.includes(caseId)) continue;
        signal?.throwIfAborted();
        if ((await stampOf(paths.abs(paths.verdict(caseId)))) === '-') continue;
        const { model } = await this.#case(paths.root, caseId, words, signal);
        const verdict = sourceVerdictOf(model, words);
        if (verdict !== null) found.set(caseId, verdict);
      }
    }
    return cases.flatMap((id) => found.get(id) ?? []);
  }

  async #facts(dir: string): Promise<{ facts: BatchFacts; stamp: string }> {
    const paths = new BatchPaths(dir);
    const stamp = await batchStamp(paths);
    const known = this.#batches.get(paths.root, stamp);
    if (known !== undefined) return { facts: known, stamp };
    const facts = await readBatch(paths);
    this.#batches.set(paths.root, stamp, facts, facts.bytes);
    return { facts, stamp };
  }

  async #frozenOf({ paths }: BatchFacts, signal?: AbortSignal): Promise<FrozenEvalset> {
    const stamp = await stampOf(paths.abs(paths.evalset));
    if (stamp === '-') return { cards: new Map(), troubles: [] };
    const known = this.#frozen.get(paths.root, stamp);
    if (known !== undefined) return known;
    const frozen = await readFrozen(paths, signal);
    this.#frozen.set(paths.root, stamp, frozen, frozen.cards.size + 1);
    return frozen;
  }

  async #eventsOf({ paths }: BatchFacts): Promise<readonly TrustedEvent[]> {
    const file = paths.abs(paths.events);
    const stamp = await stampOf(file);
    const known = this.#events.get(file, stamp);
    if (known !== undefined) return known;
    const { events, bytes } = await readEvents(file, trustedEvent);
    this.#events.set(file, stamp, events, bytes);
    return events;
  }

  async #case(
    dir: string,
    caseId: string,
    words: Words,
    signal?: AbortSignal,
  ): Promise<{ model: CaseModel; revision: string }> {
    const { facts, stamp } = await this.#facts(dir);
    const { paths } = facts;
    if ((await stampOf(paths.root)) === '-') throw new UsageError(`${paths.root}: ${words.problems.gone()}`);
    if ((facts.manifest !== null || facts.foreign) && !facts.cases.includes(caseId))
      throw new UsageError(`${paths.root}: ${words.problems.notPlayedHere(caseId)}`);
    const live = isPlayed(paths);
    const own = await caseStamp(paths, caseId);
    const { ended } = playOf(facts, caseId);
    // A case that is over does not change while others are played; what is wrong with the folder it tells all the same.
    const rest = ended
      ? [
          String(facts.linesOf.get(caseId)?.length ?? 0),
          facts.journal.fault ?? '',
          String(facts.manifest === null),
          ...told(facts.troubles, words).map(({ text }) => text),
        ]
      : [stamp];
    const events = ended ? '' : await stampOf(paths.abs(paths.events));
    const revision = createHash('sha256')
      .update([own, String(live), events, ...rest].join('\n'))
      .digest('hex')
      .slice(0, 16);
    const key = `${paths.root}\n${caseId}`;
    const known = this.#cases.get(key, revision);
    if (known !== undefined) return { model: known, revision };
    // What is replaced goes first: two readings of 100 MB need not be held at once.
    this.#cases.drop(key);
    const frozen = await this.#frozenOf(facts, signal);
    signal?.throwIfAborted();
    const model = await readCase({
      facts,
      caseId,
      frozen: frozen.cards.get(caseId) ?? null,
      live,
      events: await this.#eventsOf(facts),
    });
    this.#cases.set(key, revision, model, model.bytes);
    return { model, revision };
  }

  async #overview(dir: string, words: Words, signal?: AbortSignal): Promise<BatchOverview> {
    const { facts } = await this.#facts(dir);
    const { paths } = facts;
    const verdicts = new Map<string, VerdictFacts>();
    const judged = new Set<string>();
    const troubles: Trouble[] = [];
    for (const caseId of facts.cases) {
      signal?.throwIfAborted();
      const row = await this.#row(paths, caseId);
      troubles.push(...row.troubles);
      if (row.verdict !== null) verdicts.set(caseId, row.verdict);
      else if ((await stampOf(paths.abs(paths.judgeFile(caseId)))) !== '-') judged.add(caseId);
    }
    const unknown = facts.cases.some((caseId) => !verdicts.has(caseId));
    const frozen = unknown ? await this.#frozenOf(facts, signal) : { cards: new Map(), troubles: [] };
    if ((await stampOf(paths.root)) === '-') troubles.push(trouble((p) => p.gone(), paths.root));
    return overviewOf(
      {
        facts,
        live: isPlayed(paths),
        verdicts,
        judged,
        frozen: frozen.cards,
        troubles: [...troubles, ...frozen.troubles],
      },
      words,
    );
  }

  async #row(paths: BatchPaths, caseId: string): Promise<Row> {
    const relative = paths.verdict(caseId);
    const stamp = await stampOf(paths.abs(relative));
    const key = `${paths.root}\n${caseId}`;
    const known = this.#rows.get(key, stamp);
    if (known !== undefined) return known;
    const reader = new SoftReader(paths);
    const read = stamp === '-' ? undefined : await reader.model(relative, verdictModel, looseVerdict);
    const row = { verdict: read === undefined ? null : verdictFacts(read), troubles: reader.troubles };
    this.#rows.set(key, stamp, row, 1);
    return row;
  }
}

/** Folders that are batches, each once. Those that were opened by hand are listed whatever they hold. */
async function batchDirs(
  folders: readonly string[],
  batches: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const dirs = new Set(batches.map((dir) => path.resolve(dir)));
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      signal?.throwIfAborted();
      if (entry.isFile()) continue;
      const dir = path.resolve(folder, entry.name);
      if (!dirs.has(dir) && (await looksLikeBatch(dir))) dirs.add(dir);
    }
  }
  return [...dirs];
}

function newestFirst<T>(all: readonly T[], when: (one: T) => string): T[] {
  const at = (one: T): number => {
    const time = Date.parse(when(one));
    return Number.isNaN(time) ? 0 : time;
  };
  return [...all].sort((a, b) => at(b) - at(a));
}
