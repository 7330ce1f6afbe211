import { readFileSync, renameSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';
import { ANSWER, list, quote, review, runsOf } from './review.fixture.ts';

const en = wordsOf('en');

describe('much evidence', () => {
  it('200 000 messages are paged, and a quote among them is found', async () => {
    const batch = new MadeBatch(['C1']);
    const many = Array.from({ length: 200_000 }, (_, i) => `回复第 ${i} 条：${'冷'.repeat(20)}`);
    batch.play('C1', many);
    const text = '回复第 199999 条：冷冷冷冷';
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [quote(batch.evidencePath('C1', 'w1'), text)] }]);
    const store = new ReviewStore();
    const one = await store.reviewCase(batch.dir, 'C1', en);
    const target = one.points[0]?.judgements[0]?.quotes[0]?.target;
    expect(target).toMatchObject({ index: 200_001, start: 0, end: text.length });
    const last = await store.evidencePage(batch.dir, 'C1', 'thread', 199_990, 200, en);
    expect([last.total, last.items.length]).toEqual([200_002, 12]);
  }, 120_000);

  it('a verdict that holds much is listed by its beginning, and read whole for its case', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [ANSWER]);
    const evidence = [quote(batch.evidencePath('C1', 'w1'), ANSWER)];
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence }]);
    const small = await list(runsOf(batch));
    const file = batch.paths.verdict('C1');
    const verdict = JSON.parse(readFileSync(batch.paths.abs(file), 'utf8')) as object;
    const own = { chat: 'ops', ts: '2026-09-06T01:00:02.000Z', turn: 1, where: 'thread' };
    const told = Array.from({ length: 20_000 }, (_, i) => ({
      ...own,
      message_id: `om_${i}`,
      text: '冷'.repeat(40),
    }));
    batch.write(file, { ...verdict, agent_messages: told });
    expect(await list(runsOf(batch))).toEqual(small);
    expect((await review(batch, 'C1')).points[0]?.judgements[0]?.quotes[0]?.verified).toBe(true);
    batch.write(file, { agent_messages: told, ...verdict, notes: '"agent_messages": ' });
    expect(await list(runsOf(batch))).toEqual(small);
  });

  it('a message of 30 MB is shown in pieces, with its quote', async () => {
    const batch = new MadeBatch(['C1']);
    const big = `${'汐港冷运 '.repeat(2_000_000)}冷机绝缘复检排在九月十日${'x'.repeat(20_000_000)}`;
    batch.play('C1', [big, ...Array.from({ length: 150 }, () => '长'.repeat(9000))]);
    const text = '冷机绝缘复检排在九月十日';
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [quote(batch.evidencePath('C1', 'w1'), text)] }]);
    const store = new ReviewStore({ keepBytes: 1 });
    const one = await store.reviewCase(batch.dir, 'C1', en);
    const target = one.points[0]?.judgements[0]?.quotes[0]?.target;
    expect(target).toMatchObject({ index: 2, start: 10_000_000 });
    const shown = await store.evidencePage(batch.dir, 'C1', 'thread', 0, 200, en);
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(1_000_000);
    const item = shown.items[2];
    const parts = item?.type === 'message' ? item.text.parts : [];
    expect(parts.some((part) => part.text.includes(text))).toBe(true);
    const at = { kind: 'thread', index: 2 } as const;
    expect(await store.evidenceText(batch.dir, 'C1', at, target?.start ?? 0, text.length, en)).toBe(text);
  }, 120_000);

  /** A batch whose only verdict holds more than is read for a list. */
  function withLargeVerdict(): MadeBatch {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [ANSWER]);
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [] }]);
    const file = batch.paths.verdict('C1');
    const verdict = JSON.parse(readFileSync(batch.paths.abs(file), 'utf8')) as object;
    const own = {
      chat: 'ops',
      ts: '2026-09-06T01:00:02.000Z',
      turn: 1,
      where: 'thread',
      text: '冷'.repeat(400),
    };
    const told = Array.from({ length: 2000 }, (_, i) => ({ ...own, message_id: `om_${i}` }));
    batch.write(file, { ...verdict, agent_messages: told });
    return batch;
  }

  it.each<[string, (file: string) => void, RegExp]>([
    ['torn', (file) => truncateSync(file, statSync(file).size - 200_000), /is not valid JSON/],
    [
      'torn behind a message',
      (file) => {
        const text = readFileSync(file, 'utf8');
        writeFileSync(file, text.slice(0, text.indexOf('}', 1_200_000) + 1));
      },
      /is not valid JSON/,
    ],
    [
      'outside the folder',
      (file) => {
        const outside = path.join(path.dirname(file), '..', '..', 'elsewhere.json');
        renameSync(file, outside);
        symlinkSync(outside, file);
      },
      /outside the batch folder/,
    ],
  ])('list and review agree on a large verdict that is %s', async (_name, damage, problem) => {
    const batch = withLargeVerdict();
    expect((await list(runsOf(batch)))[0]?.cases[0]?.state).toBe('PASS');
    damage(batch.paths.abs(batch.paths.verdict('C1')));
    const [listed] = await list(runsOf(batch));
    const opened = await review(batch, 'C1');
    expect([listed?.cases[0]?.state, opened.state]).toEqual(['PENDING', 'PENDING']);
    expect(listed?.problems.map(({ text }) => text)).toEqual([expect.stringMatching(problem)]);
    expect(opened.problems.map(({ text }) => text)).toEqual([expect.stringMatching(problem)]);
  });

  it('an older verdict that holds much is told as a small one is', async () => {
    const batch = withLargeVerdict();
    const file = batch.paths.abs(batch.paths.verdict('C1'));
    renameSync(file, file.replace(/\.json$/, '.kept-1.json'));
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [] }]);
    writeFileSync(file.replace(/\.json$/, '.kept-2.json'), readFileSync(file));
    const [small, large] = (await review(batch, 'C1')).history;
    expect(large).toEqual({ ...small, file: 'results/verdict-C1.kept-1.json' });
    expect(large?.judged_at).toBe('2026-09-06T01:10:00.000Z');
  });
});
