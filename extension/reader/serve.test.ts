import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import {
  createMessageConnection,
  PortMessageReader,
  PortMessageWriter,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
  type RequestType,
} from 'vscode-jsonrpc/node';
import { ReviewStore } from '../../engine/review/index.ts';
import { MadeBatch } from '../../engine/review/batch.fixture.ts';
import { judgedBatch, runsOf } from '../../engine/review/review.fixture.ts';
import { listBatches, reviewCase, sourceVerdicts, type CaseOfBatch } from './protocol.ts';
import { FAILED, serve, type Elsewhere } from './serve.ts';

/** A connection to a reader whose large cases are read by `elsewhere`. */
function connected(elsewhere: Elsewhere): MessageConnection {
  const { port1, port2 } = new MessageChannel();
  const [host, reader] = [port1, port2].map((port) =>
    createMessageConnection(new PortMessageReader(port), new PortMessageWriter(port)),
  );
  if (host === undefined || reader === undefined) throw new Error('two ports make two connections');
  serve(reader, new ReviewStore(), elsewhere);
  reader.listen();
  host.listen();
  onTestFinished(() => {
    host.dispose();
    reader.dispose();
    port1.close();
  });
  return host;
}

/** Reads with a store of its own, not before it is told to; every case with more bytes than `most` is its own. */
class Waiting implements Elsewhere {
  readonly asked: string[] = [];
  readonly #go: Promise<void>;
  readonly #most: number;
  #begin: () => void = () => undefined;

  constructor(most: number) {
    this.#most = most;
    this.#go = new Promise((resolve) => (this.#begin = resolve));
  }

  begin(): void {
    this.#begin();
  }

  takes(bytes: number): boolean {
    return bytes > this.#most;
  }

  async ask<P extends CaseOfBatch, R>(
    type: RequestType<P, R, void>,
    params: P,
    token?: CancellationToken,
  ): Promise<R> {
    this.asked.push(`${type.method} ${params.caseId}`);
    await this.#go;
    const inner = connected({ takes: () => false, ask: () => Promise.reject(new Error('not asked')) });
    return token === undefined
      ? inner.sendRequest<R>(type.method, params)
      : inner.sendRequest<R>(type.method, params, token);
  }
}

it('small questions are answered while a large case is read, however long that takes', async () => {
  const small = judgedBatch();
  const large = new MadeBatch(['L1'], path.join(runsOf(small), 'large'));
  large.play('L1', ['冷'.repeat(20_000)]);
  large.judge('L1', [{ id: 'CP1', met: 'met', evidence: [] }]);
  const elsewhere = new Waiting(50_000);
  const host = connected(elsewhere);
  const where = { folders: [runsOf(small)], batches: [], locale: 'en' };
  const opened = host.sendRequest(reviewCase, { dir: large.dir, caseId: 'L1', locale: 'en' });
  const both = host.sendRequest(sourceVerdicts, { ...where, cases: ['L1', 'C1'] });

  expect(await host.sendRequest(listBatches, where)).toHaveLength(2);
  expect(await host.sendRequest(sourceVerdicts, { ...where, cases: ['C1'] })).toHaveLength(1);
  const one = await host.sendRequest(reviewCase, { dir: small.dir, caseId: 'C1', locale: 'en' });
  expect(one.points).toHaveLength(2);

  elsewhere.begin();
  expect((await opened).case_id).toBe('L1');
  expect((await both).map((verdict) => verdict.case_id)).toEqual(['L1', 'C1']);
  expect([...elsewhere.asked].sort()).toEqual(['case/review L1', 'case/verdict L1']);
});

it('an evalset is given the verdicts of its own batches', async () => {
  const batch = judgedBatch();
  batch.write('script/manifest.json', { evalset: { name: 'Harbor Tide', version: 'V1.0' } });
  const host = connected(new Waiting(Number.MAX_SAFE_INTEGER));
  const where = { folders: [runsOf(batch)], batches: [], locale: 'en', cases: ['C1'] };
  expect(await host.sendRequest(sourceVerdicts, { ...where, evalset: 'Harbor' })).toEqual([]);
  expect(await host.sendRequest(sourceVerdicts, { ...where, evalset: 'Harbor Tide' })).toHaveLength(1);
});

it('a fault is told in a sentence', async () => {
  const host = connected(new Waiting(Number.MAX_SAFE_INTEGER));
  const asked = host.sendRequest(reviewCase, { dir: judgedBatch().dir, caseId: 'C9', locale: 'en' });
  const error: unknown = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({
    code: FAILED,
    message: expect.stringContaining('C9 is not in this batch') as string,
  });
});
