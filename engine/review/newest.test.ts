import path from 'node:path';
import { expect, it } from 'vitest';
import type { SourceVerdict } from '../../schemas/review.ts';
import { wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';

const en = wordsOf('en');

function judged(...ids: readonly string[]): MadeBatch {
  const batch = new MadeBatch(ids);
  for (const id of ids) {
    batch.play(id, ['北岬线 9月19日 开航']);
    batch.judge(id, [{ id: 'CP1', met: 'unmet', evidence: [] }]);
  }
  return batch;
}

it('a case that cannot be read has no verdict, is told, and takes none from the others', async () => {
  const batch = judged('C1', 'C2', 'C3');
  const faults: string[] = [];
  const found = await new ReviewStore().sourceVerdicts(
    [path.dirname(batch.dir)],
    [],
    ['C1', 'C2', 'C3'],
    en,
    undefined,
    {
      elsewhere: (_dir, id) => (id === 'C2' ? Promise.reject(new Error('out of memory')) : undefined),
      onFault: (dir, id, error) => faults.push(`${path.basename(dir)} ${id} ${String(error)}`),
    },
  );
  expect(found.map((one) => one.case_id)).toEqual(['C1', 'C3']);
  expect(faults).toEqual(['made C2 Error: out of memory']);
});

it('cases are read while another is read elsewhere', async () => {
  const batch = judged('C1', 'C2');
  const store = new ReviewStore();
  let c2 = (): void => undefined;
  const c2Asked = new Promise<null>((resolve) => (c2 = () => resolve(null)));
  const found: SourceVerdict[] = await store.sourceVerdicts(
    [path.dirname(batch.dir)],
    [],
    ['C1', 'C2'],
    en,
    undefined,
    {
      elsewhere: (dir, id) => {
        if (id === 'C1') return c2Asked.then(() => store.sourceVerdict(dir, id, en));
        c2();
        return undefined;
      },
    },
  );
  expect(found.map((one) => one.case_id)).toEqual(['C1', 'C2']);
});

it('what is stopped ends with that, not with a fault of a case', async () => {
  const batch = judged('C1');
  const stop = new AbortController();
  const faults: unknown[] = [];
  const asked = new ReviewStore().sourceVerdicts([path.dirname(batch.dir)], [], ['C1'], en, stop.signal, {
    elsewhere: () => {
      stop.abort();
      return Promise.reject(new Error('cancelled'));
    },
    onFault: (_dir, _id, error) => faults.push(error),
  });
  await expect(asked).rejects.toThrow(/abort/);
  expect(faults).toEqual([]);
});
