import { createHash } from 'node:crypto';
import type {
  BatchOverview,
  CaseReview,
  EvidenceKind,
  EvidencePage,
  SourceVerdict,
} from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';
import { isPlayed, verdictFile } from './batch.ts';
import { CaseCache, type FreshCase } from './case-cache.ts';
import { caseMark } from './case-files.ts';
import { Folders, type BatchIndex } from './folders.ts';
import { frozenStamp } from './frozen.ts';
import { NewestVerdicts, type ElsewhereOptions } from './newest.ts';
import { labelBasisOf, type LabelBasis } from './label-basis.ts';
import { pageOf, textOf } from './pages.ts';
import { markOf, type Mark } from './reader.ts';
import { reviewOf } from './review.ts';
import { Overviews } from './rows.ts';
import { SharedParts } from './shared.ts';
import { sourceVerdictOf } from './source.ts';

const MB = 1024 * 1024;

export interface StoreOptions {
  /** Bytes of evidence files whose reading is kept; the last case is kept whatever its size. */
  readonly keepBytes?: number;
}

export interface VerdictOptions extends ElsewhereOptions {
  /** Name of the evalset that the cases are of: two evalsets of one workspace may use the same ids. */
  readonly evalset?: string | undefined;
}

/** Reads batch folders for people, and remembers what did not change. One per process; it only ever reads. */
export class ReviewStore {
  readonly #folders = new Folders();
  readonly #shared = new SharedParts();
  readonly #overviews = new Overviews(this.#folders, this.#shared);
  readonly #newest = new NewestVerdicts();
  readonly #cases: CaseCache;

  constructor({ keepBytes = 256 * MB }: StoreOptions = {}) {
    this.#cases = new CaseCache(keepBytes, this.#shared);
  }

  /** Batches below `folders` and those of `batches`, newest first. A folder that cannot be read is listed with why. */
  async listBatches(
    folders: readonly string[],
    batches: readonly string[],
    words: Words,
    signal?: AbortSignal,
  ): Promise<BatchOverview[]> {
    const all: BatchOverview[] = [];
    for (const dir of await this.#folders.dirs(folders, batches, signal)) {
      signal?.throwIfAborted();
      all.push(await this.#overviews.of(dir, words, signal));
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
    return (await filesOf(await this.#folders.index(dir), caseId)).bytes;
  }

  /** What a label on a point may rest on. @throws {UsageError} for a folder that is only read, or without the point */
  async labelBasis(
    dir: string,
    caseId: string,
    point: string,
    words: Words,
    signal?: AbortSignal,
  ): Promise<LabelBasis> {
    return labelBasisOf((await this.#case(dir, caseId, words, signal)).model, point, words);
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
    { evalset, ...options }: VerdictOptions = {},
  ): Promise<SourceVerdict[]> {
    const all: BatchIndex[] = [];
    for (const dir of await this.#folders.dirs(folders, batches, signal)) {
      signal?.throwIfAborted();
      const index = await this.#folders.index(dir);
      if (evalset === undefined || index.evalset === evalset) all.push(index);
    }
    const input = {
      ...options,
      batches: newestFirst(all, (one) => one.createdAt),
      locale: words.locale,
      markOf: markOfVerdict,
      read: ({ paths }: BatchIndex, caseId: string) => this.sourceVerdict(paths.root, caseId, words, signal),
    };
    return this.#newest.of(cases, input, signal);
  }

  async #case(dir: string, caseId: string, words: Words, signal?: AbortSignal): Promise<FreshCase> {
    return this.#cases.case(await this.#folders.facts(dir), caseId, words, signal);
  }
}

/** Of the files that are read for a case, those that may be large. */
async function filesOf(index: BatchIndex, caseId: string): Promise<Mark> {
  const { paths } = index;
  const [own, events] = await Promise.all([
    caseMark(paths, caseId, verdictFile(index, caseId)),
    markOf(paths.abs(paths.events)),
  ]);
  return { stamp: `${own.stamp}\n${events.stamp}`, bytes: own.bytes + events.bytes };
}

async function markOfVerdict(index: BatchIndex, caseId: string): Promise<Mark> {
  const { stamp, bytes } = await filesOf(index, caseId);
  const rest = [index.stamp, await frozenStamp(index.paths), String(isPlayed(index.paths))];
  const hash = createHash('sha256').update([stamp, ...rest].join('\n'));
  return { stamp: hash.digest('hex'), bytes };
}

function newestFirst<T>(all: readonly T[], when: (one: T) => string): T[] {
  const at = (one: T): number => {
    const time = Date.parse(when(one));
    return Number.isNaN(time) ? 0 : time;
  };
  return [...all].sort((a, b) => at(b) - at(a));
}
