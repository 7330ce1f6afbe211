import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { CallAttempt, ModelCall } from '../../schemas/index.ts';
import { bodyOf, costOf, endpointOf, hashOf, mostTokens, sha256Of } from './body.ts';
import { takeFromAll, type Account, type Use } from './budget.ts';
import { readCompletion } from './completion.ts';
import { Gate } from './gate.ts';
import type { Asking, Completion, Failure, ModelSettings, Question } from './model.ts';
import { post, type Posted } from './post.ts';
import type { CallStore } from './store.ts';
import { Tally } from './tally.ts';

/** A server that asks to wait longer than this is not waited for. Seconds. */
const LONGEST_WAIT = 60;

export interface ClientOptions {
  readonly settings: ModelSettings;
  readonly store: CallStore;
  /** Every request must fit into each of them. */
  readonly budgets: readonly Account[];
  /** Asks anew what is on file; the older answer is kept beside. */
  readonly fresh?: boolean;
  readonly now: () => Date;
}

const NO_USE: Use = { calls: 0, tokens: 0, cost: 0 };

/** A question at work. */
interface Work {
  readonly call: ModelCall;
  /** Grows by every try. */
  readonly attempts: CallAttempt[];
  readonly budgets: readonly Account[];
  /** Puts on file that a try is about to be sent. */
  readonly intend: (attempt: CallAttempt) => Promise<void>;
}

/** A try that failed; p-retry decides by `again` whether there is another. */
class TryFailed extends Error {
  readonly failure: Failure;
  readonly again: boolean;
  readonly retryAfterSec: number | undefined;
  constructor(failure: Failure, again: boolean, retryAfterSec?: number) {
    super(failure.message);
    this.failure = failure;
    this.again = again;
    this.retryAfterSec = retryAfterSec;
  }
}

/**
 * Asks a model over HTTP in OpenAI's chat-completions shape. Every question is on file with all its tries; one that was
 * answered is never sent again (nor paid), unless `fresh` says so. In the life of a client a question is asked once.
 * Nothing that goes wrong throws but an abort: it is told with its cause.
 */
export class ChatClient {
  readonly tally: Tally;
  readonly #options: ClientOptions;
  readonly #gate: Gate;
  readonly #asked = new Map<string, Promise<Asking>>();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#gate = new Gate(options.settings.concurrency);
    this.tally = new Tally(options.settings);
  }

  /** @param account a further budget that this question must fit into */
  ask(question: Question, signal?: AbortSignal, account?: Account): Promise<Asking> {
    const { settings } = this.#options;
    const request = bodyOf(settings, question);
    const endpoint = endpointOf(settings);
    const hash = hashOf(endpoint, request);
    const known = this.#asked.get(hash);
    if (known !== undefined) return known;
    const call: ModelCall = {
      hash,
      client: settings.client,
      about: question.about,
      endpoint,
      request,
      prompt_sha256: sha256Of(question.system),
      seed: question.seed,
      temperature: settings.temperature,
      attempts: [],
      answered: false,
      model: null,
      tokens: null,
      cost: settings.price === undefined ? null : 0,
      ...(settings.price === undefined ? {} : { currency: settings.price.currency }),
      response: null,
    };
    const asking = this.#gate.run(() => this.#answer(call, account, signal));
    this.#asked.set(hash, asking);
    return asking;
  }

  async #answer(call: ModelCall, account?: Account, signal?: AbortSignal): Promise<Asking> {
    const { store, settings, fresh = false } = this.#options;
    const onFile = fresh ? undefined : await store.read(call.hash);
    const replayed = onFile?.answered === true ? readCompletion(onFile.response) : null;
    if (replayed !== null) {
      this.tally.replayed(replayed);
      return { ok: true, hash: call.hash, cost: onFile?.cost ?? null, completion: replayed };
    }
    this.tally.asked();
    if (settings.key !== null && (settings.key.value ?? '') === '')
      return { ok: false, hash: call.hash, cost: call.cost, failure: noKey(settings.key.env) };
    // What failed before stays on file in front of what is tried now.
    const attempts: CallAttempt[] = [...(onFile?.attempts ?? [])];
    const before = attempts.length;
    const budgets = account === undefined ? this.#options.budgets : [...this.#options.budgets, account];
    let stands = onFile;
    // What may be charged is on file before it is sent: a run that is killed meanwhile forgets nothing.
    const intend = async (attempt: CallAttempt): Promise<void> => {
      const intended = finished(call, [...attempts, attempt], undefined);
      await store.write(intended, stands);
      stands = intended;
    };
    let answer: { completion: Completion; response: unknown } | undefined;
    let failure: Failure | undefined;
    try {
      answer = await this.#tries({ call, attempts, budgets, intend }, signal);
    } catch (error) {
      if (!(error instanceof TryFailed)) throw error;
      failure = error.failure;
    } finally {
      // Also when it is stopped: what was sent may be charged.
      if (attempts.length > before) await store.write(finished(call, attempts, answer), stands);
    }
    const { hash } = call;
    const cost = costOfAll(attempts);
    if (answer !== undefined) return { ok: true, hash, cost, completion: answer.completion };
    return { ok: false, hash, cost, failure: failure ?? { cause: 'bad-response', message: 'no answer' } };
  }

  #tries(work: Work, signal?: AbortSignal): Promise<{ completion: Completion; response: unknown }> {
    const { settings } = this.#options;
    return pRetry(() => this.#try(work, signal), {
      retries: settings.attempts - 1,
      minTimeout: settings.retryWaitMs,
      maxTimeout: LONGEST_WAIT * 1000,
      randomize: true,
      ...(signal === undefined ? {} : { signal }),
      shouldRetry: ({ error }) => error instanceof TryFailed && error.again,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        if (!(error instanceof TryFailed) || !error.again || retriesLeft === 0) return;
        if (error.retryAfterSec !== undefined && error.retryAfterSec > 0)
          await wait(error.retryAfterSec * 1000, undefined, signal === undefined ? {} : { signal });
      },
    });
  }

  async #try(
    { call, attempts, budgets, intend }: Work,
    signal?: AbortSignal,
  ): Promise<{ completion: Completion; response: unknown }> {
    const { settings, now } = this.#options;
    const bound = mostTokens(settings, call.request);
    const most: Use = { calls: 1, tokens: bound.input + bound.output, cost: costOf(settings, bound) };
    const refusal = takeFromAll(budgets, most);
    if (refusal !== null) throw new TryFailed({ cause: 'over-budget', message: refusal }, false);
    const at = now();
    let used: Use = most;
    try {
      await intend(stopped(at, at, most));
    } catch (error) {
      for (const budget of budgets) budget.settle(most, NO_USE);
      throw error;
    }
    try {
      const posted = await post(
        call.endpoint,
        JSON.stringify(call.request),
        settings,
        () => now().getTime(),
        signal,
      );
      const read = posted.ok ? readAnswer(posted.text) : null;
      const tried = attemptOf(at, now(), posted, read, most, settings);
      attempts.push(tried.attempt);
      used = tried.used;
      this.tally.sent(tried.attempt, read?.completion ?? null);
      if (read !== null) return read;
      throw failureOf(posted);
    } catch (error) {
      if (!(error instanceof TryFailed)) {
        const attempt = stopped(at, now(), most);
        attempts.push(attempt);
        this.tally.sent(attempt, null);
      }
      throw error;
    } finally {
      for (const budget of budgets) budget.settle(most, used);
    }
  }
}

function noKey(env: string): Failure {
  return { cause: 'no-key', message: `the environment variable ${env} is not set; it must hold the key` };
}

function readAnswer(text: string): { completion: Completion; response: unknown } | null {
  try {
    const response: unknown = JSON.parse(text);
    const completion = readCompletion(response);
    return completion === null ? null : { completion, response };
  } catch {
    return null;
  }
}

function failureOf(posted: Posted): TryFailed {
  if (posted.ok)
    return new TryFailed(
      {
        cause: 'bad-response',
        message: `what came back is no chat completion: ${posted.text.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      },
      true,
    );
  const after = posted.retryAfterSec;
  if (after !== undefined && after > LONGEST_WAIT)
    return new TryFailed(
      { ...posted.failure, message: `${posted.failure.message}; the server asks to wait ${after} s` },
      false,
    );
  return new TryFailed(posted.failure, posted.again, after);
}

/** What a try leaves on file, and what it counts as. */
function attemptOf(
  from: Date,
  to: Date,
  posted: Posted,
  read: { completion: Completion } | null,
  most: Use,
  settings: ModelSettings,
): { attempt: CallAttempt; used: Use } {
  const tokens = read?.completion.tokens ?? null;
  const known =
    tokens === null
      ? null
      : { ...most, tokens: tokens.input + tokens.output, cost: costOf(settings, tokens) };
  const free = !posted.ok && !posted.charged;
  const used: Use = free ? { calls: 0, tokens: 0, cost: most.cost === null ? null : 0 } : (known ?? most);
  const fault = read === null ? failureOf(posted) : null;
  return {
    used,
    attempt: {
      at: from.toISOString(),
      ms: Math.max(0, to.getTime() - from.getTime()),
      ...(posted.status === undefined ? {} : { status: posted.status }),
      ...(fault === null ? {} : { cause: fault.failure.cause, message: fault.failure.message }),
      ...(posted.ok || posted.retryAfterSec === undefined ? {} : { retry_after_sec: posted.retryAfterSec }),
      tokens,
      counted: {
        tokens: used.tokens,
        cost: used.cost,
        basis: free ? 'none' : known === null ? 'most' : 'usage',
      },
    },
  };
}

function stopped(from: Date, to: Date, most: Use): CallAttempt {
  return {
    at: from.toISOString(),
    ms: Math.max(0, to.getTime() - from.getTime()),
    cause: 'stopped',
    message: 'the run was stopped before the answer came',
    tokens: null,
    counted: { tokens: most.tokens, cost: most.cost, basis: 'most' },
  };
}

/** Money of all tries; null where no price is known. */
function costOfAll(attempts: readonly CallAttempt[]): number | null {
  const costs = attempts.map(({ counted }) => counted.cost);
  return costs.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

function finished(
  call: ModelCall,
  attempts: readonly CallAttempt[],
  answer: { completion: Completion; response: unknown } | undefined,
): ModelCall {
  return {
    ...call,
    attempts: [...attempts],
    answered: answer !== undefined,
    model: answer?.completion.model ?? null,
    tokens: answer?.completion.tokens ?? null,
    cost: costOfAll(attempts),
    response: answer?.response ?? null,
  };
}
