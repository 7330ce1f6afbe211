import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseReview, sourceVerdict } from '../../schemas/review.ts';
import { wordsOf } from '../report/index.ts';
import type { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';
import { judgedBatch, runsOf } from './review.fixture.ts';

const en = wordsOf('en');

describe('a frozen evalset', () => {
  const card = { case_id: 'C1', storyline: '开航', group_key: 'ops', turns: [{ turn: 1, text: '哪天？' }] };

  it('that cannot be read is told in the case, gives no hash, and both when it is mended in place', async () => {
    const batch = judgedBatch();
    batch.write('evalset/cases.json', '[{"case_id": "C1"');
    const store = new ReviewStore();
    const ask = async () => {
      const one = caseReview.parse(await store.reviewCase(batch.dir, 'C1', en));
      const drawn = await store.sourceVerdicts([runsOf(batch)], [], ['C1'], en);
      return { one, drawn: sourceVerdict.parse(drawn[0]) };
    };
    const torn = await ask();
    expect(torn.one.problems.map(({ text }) => text).join()).toContain('frozen evalset of the batch cannot');
    expect([torn.one.card_hash, torn.drawn.card_hash]).toEqual([undefined, undefined]);
    batch.write('evalset/cases.json', [card]);
    const mended = await ask();
    expect(mended.one.problems).toEqual([]);
    expect(mended.one.title).toBe('哪天？');
    expect(mended.one.card_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(mended.drawn.card_hash).toBe(mended.one.card_hash);
    expect(mended.one.revision).not.toBe(torn.one.revision);
  });
});

describe('what changes', () => {
  it('changes the revision, and nothing else does', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    const first = await store.reviewCase(batch.dir, 'C1', en);
    batch.play('C2', ['好的']);
    expect((await store.reviewCase(batch.dir, 'C1', en)).revision).toBe(first.revision);
    batch.judge('C1', [{ id: 'CP1', met: 'unmet', evidence: [] }]);
    const second = await store.reviewCase(batch.dir, 'C1', en);
    expect(second.revision).not.toBe(first.revision);
    expect(second.points).toHaveLength(1);
    expect((await store.evidencePage(batch.dir, 'C1', 'thread', 0, 1, en)).revision).toBe(second.revision);
  });

  it('and not with who asks, nor, for a case that is over, with the end of the run', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    batch.write('batch.lock', String(process.pid));
    // What is wrong with the folder is told in the language of who asks.
    writeFileSync(batch.paths.abs('results/summary.json'), '{"half');
    const { revision } = await store.reviewCase(batch.dir, 'C1', en);
    expect((await store.reviewCase(batch.dir, 'C1', wordsOf('zh-cn'))).revision).toBe(revision);
    rmSync(batch.paths.abs('batch.lock'));
    expect((await store.reviewCase(batch.dir, 'C1', en)).revision).toBe(revision);
  });

  it('is what is listed, in every language', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    const states = async (): Promise<unknown> => {
      const [one] = await store.listBatches([runsOf(batch)], [], en);
      const [zh] = await store.listBatches([runsOf(batch)], [], wordsOf('zh-cn'));
      expect(zh?.cases.map(({ state }) => state)).toEqual(one?.cases.map(({ state }) => state));
      return [one?.state, ...(one?.cases.map(({ state, title }) => `${state} ${title}`) ?? [])];
    };
    expect(await states()).toEqual(['stopped', 'FAIL @小舵 哪天开航？', 'empty ']);
    batch.write('batch.lock', String(process.pid));
    expect(await states()).toEqual(['running', 'FAIL @小舵 哪天开航？', 'empty ']);
    rmSync(batch.paths.abs('batch.lock'));
    batch.write(batch.paths.judgeFile('C2'), '{}');
    expect(await states()).toEqual(['stopped', 'FAIL @小舵 哪天开航？', 'PENDING ']);
    batch.write('evalset/cases.json', [{ case_id: 'C2', turns: [{ turn: 1, text: '哪天？' }] }]);
    expect(await states()).toEqual(['stopped', 'FAIL @小舵 哪天开航？', 'PENDING 哪天？']);
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [] }]);
    expect(await states()).toEqual(['stopped', 'PASS @小舵 哪天开航？', 'PENDING 哪天？']);
  });

  it('is drawn into the source', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    const drawn = async (): Promise<unknown> =>
      (await store.sourceVerdicts([runsOf(batch)], [], ['C1'], en)).map(({ state }) => state);
    expect(await drawn()).toEqual(['FAIL']);
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [] }]);
    expect(await drawn()).toEqual(['PASS']);
    rmSync(batch.paths.abs(batch.paths.verdict('C1')));
    expect(await drawn()).toEqual([]);
  });
});

describe('two evalsets with the same ids', () => {
  /** Batches of three evalsets in one folder, the oldest first; the last one does not tell its evalset. */
  function batches(): MadeBatch {
    const first = judgedBatch();
    for (const [i, evalset] of ['Harbor', 'Harbor Tide', undefined].entries()) {
      const batch = i === 0 ? first : judgedBatch(path.join(runsOf(first), `made-${i}`));
      batch.write('manifest.json', { ...batch.manifest(), created_at: `2026-09-0${i + 6}T01:00:00.000Z` });
      if (evalset !== undefined)
        batch.write('script/manifest.json', {
          evalset: { name: evalset, version: 'V1.0', short: '1a2b3c4d5e6f' },
        });
    }
    return first;
  }

  it.each([
    ['Harbor', ['made']],
    ['Harbor Tide', ['made-1']],
    ['Tide', []],
    [undefined, ['made-2']],
  ])('the cases of %j have verdicts of its own batches only', async (evalset, expected) => {
    const runs = runsOf(batches());
    const found = await new ReviewStore().sourceVerdicts([runs], [], ['C1'], en, undefined, { evalset });
    expect(found.map(({ batch }) => path.basename(batch.dir))).toEqual(expected);
  });
});
