import { createHash } from 'node:crypto';
import { UsageError } from '../batch/errors.ts';
import { wordsOf, type Words } from '../report/index.ts';
import { isPlayed, verdictFile, type BatchFacts } from './batch.ts';
import { Cache } from './cache.ts';
import { caseMark } from './case-files.ts';
import { readCase, type CaseModel } from './case.ts';
import type { FreshFacts } from './folders.ts';
import { frozenStamp } from './frozen.ts';
import { playOf } from './play.ts';
import { stampOf } from './reader.ts';
import type { SharedParts } from './shared.ts';
import { told } from './trouble.ts';

export interface FreshCase {
  readonly model: CaseModel;
  /** Changes whenever anything that is shown of the case did, and with nothing else: not with who asks. */
  readonly revision: string;
}

interface Reading {
  readonly revision: string;
  readonly model: Promise<CaseModel>;
}

/** Cases as they were read, as many as fit. */
export class CaseCache {
  readonly #shared: SharedParts;
  readonly #models: Cache<CaseModel>;
  /** The newest reading of each case that is being read: questions at one time read 100 MB once. */
  readonly #reading = new Map<string, Reading>();

  /** @param keepBytes bytes of evidence files whose reading is kept; the last case is kept whatever its size */
  constructor(keepBytes: number, shared: SharedParts) {
    this.#models = new Cache(keepBytes);
    this.#shared = shared;
  }

  /** @throws {UsageError} when the folder is gone or the case is not in it */
  async case(fresh: FreshFacts, caseId: string, words: Words, signal?: AbortSignal): Promise<FreshCase> {
    const { facts } = fresh;
    const { paths } = facts;
    if ((await stampOf(paths.root)) === '-') throw new UsageError(`${paths.root}: ${words.problems.gone()}`);
    if ((facts.manifest !== null || facts.foreign) && !facts.cases.includes(caseId))
      throw new UsageError(`${paths.root}: ${words.problems.notPlayedHere(caseId)}`);
    const live = isPlayed(paths);
    const revision = await revisionOf(fresh, caseId, live);
    const key = `${paths.root}\n${caseId}`;
    const known = this.#models.get(key, revision);
    if (known !== undefined) return { model: known, revision };
    signal?.throwIfAborted();
    let reading = this.#reading.get(key);
    if (reading?.revision !== revision) {
      reading = { revision, model: this.#read(facts, caseId, live) };
      this.#begin(key, reading);
    }
    return { model: await reading.model, revision };
  }

  #begin(key: string, reading: Reading): void {
    this.#reading.set(key, reading);
    // What is replaced goes first: two readings of 100 MB need not be held at once.
    this.#models.drop(key);
    const { revision, model } = reading;
    const isNewest = (): boolean => this.#reading.get(key) === reading;
    model.then(
      (read) => {
        // One that was overtaken must not stand in the place of the one that overtook it.
        if (!isNewest()) return;
        this.#reading.delete(key);
        this.#models.set(key, revision, read, read.bytes);
      },
      () => {
        if (isNewest()) this.#reading.delete(key);
      },
    );
  }

  /** Others may wait for the same reading, so nobody cancels it. */
  async #read(facts: BatchFacts, caseId: string, live: boolean): Promise<CaseModel> {
    const frozen = await this.#shared.frozen(facts.paths);
    const { events, troubles } = await this.#shared.events(facts.paths);
    return readCase({
      facts,
      caseId,
      frozen: frozen.cards.get(caseId) ?? null,
      shared: [...frozen.troubles, ...troubles],
      live,
      events,
    });
  }
}

async function revisionOf({ facts, stamp }: FreshFacts, caseId: string, live: boolean): Promise<string> {
  const { paths } = facts;
  const own = await caseMark(paths, caseId, verdictFile(facts, caseId));
  const { ended } = playOf(facts, caseId);
  // A case that is over does not change while others are played, nor when the run ends; what is wrong with the folder
  // it tells all the same.
  const rest = ended
    ? [
        String(facts.linesOf.get(caseId)?.length ?? 0),
        facts.journal.fault ?? '',
        String(facts.manifest === null),
        ...told(facts.troubles, wordsOf('en')).map(({ text }) => text),
      ]
    : [stamp, String(live), await stampOf(paths.abs(paths.events))];
  return createHash('sha256')
    .update([own.stamp, await frozenStamp(paths), ...rest].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
