import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { labelsFile, type LabelsFile } from '../../schemas/index.ts';
import type { MadeBatch } from '../../engine/review/batch.fixture.ts';
import { ReviewStore } from '../../engine/review/index.ts';
import { ANSWER, judgedBatch, page, review } from '../../engine/review/review.fixture.ts';
import { writeFlag, writeWord } from './labels.ts';
import type { WordOnPoint } from './protocol.ts';

const now = (): Date => new Date('2026-09-07T01:00:00.000Z');
const wish = (batch: MadeBatch, more: Partial<WordOnPoint>): WordOnPoint => ({
  ...{ dir: batch.dir, caseId: 'C1', locale: 'en', by: 'Lin Zhuo', rev: 0, point: 'CP5', word: 'met' },
  ...{ reason: '', selection: null, seen: true, ...more },
});
const give = (batch: MadeBatch, more: Partial<WordOnPoint>) =>
  writeWord(new ReviewStore(), wish(batch, more), now);
const read = (batch: MadeBatch): LabelsFile =>
  labelsFile.parse(JSON.parse(readFileSync(batch.paths.abs(batch.paths.labels('C1')), 'utf8')));

describe('a person’s word', () => {
  it('rests on what was selected, and is seen in the review at its place', async () => {
    const batch = judgedBatch();
    const selection = { kind: 'thread', index: 3, text: '以群里说的为准' } as const;
    expect(await give(batch, { selection: { ...selection, text: '9月19日 开航，以群里说的为准' } })).toEqual({
      ...{ rev: 1, refused: null },
    });
    expect(read(batch)).toEqual({
      ...{ case_id: 'C1', rev: 1, flags: [] },
      labels: [
        {
          ...{ point: 'CP5', word: 'met', reason: '', seen: true, at: now().toISOString() },
          by: { kind: 'person', id: 'Lin Zhuo' },
          judge: { mode: 'rule', model: 'checks' },
          evidence: [
            {
              path: batch.evidencePath('C1', 'w1'),
              quote: '9月19日 开航，以群里说的为准',
              message_id: 'om_2',
            },
          ],
        },
      ],
    });
    const point = (await review(batch, 'C1')).points.find(({ id }) => id === 'CP5');
    expect(point).toMatchObject({
      state: 'gate-unmet',
      human: [{ word: 'met', carried: true, adopted: false }],
    });
    const target = point?.human[0]?.quotes[0]?.target;
    expect(target).toEqual({
      kind: 'thread',
      index: 3,
      start: 4,
      end: 4 + '9月19日 开航，以群里说的为准'.length,
    });
    expect((await page(batch, 'C1')).items[3]).toMatchObject({ text: { parts: [{ text: ANSWER }] } });
  });

  it.each([
    ['of another’s message', { kind: 'thread', index: 1, text: '@小舵 #1 哪天开航？' }, 'not by the agent'],
    ['of too few words', { kind: 'thread', index: 3, text: '开航' }, 'shorter than 8'],
    ['of trusted events', { kind: 'events', index: 1, text: 'Sent' }, 'no message, document line'],
    ['beyond the list', { kind: 'thread', index: 99, text: ANSWER }, 'no message, document line'],
  ] as const)('a selection %s is refused, and nothing is written', async (_, selection, why) => {
    const batch = judgedBatch();
    const answer = await give(batch, { selection });
    expect(answer.refused).toContain(why);
    expect(existsSync(batch.paths.abs(batch.paths.labels('C1')))).toBe(false);
  });

  it('without a selection takes the quotes of judges who said the same, and of no others', async () => {
    const batch = judgedBatch();
    await give(batch, { point: 'CP1', word: 'met' });
    await give(batch, { point: 'CP5', word: 'met', rev: 1 });
    await give(batch, { point: 'CP1', word: 'unmet', rev: 2, by: 'Mo' });
    expect(
      read(batch).labels.map(({ evidence, scope_read }) => [evidence.length, scope_read?.length]),
    ).toEqual([
      [1, undefined],
      [0, undefined],
      [0, 2],
    ]);
    const human = (await review(batch, 'C1')).points.map((one) =>
      one.human.map(({ who, carried }) => [who, carried]),
    );
    expect(human).toEqual([
      [
        ['Lin Zhuo', true],
        ['Mo', true],
      ],
      [['Lin Zhuo', false]],
    ]);
  });

  it('another reason keeps what the word rests on; another word and null do not', async () => {
    const batch = judgedBatch();
    const text = '北岬线 9月19日 开航';
    await give(batch, { selection: { kind: 'thread', index: 3, text } });
    await give(batch, { reason: 'again', rev: 1 });
    expect(read(batch).labels).toMatchObject([{ reason: 'again', evidence: [{ quote: text }] }]);
    await give(batch, { word: 'cannot', rev: 2, seen: false });
    expect(read(batch).labels).toMatchObject([{ word: 'cannot', evidence: [], seen: false }]);
    await give(batch, { word: null, rev: 3 });
    expect(read(batch)).toMatchObject({ rev: 4, labels: [] });
  });

  it('is refused on an older state, with what stands there', async () => {
    const batch = judgedBatch();
    await give(batch, { by: 'Mo', word: 'unmet', reason: '没有承诺' });
    expect(await give(batch, { word: 'met' })).toMatchObject({
      ...{ rev: 1, newer: { word: 'unmet', who: 'Mo', reason: '没有承诺' } },
      refused: expect.stringContaining('Somebody labelled') as string,
    });
    expect(read(batch).labels).toHaveLength(1);
  });

  it('never writes over a damaged file, which the review tells', async () => {
    const batch = judgedBatch();
    const file = batch.paths.abs(batch.paths.labels('C1'));
    writeFileSync(file, '{"labels":');
    expect((await give(batch, {})).refused).toContain('cannot be read');
    expect(readFileSync(file, 'utf8')).toBe('{"labels":');
    const one = await review(batch, 'C1');
    expect(one.labels.damaged).toBe(true);
    expect(one.problems.map(({ text }) => text).join()).toContain('labels-C1.json');
  });

  it('a folder of another tool, and a point that is none, are refused', async () => {
    const batch = judgedBatch();
    await expect(give(batch, { point: 'CP9' })).rejects.toThrow('no such point');
    writeFileSync(batch.paths.abs('journal.jsonl'), '{"ts":"x"}\n');
    await expect(give(batch, {})).rejects.toThrow(batch.dir);
  });
});

describe('a flag', () => {
  it('is the person’s own, is shown at its points, and goes again', async () => {
    const batch = judgedBatch();
    const flag = { dir: batch.dir, caseId: 'C1', locale: 'en', by: 'Lin Zhuo', dimension: 'env' } as const;
    const put = (reason: string | null, rev: number) =>
      writeFlag(new ReviewStore(), { ...flag, points: ['CP5'], reason, rev }, now);
    expect(await put('群里没有人', 0)).toEqual({ rev: 1, refused: null });
    const one = await review(batch, 'C1');
    expect(one.flags).toMatchObject([
      {
        dimension: 'environment',
        by: 'Lin Zhuo',
        own: { dimension: 'env', points: ['CP5'], reason: '群里没有人' },
      },
    ]);
    expect(one.points.map(({ flagged }) => flagged)).toEqual([undefined, 'environment']);
    expect((await put('x', 0)).refused).toContain('Somebody labelled');
    await put(null, 1);
    expect((await review(batch, 'C1')).flags).toEqual([]);
  });
});
