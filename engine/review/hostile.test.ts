import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { insideBatch, ReviewStore } from './index.ts';
import { ANSWER, judgedBatch, page, quote, review, runsOf, treeOf } from './review.fixture.ts';

const en = wordsOf('en');

describe('data stays data', () => {
  it.each(['a/b', '..', '../../x', 'two words', `"quoted" 'id'`, '汐港 🚢', 'CON', 'a\u202Eb'])(
    'case id %j',
    async (id) => {
      const batch = new MadeBatch([id]);
      batch.play(id, [ANSWER]);
      batch.judge(id, [{ id: 'CP1', met: 'met', evidence: [quote(batch.evidencePath(id, 'w1'), ANSWER)] }]);
      const one = await review(batch, id);
      expect(one.points[0]?.judgements[0]?.quotes[0]).toMatchObject({ verified: true, target: { index: 2 } });
      expect(existsSync(path.join(runsOf(batch), 'results'))).toBe(false);
    },
  );

  it('a message with HTML, script, ANSI and marks of direction is shown to the letter', async () => {
    const evil =
      '<img src=x onerror=alert(1)><script>1</script>\u001B[31mred\u202Eevil\u202C\u0000 [a](http://x.example)';
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [evil]);
    const item = (await page(batch, 'C1')).items[2];
    expect(item?.type === 'message' ? item.text.parts : []).toEqual([{ from: 0, text: evil }]);
  });

  it('no pointer leads out of the folder', async () => {
    const batch = judgedBatch();
    symlinkSync('/etc', path.join(batch.dir, 'evidence', 'link'));
    const paths = [
      '../../etc/passwd',
      '/etc/passwd',
      'evidence/../../x',
      'C:\\x',
      'evidence/link/passwd',
      'a\0b',
    ];
    batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: paths.map((one) => quote(one, 'root:x:0:0')) }]);
    const one = await review(batch, 'C1');
    const quotes = one.points[0]?.judgements[0]?.quotes ?? [];
    expect(quotes.map(({ target, verified }) => [target, verified])).toEqual(paths.map(() => [null, false]));
    expect(one.problems.filter(({ text }) => text.includes('outside the batch folder'))).toHaveLength(4);
    for (const relative of paths) expect(await insideBatch(batch.dir, relative)).toBeNull();
    expect(await insideBatch(batch.dir, 'manifest.json')).toBe(path.join(batch.dir, 'manifest.json'));
    expect(await insideBatch(batch.dir, 'evidence/none.json')).toBeNull();
  });

  it('nothing is written', async () => {
    const batch = judgedBatch();
    batch.play('C2', ['好的'], 'asked');
    const whole = path.dirname(runsOf(batch));
    const before = treeOf(whole);
    const store = new ReviewStore();
    const at = { kind: 'thread', index: 1 } as const;
    for (const id of ['C1', 'C2']) {
      await store.reviewCase(batch.dir, id, en);
      await store.evidencePage(batch.dir, id, 'thread', 0, 200, en);
      await store.evidenceText(batch.dir, id, at, 0, 10, en);
    }
    await store.listBatches([runsOf(batch)], [], en);
    await store.sourceVerdicts([runsOf(batch)], [], ['C1', 'C2'], en);
    expect(treeOf(whole)).toEqual(before);
  });
});
