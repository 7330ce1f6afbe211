import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseReview } from '../../schemas/review.ts';
import { wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';
import { ANSWER, judgedBatch, list, page, problemsOf, review, runsOf } from './review.fixture.ts';

const en = wordsOf('en');

describe('a bad folder', () => {
  it('is listed with why, and hides no other', async () => {
    const good = judgedBatch();
    const runs = runsOf(good);
    const half = new MadeBatch(['C1'], path.join(runs, 'half'));
    rmSync(half.paths.abs('manifest.json'));
    half.write('evalset/evalset.yaml', 'name: x');
    const torn = new MadeBatch(['C1'], path.join(runs, 'torn'));
    torn.write('manifest.json', '{"schema_version": 1, "batch": "to');
    torn.write('journal.jsonl', '');
    mkdirSync(path.join(runs, 'not a batch'));
    writeFileSync(path.join(runs, 'a file'), '');
    symlinkSync(path.join(runs, 'nowhere'), path.join(runs, 'dangling'));
    const all = await list(runs, path.join(runs, 'no such folder'));
    expect(all.map(({ batch, state }) => [batch.name, state])).toEqual([
      ['made', 'stopped'],
      ['half', 'unreadable'],
      ['torn', 'unreadable'],
    ]);
    expect(all[1]?.problems[0]?.text).toContain('no manifest.json yet');
    expect(all[2]?.problems[0]?.text).toContain('manifest.json is not valid JSON');
    expect(
      (await new ReviewStore().listBatches([], [path.join(runs, 'gone')], en))[0]?.problems.at(-1)?.text,
    ).toContain('no longer there');
  });

  it('tells of itself in a case that was read before, and no longer when it is mended', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    const problems = async (): Promise<string> => {
      const one = caseReview.parse(await store.reviewCase(batch.dir, 'C1', en));
      expect(one.points).toHaveLength(2);
      return one.problems.map(({ text }) => text).join('\n');
    };
    expect(await problems()).toBe('');
    batch.write('manifest.json', '{"schema_version": 1, "batch": "to');
    expect(await problems()).toContain('manifest.json is not valid JSON');
    batch.write('manifest.json', batch.manifest());
    expect(await problems()).toBe('');
  });

  it('with a torn last line of the journal is read up to it', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', ['好的']);
    const file = batch.paths.abs('journal.jsonl');
    truncateSync(file, readFileSync(file).length - 9);
    const [one] = await list(runsOf(batch));
    expect(one?.state).toBe('stopped');
    expect(one?.batch.readonly).toBe(false);
    expect(one?.problems[0]?.text).toContain('last line of journal.jsonl is unfinished');
    expect((await review(batch, 'C1')).state).toBe('RERUN');
  });

  it.each([
    ['a changed line', (text: string) => text.replace('om_q', 'om_x')],
    ['a line that is none', (text: string) => text.replace('\n', '\nnot json\n')],
  ])('whose journal has %s is shown and not written to', async (_name, change) => {
    const batch = judgedBatch();
    const file = batch.paths.abs('journal.jsonl');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const one = await review(batch, 'C1');
    expect(one.batch.readonly).toBe(true);
    expect(one.batch.why_readonly).toContain('journal.jsonl:');
    expect(one.points).toHaveLength(2);
  });

  it('with evidence that is torn, of another shape, or gone', async () => {
    const batch = judgedBatch();
    batch.write(batch.evidencePath('C1', 'gate'), '{"case_id": "C1", "messages": [');
    const torn = await review(batch, 'C1');
    expect(torn.problems.map(({ text }) => text).join('\n')).toContain('e-C1-gate.json is not valid JSON');
    expect(torn.points[0]?.judgements[0]?.quotes[0]?.verified).toBe(true);
    batch.write(batch.evidencePath('C1', 'w1'), { messages: [{ text: ANSWER }, 7, null], more: 1 });
    await review(batch, 'C1');
    rmSync(batch.paths.abs('evidence/C1'), { recursive: true });
    const gone = await review(batch, 'C1');
    expect(gone.points[0]?.judgements[0]?.quotes[0]).toMatchObject({ verified: false, target: null });
    expect(gone.problems.some(({ text }) => text.includes('e-C1-w1.json is missing'))).toBe(true);
  });

  it.each([
    ['a number', 7],
    ['an empty object', {}],
    ['a list', []],
    ['points that are none', { checkpoints: [null, 3, { id: 'CP1', met: 'perhaps', evidence: [{}, 'x'] }] }],
    ['nothing', ''],
    ['half a file', '{"score": 1, "checkpoints": [{"id"'],
  ])('whose verdict is %s', async (_name, value) => {
    const batch = judgedBatch();
    batch.write(batch.paths.verdict('C1'), value);
    expect((await review(batch, 'C1')).problems.length).toBeGreaterThan(0);
    expect((await list(runsOf(batch)))[0]?.cases).toHaveLength(2);
    await page(batch, 'C1');
  });

  it('that is deleted between two questions gives a sentence, never a fault of the reader', async () => {
    const batch = judgedBatch();
    const store = new ReviewStore();
    await store.reviewCase(batch.dir, 'C1', en);
    rmSync(batch.dir, { recursive: true });
    await expect(store.reviewCase(batch.dir, 'C1', en)).rejects.toThrow(/no longer there/);
    expect(await store.listBatches([runsOf(batch)], [], en)).toEqual([]);
  });

  it('of another case gives a sentence', async () => {
    await expect(new ReviewStore().reviewCase(judgedBatch().dir, 'C9', en)).rejects.toThrow(
      /C9 is not in this batch/,
    );
  });

  it('stops reading when it is told to', async () => {
    const batch = judgedBatch();
    await expect(
      new ReviewStore().listBatches([runsOf(batch)], [], en, AbortSignal.abort()),
    ).rejects.toThrow();
  });

  it.each<[string, (batch: MadeBatch) => unknown, string, number, RegExp]>([
    [
      'says that cases are a text',
      (b) => ({ ...b.manifest(), cases: 'C1' }),
      'unreadable',
      1,
      /shape.*\/cases/,
    ],
    [
      'says when in a number',
      (b) => ({ ...b.manifest(), created_at: 7 }),
      'stopped',
      2,
      /shape.*\/created_at/,
    ],
    ['is of something else', () => ({ a: 1 }), 'unreadable', 1, /manifest\.json does not have the shape/],
    ['is gone', () => undefined, 'unreadable', 1, /manifest\.json is missing, though journal/],
  ])('whose manifest %s, beside a journal of ours', async (_name, manifest, state, cases, problem) => {
    const batch = judgedBatch();
    const value = manifest(batch);
    if (value === undefined) rmSync(batch.paths.abs('manifest.json'));
    else batch.write('manifest.json', value);
    const [one] = await list(runsOf(batch));
    expect([one?.state, one?.cases.length]).toEqual([state, cases]);
    expect(one?.batch.created_at).not.toContain('1970');
    expect(one?.batch.readonly).toBe(false);
    expect(one?.problems.map(({ text }) => text)).toEqual([expect.stringMatching(problem)]);
    const opened = await review(batch, 'C1');
    expect([opened.state, problemsOf(opened)]).toEqual(['FAIL', expect.stringMatching(problem)]);
  });

  it.each(['judge-C1.json', 'judge-C1.template.json'])(
    'with %s that cannot be read, and no verdict: list and review agree',
    async (name) => {
      const batch = new MadeBatch(['C1']);
      batch.write(`evidence/C1/${name}`, '{"half');
      expect((await list(runsOf(batch)))[0]?.cases[0]?.state).toBe('PENDING');
      expect((await review(batch, 'C1')).state).toBe('PENDING');
    },
  );

  it.each<[string, (file: string) => void, RegExp]>([
    [
      'lines that are none',
      (file) => writeFileSync(file, '7\n{"half\n{}\nunfinished'),
      /has 3 lines that cannot/,
    ],
    ['a folder', (file) => mkdirSync(file), /events\.jsonl is not a file/],
    ['a pipe', (file) => execFileSync('mkfifo', [file]), /events\.jsonl is not a file/],
    ['more than can be read', (file) => hole(file, 500), /events\.jsonl has 500 MB/],
    ['elsewhere', (file) => symlinkSync('/etc/hosts', file), /events\.jsonl.*outside the batch folder/],
  ])('whose trusted events are %s says so, and shows the rest', async (_name, make, problem) => {
    const batch = judgedBatch();
    make(batch.paths.abs('events.jsonl'));
    const one = await review(batch, 'C1');
    expect(one.problems.map(({ text }) => text)).toEqual([expect.stringMatching(problem)]);
    expect(one.points[0]?.judgements[0]?.quotes[0]?.verified).toBe(true);
  });

  it.each<[string, (file: string) => void, RegExp]>([
    ['a folder', (file) => mkdirSync(file), /journal\.jsonl is not a file/],
    ['a pipe', (file) => execFileSync('mkfifo', [file]), /journal\.jsonl is not a file/],
    ['more than can be read', (file) => hole(file, 500), /journal\.jsonl has 500 MB/],
  ])('whose journal is %s is shown, and not written to', async (_name, make, problem) => {
    const batch = judgedBatch();
    rmSync(batch.paths.abs('journal.jsonl'));
    make(batch.paths.abs('journal.jsonl'));
    const [one] = await list(runsOf(batch));
    expect(one?.batch.readonly).toBe(true);
    expect(one?.problems.map(({ text }) => text)).toEqual([expect.stringMatching(problem)]);
    expect((await review(batch, 'C1')).points).toHaveLength(2);
  });

  it('whose evidence file is torn says it once, and does not say that it is missing', async () => {
    const batch = judgedBatch();
    batch.write(batch.evidencePath('C1', 'gate'), '{"case_id": "C1", "messages": [');
    const texts = (await review(batch, 'C1')).problems.map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('e-C1-gate.json is not valid JSON')]);
  });
});

/** A file of so many megabytes that takes no place. */
function hole(file: string, megabytes: number): void {
  writeFileSync(file, '');
  truncateSync(file, megabytes * 1024 * 1024);
}
