import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { PlatformError } from '../port.ts';
import { mayBeDone, pauseAfter, type RepeatPolicy } from './repeat.ts';
import type { LarkAnswer, LarkCall, LarkSend } from './sdk.ts';

export type { RepeatPolicy } from './repeat.ts';

/** An id that may stand in a path: the SDK does not encode paths, so anything else could reach another endpoint. */
export function pathId(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new PlatformError('path', 0, 0, `"${id}" is not an id of the platform`);
  return id;
}

const POLICY: RepeatPolicy = { retries: 8, minTimeout: 200, maxTimeout: 5_000, maxAsked: 120_000, wait };

/** Calls of the platform with repetition and checked answers. */
export class LarkCalls {
  readonly #send: LarkSend;
  readonly #policy: RepeatPolicy;

  constructor(send: LarkSend, policy: Partial<RepeatPolicy> = {}) {
    this.#send = send;
    this.#policy = { ...POLICY, ...policy };
  }

  /**
   * Repeats what may be repeated: rate limits, after the pause that they ask for; write conflicts; lost answers and
   * faults of the platform, since every effect of ours carries an idempotency key, or may happen twice without harm, or
   * has a `readBack`: it looks whether the lost call was done, and what it finds stands for the answer.
   */
  async call<T>(
    call: LarkCall,
    schema: z.ZodType<T>,
    signal?: AbortSignal,
    readBack?: () => Promise<T | undefined>,
  ): Promise<T> {
    let answer: LarkAnswer | undefined;
    for (let tries = 1; answer === undefined; tries++) {
      try {
        answer = await this.#send(call, signal);
      } catch (error) {
        signal?.throwIfAborted();
        const pause = pauseAfter(error, tries, this.#policy);
        if (pause instanceof PlatformError) throw pause;
        await this.#policy.wait(pause, signal);
        const found = mayBeDone(error) ? await readBack?.() : undefined;
        if (found !== undefined) return found;
      }
    }
    const parsed = schema.safeParse(answer.data);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new PlatformError(
      call.op,
      200,
      0,
      `unexpected answer at /${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`,
    );
  }

  /** All pages of a list. Written by hand: the SDK's iterators end silently on an error. */
  async pages<T>(
    call: LarkCall,
    schema: z.ZodType<{
      items?: T[] | undefined;
      has_more?: boolean | undefined;
      page_token?: string | undefined;
    }>,
    signal?: AbortSignal,
  ): Promise<T[]> {
    const all: T[] = [];
    let token: string | undefined;
    for (;;) {
      const page = await this.call(
        { ...call, params: { ...call.params, page_token: token } },
        schema,
        signal,
      );
      all.push(...(page.items ?? []));
      if (page.has_more !== true) return all;
      if (page.page_token === undefined || page.page_token === '' || page.page_token === token) {
        throw new PlatformError(call.op, 200, 0, 'says that there is more, without a token to ask for it');
      }
      token = page.page_token;
    }
  }
}

/** What is gone is as good as taken away: the first try to do so may have lost its answer. */
export async function orGone(taken: Promise<unknown>, notFound: number): Promise<void> {
  try {
    await taken;
  } catch (error) {
    if (!(error instanceof PlatformError && error.code === notFound)) throw error;
  }
}

/** Resolves after `ms`, rejects when aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** An idempotency key where the platform takes UUIDs: the same for the same key. */
export function clientToken(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
