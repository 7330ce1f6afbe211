import { fork } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import * as protocol from '../../extension/reader/protocol.ts';
import { wordsOf } from '../../engine/report/index.ts';
import { MadeBatch } from '../../engine/review/batch.fixture.ts';
import { ReviewStore } from '../../engine/review/index.ts';
import {
  batchOverview,
  caseReview,
  evidencePage,
  sourceVerdict,
  type EvidenceItem,
  type Quote,
} from '../../schemas/review.ts';
import { copyCompany, removeDir, ROOT, runCli, tempDir } from './company.ts';

/** The text that a quote points at, read through the slices as a panel would. */
async function targetText(store: ReviewStore, dir: string, caseId: string, quote: Quote): Promise<string> {
  const { target } = quote;
  if (target === null) return '';
  return store.evidenceText(dir, caseId, target, target.start, target.end - target.start, wordsOf('en'));
}

describe('the review of a whole batch', () => {
  const home = tempDir();
  let dir = '';

  beforeAll(async () => {
    const company = copyCompany({ into: path.join(home, '汐港 harbor') });
    const run = await runCli(['run', company, '--day0', '2026-09-06'], { cwd: home });
    expect(run.code, run.stderr).toBe(0);
    const [name = ''] = readdirSync(path.join(home, 'runs'));
    dir = path.join(home, 'runs', name);
  }, 120_000);
  afterAll(() => removeDir(home));

  it.each(['en', 'zh-cn'])('finds every quote where it stands (%s)', async (locale) => {
    const words = wordsOf(locale);
    const store = new ReviewStore();
    const [batch] = batchOverview.array().parse(await store.listBatches([path.dirname(dir)], [], words));
    expect(batch?.state).toBe('finished');
    expect(batch?.problems).toEqual([]);
    expect(batch?.cases).toHaveLength(12);
    let quotes = 0;
    const types = new Set<EvidenceItem['type']>();
    for (const { case_id: id, state } of batch?.cases ?? []) {
      const review = caseReview.parse(await store.reviewCase(dir, id, words));
      expect(review.state).toBe(state);
      expect(review.problems).toEqual([]);
      for (const kind of ['thread', 'tables', 'documents', 'events'] as const) {
        const page = evidencePage.parse(await store.evidencePage(dir, id, kind, 0, 200, words));
        expect(page.items).toHaveLength(page.total);
        for (const item of page.items) types.add(item.type);
      }
      for (const quote of review.points.flatMap((p) => p.judgements.flatMap((j) => j.quotes))) {
        quotes += 1;
        expect(quote.verified, `${id} ${quote.id}`).toBe(true);
        expect(quote.target, `${id} ${quote.id}`).not.toBeNull();
        const text = await targetText(store, dir, id, quote);
        if (quote.target?.kind === 'thread') expect(text, `${id} ${quote.id}`).toBe(quote.text);
        else expect(quote.text, `${id} ${quote.id}`).toContain(text);
      }
    }
    expect(quotes).toBeGreaterThan(20);
    expect([...types].sort()).toEqual(['conditional', 'event', 'message', 'note', 'row', 'section']);
  });

  it('puts conditional lines behind the message that triggered or would have carried them', async () => {
    const store = new ReviewStore();
    const thread = async (id: string): Promise<EvidenceItem[]> =>
      (await store.evidencePage(dir, id, 'thread', 0, 200, wordsOf('en'))).items;
    for (const [id, fired] of [
      ['H02', false],
      ['H04', true],
    ] as const) {
      const items = await thread(id);
      const at = items.findIndex((item) => item.type === 'conditional');
      expect(items[at]).toMatchObject({ fired, path: expect.stringMatching(/^decisions\//u) as string });
      expect(items[at - 1]).toMatchObject({ type: 'message', author: 'agent' });
    }
  });

  describe('by the reader process', () => {
    let connection: MessageConnection;
    let child: ReturnType<typeof fork>;
    const script = path.join(ROOT, 'dist', `reader-under-test-${process.pid}.mjs`);
    const ended = (): Promise<number | null> => new Promise((resolve) => child.once('exit', resolve));

    beforeAll(async () => {
      await build({
        entryPoints: [path.join(ROOT, 'extension/reader/main.ts')],
        outfile: script,
        bundle: true,
        format: 'esm',
        platform: 'node',
        packages: 'external',
        logLevel: 'error',
      });
      child = fork(script, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
      connection.listen();
    }, 60_000);
    afterAll(() => {
      connection.dispose();
      child.kill();
      rmSync(script, { force: true });
    });

    it('answers small questions while it reads a large case, and the large one whole', async () => {
      const large = new MadeBatch(['C1'], path.join(home, 'large', 'made'));
      large.play('C1', [`${'Harbor  Tide '.repeat(1_500_000)}冷机绝缘复检排在九月十日`]);
      const evidence = [
        { path: large.evidencePath('C1', 'w1'), quote: 'Harbor Tide 冷机绝缘复检排在九月十日' },
      ];
      large.judge('C1', [{ id: 'CP1', met: 'met', evidence }]);
      const folders = { folders: [path.dirname(dir), path.dirname(large.dir)], batches: [], locale: 'en' };
      const of = { dir: large.dir, caseId: 'C1', locale: 'en' };
      const opened = connection.sendRequest(protocol.reviewCase, of);
      const same = connection.sendRequest(protocol.sourceVerdicts, { ...folders, cases: ['C1', 'H06'] });
      await connection.sendRequest(protocol.listBatches, folders);
      await connection.sendRequest(protocol.sourceVerdicts, { ...folders, cases: ['H06'] });
      await connection.sendRequest(protocol.reviewCase, { ...of, dir, caseId: 'H06' });
      const quotes = caseReview.parse(await opened).points[0]?.judgements[0]?.quotes;
      expect(quotes?.[0]).toMatchObject({ verified: true, target: { kind: 'thread', index: 2 } });
      expect(sourceVerdict.array().parse(await same)).toHaveLength(2);
      const at = { ...of, kind: 'thread', index: 2, from: 0, count: 12 } as const;
      expect(await connection.sendRequest(protocol.evidenceText, at)).toBe('Harbor  Tide');
    });

    it('answers every request, tells faults in a sentence, and ends with its channel', async () => {
      const of = { dir, caseId: 'H06', locale: 'zh-cn' };
      const folders = { folders: [path.dirname(dir)], batches: [], locale: 'zh-cn' };
      const batches = await connection.sendRequest(protocol.listBatches, folders);
      expect(batchOverview.array().parse(batches)).toHaveLength(1);
      expect(caseReview.parse(await connection.sendRequest(protocol.reviewCase, of)).sum).toContain('÷');
      const page = { ...of, kind: 'tables', from: 1, count: 1 } as const;
      expect(
        evidencePage.parse(await connection.sendRequest(protocol.evidencePage, page)).items[0],
      ).toMatchObject({
        type: 'row',
        counts: true,
      });
      const slice = { ...of, kind: 'tables', index: 1, column: '状态', from: 0, count: 9 } as const;
      expect(await connection.sendRequest(protocol.evidenceText, slice)).toBe('处置中');
      const verdicts = await connection.sendRequest(protocol.sourceVerdicts, {
        ...folders,
        cases: ['H06', 'none'],
      });
      expect(sourceVerdict.array().parse(verdicts)).toHaveLength(1);
      await expect(connection.sendRequest(protocol.reviewCase, { ...of, caseId: '../x' })).rejects.toThrow(
        /不在这个批次里/,
      );
      await expect(
        connection.sendRequest(protocol.reviewCase, { ...of, dir: `${dir}-gone` }),
      ).rejects.toThrow(/已经不在/);
      const gone = ended();
      child.disconnect();
      expect(await gone).toBe(0);
    });
  });
});
