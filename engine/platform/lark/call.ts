import pRetry from 'p-retry';
import type * as z from 'zod';
import { PlatformError } from '../port.ts';
import { RateLimited, type LarkCall, type LarkSend } from './sdk.ts';

/** An id that may stand in a path: the SDK does not encode paths, so anything else could reach another endpoint. */
export function pathId(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new PlatformError('path', 0, 0, `"${id}" is not an id of the platform`);
  return id;
}

export interface RepeatPolicy {
  readonly retries: number;
  readonly minTimeout: number;
}

/** Calls of the platform with repetition and checked answers. */
export class LarkCalls {
  readonly #send: LarkSend;
  readonly #policy: RepeatPolicy;

  constructor(send: LarkSend, policy: RepeatPolicy = { retries: 5, minTimeout: 300 }) {
    this.#send = send;
    this.#policy = policy;
  }

  /**
   * Repeats what may be repeated: rate limits always; lost answers, since every effect of ours carries an idempotency
   * key or may happen twice without harm; write conflicts of a table (1254291).
   */
  async call<T>(call: LarkCall, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    const answer = await pRetry(() => this.#send(call, signal), {
      retries: this.#policy.retries,
      minTimeout: this.#policy.minTimeout,
      randomize: true,
      ...(signal === undefined ? {} : { signal }),
      shouldRetry: ({ error }) =>
        error instanceof RateLimited ||
        (error instanceof PlatformError &&
          (error.status === 0 || error.status >= 500 || error.code === 1254291)),
      onFailedAttempt: async ({ error, retriesLeft }) => {
        if (retriesLeft > 0 && error instanceof RateLimited && error.resetSeconds !== null) {
          await wait(error.resetSeconds * 1000, signal);
        }
      },
    });
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
