import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { modelCall, type ModelCall } from '../../schemas/index.ts';
import { keepBeside, readTextIfAny, writeJson } from '../batch/files.ts';
import { hashOf } from './body.ts';
import type { Use } from './budget.ts';

/** The calls of a batch on file, `judge-calls/<hash>.json`. */
export class CallStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  fileOf(hash: string): string {
    return path.join(this.#dir, `${hash}.json`);
  }

  /** A call as it is on file; undefined when there is none, or one that is not of this question. */
  async read(hash: string): Promise<ModelCall | undefined> {
    const text = await readTextIfAny(this.fileOf(hash));
    const call = text === undefined ? undefined : parsed(text);
    // A file that somebody renamed or changed answers another question.
    return call !== undefined && call.hash === hash && hashOf(call.endpoint, call.request) === hash
      ? call
      : undefined;
  }

  /** Writes a call. What stands there and is not part of it is kept beside. */
  async write(call: ModelCall, before: ModelCall | undefined): Promise<void> {
    const file = this.fileOf(call.hash);
    if (before === undefined) {
      const text = await readTextIfAny(file);
      if (text !== undefined) await keepBeside(file, text);
    }
    await writeJson(file, call);
  }

  /**
   * What a client has used in this batch, or all of them (null), in all calls that are on file.
   * @param currency money in another one is not known
   */
  async used(client: string | null, currency?: string): Promise<Use> {
    let calls = 0;
    let tokens = 0;
    let cost: number | null = 0;
    for (const name of await readdir(this.#dir).catch(() => [])) {
      if (!name.endsWith('.json')) continue;
      const call = parsed((await readTextIfAny(path.join(this.#dir, name))) ?? '');
      if (call === undefined || (client !== null && call.client !== client)) continue;
      const foreign = currency !== undefined && call.currency !== currency;
      for (const { counted } of call.attempts) {
        if (counted.basis === 'none') continue;
        calls += 1;
        tokens += counted.tokens;
        cost = cost === null || counted.cost === null || foreign ? null : cost + counted.cost;
      }
    }
    return { calls, tokens, cost };
  }
}

function parsed(text: string): ModelCall | undefined {
  try {
    return modelCall.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
