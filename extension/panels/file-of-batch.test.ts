import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOfBatch } from './file-of-batch.ts';

describe('a file of a batch', () => {
  let root = '';
  let batch = '';
  beforeAll(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'sundowner-open-')));
    batch = path.join(root, 'batch');
    mkdirSync(path.join(batch, 'evidence'), { recursive: true });
    mkdirSync(path.join(root, 'batch-2'));
    for (const file of ['batch/journal.jsonl', 'batch/..odd.json', 'batch-2/journal.jsonl'])
      writeFileSync(path.join(root, file), '');
    symlinkSync(path.join(root, 'batch-2/journal.jsonl'), path.join(batch, 'link.json'));
    symlinkSync(batch, path.join(root, 'opened'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(['journal.jsonl', './journal.jsonl', 'evidence/../journal.jsonl', '<batch>/journal.jsonl'])(
    '%s is opened',
    async (given) =>
      expect(await fileOfBatch(batch, given.replace('<batch>', batch))).toEqual({
        file: path.join(batch, 'journal.jsonl'),
      }),
  );

  it('is found in a folder that was opened through a link, by either name', async () => {
    const opened = path.join(root, 'opened');
    const found = { file: path.join(batch, 'journal.jsonl') };
    expect(await fileOfBatch(opened, path.join(opened, 'journal.jsonl'))).toEqual(found);
    expect(await fileOfBatch(opened, path.join(batch, 'journal.jsonl'))).toEqual(found);
  });

  it('may have a name that begins with dots', async () =>
    expect(await fileOfBatch(batch, path.join(batch, '..odd.json'))).toHaveProperty('file'));

  it.each([
    ['', 'not a file'],
    ['.', 'not a file'],
    ['<batch>', 'not a file'],
    ['evidence', 'not a file'],
    ['gone.json', 'gone'],
    ['<batch>/gone.json', 'gone'],
    ['../batch-2/journal.jsonl', 'outside'],
    ['evidence/../../batch-2/journal.jsonl', 'outside'],
    ['<root>/batch-2/journal.jsonl', 'outside'],
    ['/etc/passwd', 'outside'],
    ['link.json', 'outside'],
    ['<batch>/link.json', 'outside'],
    ['journal.jsonl\0.png', 'outside'],
  ])('%j is refused: %s', async (given, refused) => {
    const name = given.replace('<batch>', batch).replace('<root>', root);
    expect(await fileOfBatch(batch, name)).toEqual({ refused });
  });
});
