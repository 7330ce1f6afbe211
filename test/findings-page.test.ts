import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, diskFiles, noFiles, overlayFiles, type Finding } from '../engine/evalset/index.ts';
import { importC1 } from '../engine/import/c1/import-c1.ts';
import { corpusDir, describeWithCorpus } from './corpus.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/findings-on-real-files.md'), 'utf8');

/** The rows of the table under a heading, as `file severity code count`. */
function listed(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(heading));
  if (section === undefined) throw new Error(`the page has no section "${heading}"`);
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim().replaceAll('`', ''))
        .join(' '),
    )
    .sort();
}

/** The same of findings. */
function counted(findings: readonly Finding[], root: string): string[] {
  const counts = new Map<string, number>();
  for (const { file, severity, code } of findings) {
    const key = [path.relative(root, file).split(path.sep).join('/'), severity, code].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).sort();
}

it('the page says of the sample company what check says', async () => {
  expect(await check([path.join(ROOT, 'samples/harbor')], diskFiles())).toEqual([]);
  expect(PAGE).toContain('`samples/harbor` has no finding of any severity.');
  expect(listed('The sample company')).toEqual([]);
});

describeWithCorpus('the page, of the corpus', (dir) => {
  it('lists every finding', async () => {
    const folder = path.join(dir, 'sundowner');
    const files = readdirSync(folder).map((name) => path.join(folder, name));
    expect(counted(await check(files, diskFiles()), folder)).toEqual(listed('The corpus'));
  });
});

const corpus = corpusDir();
const document = corpus === null ? null : path.join(corpus, '../requirements/c1-skill-cases.zh.md');

describe.skipIf(document === null || !existsSync(document))('the page, of the imported C1 set', () => {
  it('lists every finding', async () => {
    const { files } = importC1(readFileSync(document ?? '', 'utf8'), 'c1-skill-cases.zh.md');
    const texts = new Map([...files].map(([name, text]) => [path.join('/c1', name), text]));
    const findings = await check(['/c1'], overlayFiles(texts, noFiles()));
    expect(counted(findings, '/c1')).toEqual(listed('The imported C1 set'));
  });
});
