import { renameSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';
import { list, review, runsOf } from './review.fixture.ts';

const en = wordsOf('en');

/** What another tool would leave: verdicts and evidence, no manifest, no journal, file names of its own. */
function foreign(): MadeBatch {
  const batch = new MadeBatch(['a/b', 'C2']);
  for (const id of ['a/b', 'C2']) {
    batch.play(id, ['好的']);
    batch.judge(id, [{ id: 'CP1', met: 'met', evidence: [] }]);
  }
  for (const name of ['manifest.json', 'journal.jsonl']) rmSync(batch.paths.abs(name));
  renameSync(batch.paths.abs(batch.paths.verdict('a/b')), batch.paths.abs('results/verdict-a_b.json'));
  return batch;
}

it('a verdict is that of the case that it names, whatever its file is called', async () => {
  const batch = foreign();
  const [one] = await list(runsOf(batch));
  expect(one?.batch.readonly).toBe(true);
  expect(one?.cases.map(({ case_id: id, state }) => [id, state])).toEqual([
    ['a/b', 'PASS'],
    ['C2', 'PASS'],
  ]);
  expect((await review(batch, 'a/b')).state).toBe('PASS');
  const store = new ReviewStore();
  const drawn = async (): Promise<unknown> =>
    (await store.sourceVerdicts([runsOf(batch)], [], ['a/b', 'C2'], en)).map(({ case_id: id, state }) => [
      id,
      state,
    ]);
  expect(await drawn()).toEqual([
    ['a/b', 'PASS'],
    ['C2', 'PASS'],
  ]);
  batch.judge('a/b', [{ id: 'CP1', met: 'unmet', evidence: [] }]);
  renameSync(batch.paths.abs(batch.paths.verdict('a/b')), batch.paths.abs('results/verdict-a_b.json'));
  expect(await drawn()).toEqual([
    ['a/b', 'FAIL'],
    ['C2', 'PASS'],
  ]);
});
