import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../schemas/index.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { check } from '../evalset/check.ts';
import { diskFiles } from '../evalset/disk-files.ts';
import { authorJson, evalsetHash } from '../evalset/hash.ts';
import { noFiles, overlayFiles } from '../evalset/overlay-files.ts';
import { readSource, type SourceDocument } from '../evalset/source.ts';
import { skillEvalset } from '../evalset/skill.fixture.ts';
import { CARD, EVALSET, evalsetWith, shown } from '../evalset/testing.ts';
import { convertFile, type ListForm } from './convert-file.ts';
import { convertFolder, type ConvertedFolder } from './convert-folder.ts';
import type { TargetFormat } from './names.ts';
import { jsonOf } from './text.ts';
import { anyCard, anyValue, HARD_TEXTS } from './values.fixture.ts';
import { yamlOf } from './yaml-text.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../samples/harbor');

/** A text as it is read back: half a surrogate pair does not live in UTF-8. */
const onDisk = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** Converts a file to a format and reads what came of it, in order. */
function converted(document: SourceDocument, to: TargetFormat, lists: ListForm = 'one'): SourceDocument[] {
  return [...convertFile(document, to, lists).files].map(([name, text]) => readSource(`/x/${name}`, text));
}

function sameThereAndBack(document: SourceDocument): void {
  const other = document.format === 'json' ? 'yaml' : 'json';
  const [there] = converted(document, other);
  if (there === undefined) throw new Error('nothing was converted');
  expect([there.kind, authorJson(there.value)]).toEqual([document.kind, authorJson(document.value)]);
  const [back] = converted(there, document.format === 'json' ? 'json' : 'yaml');
  expect([back?.kind, authorJson(back?.value)]).toEqual([document.kind, authorJson(document.value)]);
}

describe('texts', () => {
  it.each(HARD_TEXTS.map((text) => [JSON.stringify(text).slice(0, 60), text] as const))('%s', (_, text) => {
    const value = {
      case_id: text,
      turns: [{ text }],
      checkpoints_raw: text,
      list: [text, text],
      [text]: text,
    };
    expect(authorJson(readSource('a.yaml', onDisk(yamlOf('case-card', value))).value)).toBe(
      authorJson(value),
    );
    expect(authorJson(readSource('a.json', onDisk(jsonOf(value))).value)).toBe(authorJson(value));
  });
  it('to the letter stand in blocks, or in quotes where a block would eat something', async () => {
    const card = { case_id: 'A1', storyline: 's', group_key: 'g', asker: 'a' };
    const turns = ['@Bo # one', 'two\nlines', 'end\n', ' lead'].map((text, i) => ({
      turn: i + 1,
      kind: 'query',
      speaker: 'a',
      text,
    }));
    const text = yamlOf('case-card', { ...card, turns, checkpoints_raw: '[CP1·结果][必选] x' });
    expect(text.match(/text: .*/g)).toEqual(['text: |-', 'text: |-', 'text: "end\\n"', 'text: " lead"']);
    const found = await check(
      ['/e/a.case.yaml'],
      overlayFiles(new Map([['/e/a.case.yaml', text]]), noFiles()),
    );
    expect(found.map(shown)).toEqual([]);
  });
});

it('any value is the same in both forms', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const wanted = authorJson(value);
      expect(authorJson(readSource('a.json', onDisk(jsonOf(value))).value)).toBe(wanted);
      // An empty YAML file has no value.
      if (value !== null)
        expect(authorJson(readSource('a.yaml', onDisk(yamlOf('checks', value))).value)).toBe(wanted);
    }),
    { numRuns: 300 },
  );
});

it('generated cards have the same hash as a list, as single files, and back', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyCard, { selector: (card) => card.case_id, minLength: 1, maxLength: 4 }),
      (cards) => {
        const list = readSource('/x/cases.json', JSON.stringify(cards));
        const hash = evalsetHash(cards);
        const each = converted(list, 'yaml', 'each');
        expect(evalsetHash(each.map(({ value }) => value))).toBe(hash);
        expect(each.every(({ kind, problems }) => kind === 'case-card' && problems.length === 0)).toBe(true);
        expect(evalsetHash(each.flatMap((file) => converted(file, 'json').map(({ value }) => value)))).toBe(
          hash,
        );
        sameThereAndBack(list);
      },
    ),
    { numRuns: 100 },
  );
});

describeWithCorpus('every author file of the corpus', (corpus) => {
  const dir = path.join(corpus, 'sundowner');
  const files = readdirSync(dir).map((name) =>
    readSource(path.join('/x', name), readFileSync(path.join(dir, name), 'utf8')),
  );
  it.each(
    files
      .filter(({ kind }) => kind !== undefined && KINDS[kind].role === 'author')
      .map((file) => [path.basename(file.path), file] as const),
  )('%s is the same in YAML and back, and as clean', async (_, file) => {
    sameThereAndBack(file);
    const [yaml] = converted(file, 'yaml');
    const errors = async (at: string, text: string) =>
      (await check([at], overlayFiles(new Map([[at, text]]), noFiles())))
        .filter(({ severity }) => severity === 'error')
        .map(shown);
    expect(await errors(yaml?.path ?? '', yaml?.text ?? '')).toEqual(await errors(file.path, file.text));
  });
});

/** The evalset that a conversion makes, at /n, over the files that it copies from `root`. */
async function evalsetOf(
  done: ConvertedFolder,
  root: string,
  files = diskFiles(),
): Promise<Map<string, string>> {
  const all = new Map([...done.files].map(([name, text]) => [`/n/${name}`, text]));
  for (const name of done.copies) all.set(`/n/${name}`, (await files.read(path.join(root, name))).toString());
  return all;
}

describe('a whole evalset', () => {
  it.each<[what: string, to: TargetFormat, lists: ListForm]>([
    ['as exported', 'json', 'one'],
    ['as single JSON files', 'json', 'each'],
    ['as YAML lists', 'yaml', 'one'],
  ])('the sample %s, and back', async (_, to, lists) => {
    const done = await convertFolder(SAMPLE, diskFiles(), to, lists, '/none');
    const files = overlayFiles(await evalsetOf(done, SAMPLE), noFiles());
    expect((await check(['/n'], files)).map(shown)).toEqual([]);
    const back = await convertFolder('/n', files, 'yaml', 'each', '/none');
    expect(back.hash).toBe(done.hash);
    const again = overlayFiles(await evalsetOf(back, '/n', files), noFiles());
    expect((await check(['/n'], again)).map(shown)).toEqual([]);
    expect([...back.files.keys()].filter((name) => name.endsWith('.case.yaml'))).toHaveLength(12);
  });
  it('an exported one gets an evalset.yaml', async () => {
    const exported = {
      '/e/evalset/cases.json': JSON.stringify([readSource('a.yaml', CARD).value]),
      '/e/script/world-preset.json': jsonOf(
        readSource('w.yaml', evalsetWith()['/e/w.world.yaml'] ?? '').value,
      ),
      '/e/notes/readme.txt': 'hello',
    };
    const files = overlayFiles(new Map(Object.entries(exported)), noFiles());
    const done = await convertFolder('/e', files, 'yaml', 'each', '/none');
    expect([...done.files.keys()]).toEqual(['cases/A1.case.yaml', 'world/w.world.yaml', 'evalset.yaml']);
    expect(done.copies).toEqual(['notes/readme.txt']);
    expect(
      (await check(['/n'], overlayFiles(await evalsetOf(done, '/e', files), noFiles()))).map(shown),
    ).toEqual([]);
  });
  it('keeps the comments of evalset.yaml, and says which others stay behind', async () => {
    const marked = evalsetWith({
      'evalset.yaml': `# ours\n${EVALSET.replace('world:', '# where\nworld:')}# end\n`,
      'a.case.yaml': CARD.replace('seed_refs', '# seeds\nseed_refs').replace(
        'Names the place',
        'Names # the place',
      ),
    });
    const files = overlayFiles(new Map(Object.entries(marked)), noFiles());
    const done = await convertFolder('/e', files, 'json', 'one', '/none');
    expect(done.files.get('evalset.yaml')).toMatch(
      /^# ours\n[\s\S]*# where\nworld: script\/world-preset\.json\n+# end\n$/,
    );
    expect(done.notes).toEqual([
      '/e/a.case.yaml: JSON has no comments; what stands behind # on line 13 is left out',
    ]);
  });
  it('takes skills and their cards along', async () => {
    const files = overlayFiles(new Map(Object.entries(skillEvalset())), noFiles());
    const done = await convertFolder('/e', files, 'yaml', 'each', '/none');
    expect([...done.files.keys()].slice(0, 3)).toEqual([
      'cases/S1.case.yaml',
      'cases/S2.case.yaml',
      'cases/S3.case.yaml',
    ]);
    expect(done.copies).toEqual(['skills/berthing/SKILL.md']);
    expect(
      (await check(['/n'], overlayFiles(await evalsetOf(done, '/e', files), noFiles()))).map(shown),
    ).toEqual([]);
  });
});

describe('what cannot be converted names the file and the line', () => {
  it.each<[what: string, file: string, text: string, lists: ListForm, message: RegExp]>([
    ['broken text', '/x/a.case.yaml', 'case_id: [', 'one', /a\.case\.yaml:1: Not YAML/],
    ['a key that stands twice', '/x/a.case.yaml', 'case_id: a\ncase_id: b\n', 'one', /:2: The key "case_id"/],
    ['another file', '/x/a.yaml', 'x: 1\n', 'one', /no author's file/],
    ['a batch file', '/x/a.json', '{"case_id":"A","score":1,"checkpoints":[]}', 'one', /no author's file/],
    [
      'an item without an id',
      '/x/cases.json',
      '[{"case_id":"A","turns":[]},\n{"turns":[]}]',
      'each',
      /:2: item 2 has no case_id/,
    ],
    ['an id that is no file name', '/x/cases.json', '[{"case_id":"../A","turns":[]}]', 'each', /--lists one/],
    [
      'an id that stands twice',
      '/x/cases.json',
      '[{"case_id":"A","turns":[]},\n{"case_id":"A"}]',
      'each',
      /:2: case_id "A" stands twice/,
    ],
    ['a number that JSON cannot hold', '/x/a.case.yaml', 'case_id: .nan\n', 'one', /NaN/],
  ])('%s', (_, file, text, lists, message) => {
    const document = readSource(file, text);
    expect(() => convertFile(document, document.format === 'json' ? 'yaml' : 'json', lists)).toThrow(message);
  });
  it('a folder that is none, and one with a file missing', async () => {
    await expect(
      convertFolder('/x', overlayFiles(new Map(), noFiles()), 'json', 'one', '/none'),
    ).rejects.toThrow(/no evalset/);
    const broken = evalsetWith();
    const files = overlayFiles(
      new Map(Object.entries(broken).filter(([name]) => !name.endsWith('a.case.yaml'))),
      noFiles(),
    );
    await expect(convertFolder('/e', files, 'json', 'one', '/none')).rejects.toThrow(
      /evalset\.yaml:3: .*a\.case\.yaml/,
    );
  });
});
