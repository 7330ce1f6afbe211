import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { BatchPaths } from '../batch/paths.ts';
import { batchStamp, looksLikeBatch, readBatch, type BatchFacts } from './batch.ts';
import { Cache } from './cache.ts';
import { stampOf } from './reader.ts';

const MB = 1024 * 1024;

export interface FreshFacts {
  readonly facts: BatchFacts;
  /** Changes whenever the facts may have. */
  readonly stamp: string;
}

/** The little of a batch that is needed to look for its verdicts. */
export interface BatchIndex extends Pick<BatchFacts, 'paths' | 'cases' | 'verdictFiles' | 'createdAt'> {
  /** Name of its evalset; empty when the batch does not tell it. */
  readonly evalset: string;
  /** Stamp of the facts that it was taken from. */
  readonly stamp: string;
}

/** Finds batch folders and reads what is common to their cases; remembers what did not change. */
export class Folders {
  /** Folders that are batches, by what their folders' stamps were when that was seen. */
  readonly #known = new Cache<true>(10_000);
  readonly #facts = new Cache<BatchFacts>(64 * MB);
  /** Of every batch: fifty whole ones would not fit, and each look at all of them would read all again. */
  readonly #indices = new Cache<BatchIndex>(200_000);

  /** Folders that are batches, each once. Those that were opened by hand are listed whatever they hold. */
  async dirs(
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

  async facts(dir: string): Promise<FreshFacts> {
    const paths = new BatchPaths(dir);
    const stamp = await batchStamp(paths);
    const known = this.#facts.get(paths.root, stamp);
    if (known !== undefined) return { facts: known, stamp };
    const facts = await readBatch(paths);
    this.#facts.set(paths.root, stamp, facts, facts.bytes);
    return { facts, stamp };
  }

  async index(dir: string): Promise<BatchIndex> {
    const paths = new BatchPaths(dir);
    const known = this.#indices.get(paths.root, await batchStamp(paths));
    if (known !== undefined) return known;
    const { facts, stamp } = await this.facts(dir);
    const { cases, verdictFiles, createdAt, evalset } = facts;
    const index = { paths, cases, verdictFiles, createdAt, evalset: evalset.name, stamp };
    this.#indices.set(paths.root, stamp, index, cases.length + 1);
    return index;
  }

  async #isBatch(dir: string): Promise<boolean> {
    const own = ['.', 'manifest.json', 'results', 'evidence'].map((name) => stampOf(path.join(dir, name)));
    const stamp = (await Promise.all(own)).join(' ');
    if (this.#known.get(dir, stamp) === true) return true;
    const is = await looksLikeBatch(dir);
    if (is) this.#known.set(dir, stamp, true, 1);
    return is;
  }
}
