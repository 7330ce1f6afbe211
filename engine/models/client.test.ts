import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, describe, onTestFinished } from 'vitest';
import { modelCall, type ModelCall } from '../../schemas/index.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import { Budget, type Limits } from './budget.ts';
import { ChatClient } from './client.ts';
import type { Asking, ModelSettings, Question } from './model.ts';
import { CallStore } from './store.ts';
import { ModelServer, type Reply, type Script } from './testing/model-server.ts';

const KEY = 'sk-very-secret-0123456789';
const QUESTION: Question = {
  about: 'a test',
  system: 'Be short.',
  user: 'How many?',
  seed: 7,
  answer: { name: 'number', schema: { type: 'object' } },
};
const OK: Reply = { text: '{"n":3}' };

interface Bench {
  readonly server: ModelServer;
  readonly dir: string;
  readonly client: (
    more?: Partial<ModelSettings>,
    options?: { limits?: Limits; fresh?: boolean },
  ) => ChatClient;
  readonly call: (hash: string) => ModelCall;
}

async function bench(script: Script): Promise<Bench> {
  const server = await ModelServer.start(script);
  onTestFinished(() => server.close());
  const dir = path.join(tempDir(), 'judge-calls');
  const store = new CallStore(dir);
  return {
    server,
    dir,
    client: (more = {}, { limits = {}, fresh = false } = {}) =>
      new ChatClient({
        settings: {
          client: 'strict',
          baseUrl: server.url,
          model: 'm',
          key: { env: 'KEY', value: KEY },
          temperature: 0,
          maxOutputTokens: 100,
          outputLimitKey: 'max_tokens',
          answerFormat: 'json_schema',
          timeoutMs: 20_000,
          attempts: 3,
          retryWaitMs: 0,
          concurrency: 4,
          price: { input: 2, output: 8, currency: 'EUR' },
          ...more,
        },
        store,
        budgets: [new Budget('the budget', limits)],
        fresh,
        now: () => new Date('2026-09-06T01:00:00Z'),
      }),
    call: (hash) => modelCall.parse(JSON.parse(readFileSync(path.join(dir, `${hash}.json`), 'utf8'))),
  };
}

const causeOf = (asking: Asking): string | null => (asking.ok ? null : asking.failure.cause);

describe('a question that is answered', () => {
  it('is sent in the shape of chat completions, and is on file with all that it took', async () => {
    const { server, client, call } = await bench(() => OK);
    const asking = await client().ask(QUESTION);
    expect(asking).toMatchObject({ ok: true, completion: { text: '{"n":3}', model: 'm-2026' } });
    const [sent] = server.received;
    expect(sent).toMatchObject({ authorization: `Bearer ${KEY}`, system: 'Be short.', user: 'How many?' });
    expect(sent?.body).toMatchObject({ model: 'm', seed: 7, temperature: 0, max_tokens: 100 });
    expect(sent?.body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'number', strict: true, schema: { type: 'object' } },
    });
    expect(sent?.body).not.toHaveProperty('tools');
    expect(call(asking.hash)).toMatchObject({
      client: 'strict',
      answered: true,
      model: 'm-2026',
      seed: 7,
      temperature: 0,
      request: sent?.body,
      tokens: { input: 100, output: 20 },
      cost: (100 * 2 + 20 * 8) / 1e6,
      currency: 'EUR',
      attempts: [{ status: 200, counted: { tokens: 120, basis: 'usage' } }],
    });
  });

  it('is replayed from file without a server, a key or a cost; --fresh asks anew and keeps the old answer', async () => {
    const { server, client, dir } = await bench(({ n }) => ({ text: `{"n":${n}}` }));
    const first = await client().ask(QUESTION);
    const again = client({ key: { env: 'KEY', value: undefined } });
    expect(await again.ask(QUESTION)).toEqual(first);
    expect(again.tally.usage).toMatchObject({ questions: 1, replayed: 1, requests: 0, cost: 0 });
    const fresh = await client({}, { fresh: true }).ask(QUESTION);
    expect(fresh).toMatchObject({ ok: true, completion: { text: '{"n":2}' } });
    expect(readdirSync(dir).sort()).toEqual([`${first.hash}.json`, `${first.hash}.kept-1.json`]);
    await server.close();
    expect(await client().ask(QUESTION)).toMatchObject({ ok: true, completion: { text: '{"n":2}' } });
  });

  it.each<[string, (call: ModelCall) => unknown]>([
    ['of another question', (call) => ({ ...call, request: { ...call.request, seed: 8 } })],
    ['that is broken', () => '{'],
    ['that was not answered', (call) => ({ ...call, answered: false, response: null })],
  ])('is asked again for a file %s, which is kept', async (_name, change) => {
    const { server, client, dir, call } = await bench(() => OK);
    const { hash } = await client().ask(QUESTION);
    const changed = change(call(hash));
    writeFileSync(
      path.join(dir, `${hash}.json`),
      typeof changed === 'string' ? changed : JSON.stringify(changed),
    );
    expect(await client().ask(QUESTION)).toMatchObject({ ok: true });
    expect(server.received).toHaveLength(2);
    expect(call(hash).answered).toBe(true);
  });

  it('is asked once by a client, however often it is put', async () => {
    const { server, client } = await bench(() => OK);
    const one = client();
    await Promise.all([one.ask(QUESTION), one.ask(QUESTION), one.ask({ ...QUESTION, seed: 8 })]);
    expect(server.received).toHaveLength(2);
  });
});

describe('what goes wrong is told with its cause, after so many tries, and is on file', () => {
  const fail = (status: number, headers: Record<string, string> = {}): Reply => ({
    status,
    raw: `no: ${KEY}`,
    headers,
  });
  it.each<[string, Reply | 'gone', Partial<ModelSettings>, string, number, 'most' | 'none']>([
    ['429', fail(429), {}, 'busy', 3, 'none'],
    ['429 for an hour', fail(429, { 'retry-after': '3600' }), {}, 'busy', 1, 'none'],
    ['500', fail(500), {}, 'server-error', 3, 'most'],
    [
      '503 with a date',
      fail(503, { 'retry-after': 'Sun, 06 Sep 2026 01:00:00 GMT' }),
      {},
      'server-error',
      3,
      'most',
    ],
    ['401', fail(401), {}, 'refused', 1, 'none'],
    ['307 to elsewhere', fail(307, { location: 'http://127.0.0.1:9/' }), {}, 'refused', 1, 'none'],
    ['prose instead of JSON', { status: 200, raw: 'ok' }, {}, 'bad-response', 3, 'most'],
    ['JSON of another shape', { status: 200, raw: '{"choices":[]}' }, {}, 'bad-response', 3, 'most'],
    ['a closed connection', 'reset', {}, 'no-connection', 3, 'most'],
    ['no answer', 'hang', { timeoutMs: 40, attempts: 2 }, 'timeout', 2, 'most'],
    ['no server', 'gone', {}, 'no-connection', 3, 'none'],
  ])('%s', async (_name, reply, settings, cause, tries, basis) => {
    const { server, client, call } = await bench(() => (reply === 'gone' ? 'reset' : reply));
    if (reply === 'gone') await server.close();
    const asked = client(settings);
    const asking = await asked.ask(QUESTION);
    expect(causeOf(asking)).toBe(cause);
    const file = call(asking.hash);
    expect(file.attempts.map((one) => [one.cause, one.counted.basis])).toEqual(
      Array.from({ length: tries }, () => [cause, basis]),
    );
    expect(file.answered).toBe(false);
    // What is not known to be free is not counted as free.
    expect(file.cost === 0).toBe(basis === 'none');
    expect(JSON.stringify([file, asking])).not.toContain(KEY);
  });

  it('a later try that succeeds is an answer, and all tries are on file and counted', async () => {
    const { client, call } = await bench(({ n }) => (n < 3 ? fail(n === 1 ? 429 : 500) : OK));
    const asking = await client().ask(QUESTION);
    const { attempts, answered } = call(asking.hash);
    expect([asking.ok, answered]).toEqual([true, true]);
    expect(attempts.map((one) => one.counted.basis)).toEqual(['none', 'most', 'usage']);
  });

  it('waits as long as a busy server asks for', async () => {
    const times: number[] = [];
    const { client } = await bench(({ n }) => {
      times.push(performance.now());
      return n === 1 ? fail(429, { 'retry-after': '1' }) : OK;
    });
    expect((await client().ask(QUESTION)).ok).toBe(true);
    // A lower bound: no load can make a wait shorter.
    expect(times[1]! - times[0]!).toBeGreaterThan(950);
  });

  it('without the key in the environment nothing is sent', async () => {
    const { server, client } = await bench(() => OK);
    const asking = await client({ key: { env: 'MY_KEY', value: undefined } }).ask(QUESTION);
    expect(asking).toMatchObject({
      failure: { cause: 'no-key', message: expect.stringMatching(/MY_KEY/) as string },
    });
    expect(server.received).toHaveLength(0);
  });

  it('a stop ends it at once, and what was sent is on file', async () => {
    const stop = new AbortController();
    const { client, dir } = await bench(() => {
      stop.abort();
      return 'hang';
    });
    await expect(client().ask(QUESTION, stop.signal)).rejects.toThrow(/abort/i);
    const [name] = readdirSync(dir);
    const file = modelCall.parse(JSON.parse(readFileSync(path.join(dir, name!), 'utf8')));
    expect(file.attempts).toMatchObject([{ cause: 'stopped', counted: { basis: 'most' } }]);
  });

  it('asks no more at once than it may', async () => {
    let go = (): void => undefined;
    const second = new Promise<void>((resolve) => (go = resolve));
    const { server, client } = await bench(async ({ n }) => {
      // The first answer waits for the second question, so that two are open at once.
      if (n === 2) go();
      await second;
      return OK;
    });
    const one = client({ concurrency: 2 });
    await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => one.ask({ ...QUESTION, seed })));
    expect([server.most, server.received.length]).toEqual([2, 6]);
  });
});

describe('a budget', () => {
  const ask = async (client: ChatClient, seeds: readonly number[]): Promise<(string | null)[]> =>
    (await Promise.all(seeds.map((seed) => client.ask({ ...QUESTION, seed })))).map(causeOf);

  it.each<[string, Limits, number]>([
    ['of calls', { calls: 2 }, 2],
    ['of tokens that no question fits into', { tokens: 100 }, 0],
    ['of tokens', { tokens: 700 }, 1],
    ['of money', { cost: 0.0018 }, 1],
    ['of none', {}, 4],
  ])('%s holds with all asked at once, and the others are told so', async (_name, limits, fit) => {
    const { server, client } = await bench(() => ({ text: '{}', usage: null }));
    const causes = await ask(client({}, { limits }), [1, 2, 3, 4]);
    expect(server.received).toHaveLength(fit);
    expect(causes.filter((cause) => cause === 'over-budget')).toHaveLength(4 - fit);
  });

  it('gets back what an answer did not take', async () => {
    const { server, client } = await bench(() => OK);
    const one = client({}, { limits: { tokens: 800 } });
    for (const seed of [1, 2, 3]) await one.ask({ ...QUESTION, seed });
    expect(server.received).toHaveLength(3);
  });

  it('in money refuses where no price is known', async () => {
    const { server, client } = await bench(() => OK);
    const one = client({ price: undefined }, { limits: { cost: 1 } });
    expect(await ask(one, [1])).toEqual(['over-budget']);
    expect(server.received).toHaveLength(0);
  });

  it('counts a request from before it is sent: who is killed while it is out forgets nothing', async () => {
    const onFile: { requests: number; tokens: number }[] = [];
    const { client, dir } = await bench(async () => {
      const { calls, tokens } = await new CallStore(dir).used('strict');
      onFile.push({ requests: calls, tokens });
      return onFile.length === 1 ? { status: 500, raw: 'not now' } : OK;
    });
    const asking = await client().ask(QUESTION);
    expect(asking.ok).toBe(true);
    const [first, second] = onFile;
    expect([first?.requests, second?.requests]).toEqual([1, 2]);
    // The most that the question can take, each time; the answer then says what it took.
    expect(second!.tokens).toBe(2 * first!.tokens);
    const { calls, tokens } = await new CallStore(dir).used('strict');
    expect({ calls, tokens }).toEqual({ calls: 2, tokens: first!.tokens + 120 });
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it('takes from the account of a question, too, and gives back what it did not need', async () => {
    const { client, server } = await bench(() => OK);
    const account = new Budget('the batch', { tokens: 10_000 });
    await client().ask(QUESTION, undefined, account);
    expect(account.used.tokens).toBe(120);
    const full = new Budget('the batch', { tokens: 50 });
    const refused = await client().ask({ ...QUESTION, user: 'Another?' }, undefined, full);
    expect([causeOf(refused), server.received.length]).toEqual(['over-budget', 1]);
  });

  it('counts what stands on file, tries and kept answers too', async () => {
    const { client, dir } = await bench(({ n }) => (n === 1 ? { status: 500, raw: '' } : OK));
    await client().ask(QUESTION);
    await client({}, { fresh: true }).ask(QUESTION);
    const store = new CallStore(dir);
    const used = await store.used('strict');
    expect(used.calls).toBe(3);
    expect(used.cost).toBeGreaterThan((2 * (100 * 2 + 20 * 8)) / 1e6);
    expect(await store.used('other')).toEqual({ calls: 0, tokens: 0, cost: 0 });
  });
});
