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
import { caseMark } from './case-files.ts';
import { readCase, type CaseModel } from './case.ts';
import { readEvents } from './event-log.ts';
import { frozenStamp, readFrozen, type FrozenEvalset } from './frozen.ts';
import { looseVerdict } from './loose.ts';
import { newestVerdicts, type ElsewhereOptions } from './newest.ts';
import { overviewOf, verdictFacts, type VerdictFacts } from './overview.ts';
import { pageOf, textOf } from './pages.ts';
import { playOf } from './play.ts';
import { reviewOf } from './review.ts';
import { AGENT_MESSAGES } from './quick.ts';
import { markOf, marksOf, SoftReader, stampOf } from './reader.ts';
import { sourceVerdictOf } from './source.ts';
import { told, trouble, type Trouble } from './trouble.ts';
import { LARGE_VERDICT, verdictHead } from './verdict-head.ts';

const MB = 1024 * 1024;

export interface StoreOptions {
  /** Bytes of evidence files whose reading is kept; the last case is kept whatever its size. */
  readonly keepBytes?: number;
}

interface FreshFacts {
  readonly facts: BatchFacts;
  readonly stamp: string;
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
  /** Folders that are batches, by what their folders' stamps were when that was seen. */
  readonly #known: Cache<true>;
  /** Cases that are being read, so that questions at one time read 100 MB once. */
  readonly #reading = new Map<string, Promise<CaseModel>>();

  constructor({ keepBytes = 256 * MB }: StoreOptions = {}) {
    this.#cases = new Cache(keepBytes);
    this.#batches = new Cache(64 * MB);
    this.#events = new Cache(64 * MB);
    this.#frozen = new Cache(20_000);
    this.#rows = new Cache(50_000);
    this.#known = new Cache(10_000);
  }

  /** Batches below `folders` and those of `batches`, newest first. A folder that cannot be read is listed with why. */
  async listBatches(
    folders: readonly string[],
    batches: readonly string[],
    words: Words,
    signal?: AbortSignal,
  ): Promise<BatchOverview[]> {
    const dirs = await this.#dirs(folders, batches, signal);
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

  /** Bytes of the files that are read for a case: how long it takes. */
  async bytesOf(dir: string, caseId: string): Promise<number> {
    const paths = new BatchPaths(dir);
    const [own, events] = await Promise.all([caseMark(paths, caseId), markOf(paths.abs(paths.events))]);
    return own.bytes + events.bytes;
  }

  /** The verdict of a case as it is drawn into its source; null when it has none. */
  async sourceVerdict(
    dir: string,
    caseId: string,
    words: Words,
    signal?: AbortSignal,
  ): Promise<SourceVerdict | null> {
    return sourceVerdictOf((await this.#case(dir, caseId, words, signal)).model, words);
  }

  /** The newest verdict of each of the cases, where there is one that can be read. */
  async sourceVerdicts(
    folders: readonly string[],
    batches: readonly string[],
    cases: readonly string[],
    words: Words,
    signal?: AbortSignal,
    options: ElsewhereOptions = {},
  ): Promise<SourceVerdict[]> {
    const all: FreshFacts[] = [];
    for (const dir of await this.#dirs(folders, batches, signal)) {
      signal?.throwIfAborted();
      all.push(await this.#facts(dir));
    }
    const input = {
      ...options,
      batches: newestFirst(all, ({ facts }) => facts.createdAt),
      bytesOf: (dir: string, caseId: string) => this.bytesOf(dir, caseId),
      read: async (fresh: FreshFacts, caseId: string) =>
        sourceVerdictOf((await this.#caseOf(fresh, caseId, words, signal)).model, words),
    };
    return newestVerdicts(cases, input, signal);
  }

  /** Folders that are batches, each once. Those that were opened by hand are listed whatever they hold. */
  async #dirs(
    folders: readonly string[],
    batches: readonly string[],
    signal?: AbortSignal,
  ): Promise<string[]> {
    const dirs = new Set(batches.map((dir) => path.resolve(dir)));
    for (const folder of folders) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const all = entries.filter((entry) => !entry.isFile()).map(({ name }) => path.resolve(folder, name));
      const are = await Promise.all(all.map(async (dir) => dirs.has(dir) || (await this.#isBatch(dir))));
      signal?.throwIfAborted();
      for (const [i, dir] of all.entries()) if (are[i] === true) dirs.add(dir);
    }
    return [...dirs];
  }

  async #isBatch(dir: string): Promise<boolean> {
    const own = ['.', 'manifest.json', 'results', 'evidence'].map((name) => stampOf(path.join(dir, name)));
    const stamp = (await Promise.all(own)).join(' ');
    if (this.#known.get(dir, stamp) === true) return true;
    const is = await looksLikeBatch(dir);
    if (is) this.#known.set(dir, stamp, true, 1);
    return is;
  }

  async #facts(dir: string): Promise<FreshFacts> {
    const paths = new BatchPaths(dir);
    const stamp = await batchStamp(paths);
    const known = this.#batches.get(paths.root, stamp);
    if (known !== undefined) return { facts: known, stamp };
    const facts = await readBatch(paths);
    this.#batches.set(paths.root, stamp, facts, facts.bytes);
    return { facts, stamp };
  }

  async #frozenOf({ paths }: BatchFacts, signal?: AbortSignal): Promise<FrozenEvalset> {
    const stamp = await frozenStamp(paths);
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
    return this.#caseOf(await this.#facts(dir), caseId, words, signal);
  }

  async #caseOf(
    { facts, stamp }: FreshFacts,
    caseId: string,
    words: Words,
    signal?: AbortSignal,
  ): Promise<{ model: CaseModel; revision: string }> {
    const { paths } = facts;
    if ((await stampOf(paths.root)) === '-') throw new UsageError(`${paths.root}: ${words.problems.gone()}`);
    if ((facts.manifest !== null || facts.foreign) && !facts.cases.includes(caseId))
      throw new UsageError(`${paths.root}: ${words.problems.notPlayedHere(caseId)}`);
    const live = isPlayed(paths);
    const own = (await caseMark(paths, caseId)).stamp;
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
      .update([own, await frozenStamp(paths), String(live), events, ...rest].join('\n'))
      .digest('hex')
      .slice(0, 16);
    const key = `${paths.root}\n${caseId}`;
    const known = this.#cases.get(key, revision);
    if (known !== undefined) return { model: known, revision };
    signal?.throwIfAborted();
    const job = `${key}\n${revision}`;
    let reading = this.#reading.get(job);
    if (reading === undefined) {
      reading = this.#readCase(facts, caseId, live, revision).finally(() => this.#reading.delete(job));
      this.#reading.set(job, reading);
    }
    return { model: await reading, revision };
  }

  /** Others may wait for the same reading, so nobody cancels it. */
  async #readCase(facts: BatchFacts, caseId: string, live: boolean, revision: string): Promise<CaseModel> {
    const key = `${facts.paths.root}\n${caseId}`;
    // What is replaced goes first: two readings of 100 MB need not be held at once.
    this.#cases.drop(key);
    const frozen = await this.#frozenOf(facts);
    const model = await readCase({
      facts,
      caseId,
      frozen: frozen.cards.get(caseId) ?? null,
      frozenTroubles: frozen.troubles,
      live,
      events: await this.#eventsOf(facts),
    });
    this.#cases.set(key, revision, model, model.bytes);
    return model;
  }

  async #overview(dir: string, words: Words, signal?: AbortSignal): Promise<BatchOverview> {
    const { facts } = await this.#facts(dir);
    const { paths } = facts;
    const verdicts = new Map<string, VerdictFacts>();
    const judged = new Set<string>();
    const troubles: Trouble[] = [];
    const marks = marksOf(facts.cases.map((caseId) => paths.abs(paths.verdict(caseId))));
    for (const [i, caseId] of facts.cases.entries()) {
      signal?.throwIfAborted();
      const row = await this.#row(paths, caseId, marks[i] ?? { stamp: '-', bytes: 0 });
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

  async #row(
    paths: BatchPaths,
    caseId: string,
    { stamp, bytes }: { readonly stamp: string; readonly bytes: number },
  ): Promise<Row> {
    const relative = paths.verdict(caseId);
    const key = `${paths.root}\n${caseId}`;
    const known = this.#rows.get(key, stamp);
    if (known !== undefined) return known;
    const reader = new SoftReader(paths);
    const head = bytes > LARGE_VERDICT ? await verdictHead(paths.abs(relative)) : undefined;
    const read =
      stamp === '-' || head !== undefined
        ? undefined
        : await reader.model(relative, verdictModel, looseVerdict, AGENT_MESSAGES);
    const verdict = read === undefined ? (head ?? null) : verdictFacts(read);
    const row = { verdict, troubles: reader.troubles };
    this.#rows.set(key, stamp, row, 1);
    return row;
  }
}

function newestFirst<T>(all: readonly T[], when: (one: T) => string): T[] {
  const at = (one: T): number => {
    const time = Date.parse(when(one));
    return Number.isNaN(time) ? 0 : time;
  };
  return [...all].sort((a, b) => at(b) - at(a));
}
