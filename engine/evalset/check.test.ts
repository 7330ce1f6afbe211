import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithCorpus } from '../../test/corpus.ts';
import { check, checkEvalset } from './check.ts';
import { diskFiles } from './disk-files.ts';
import type { Finding } from './model.ts';
import { noFiles, overlayFiles } from './overlay-files.ts';

const FILES: Readonly<Record<string, string>> = {
  'evalset.yaml': 'name: quay\nversion: V1\ncases: [Q1.case.yaml]\nworld: quay.world.yaml\n',
  'Q1.case.yaml': `case_id: Q1
storyline: berths
group_key: quay
asker: ines
turns:
  - turn: 1
    kind: query
    speaker: ines
    text: |-
      @Pilot Which berth is free on {{D+1}}（周三）?
checkpoints_raw: |-
  [CP1·结果][必选] Names berth 4
  [CP2·过程][必选] Says where it looked 😀
`,
  'quay.world.yaml': `scenario_id: quay
schema_version: 2
label: Q
render: { agent_name: 'Pilot', kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00', exec_params: {} }
actors:
  ines: { display_name: Ines }
groups:
  quay: { name: '#quay', members: [ines] }
team_agents:
  - { key: pilot, name: 'Pilot', groups: [quay] }
`,
  'cases.checks.yaml': 'checks:\n  Q1:\n    CP1: { message: { says: "berth 4" } }\n',
};

const inMemory = (files: Readonly<Record<string, string>>) =>
  overlayFiles(
    new Map(Object.entries({ ...FILES, ...files }).map(([name, text]) => [`/e/${name}`, text])),
    noFiles(),
  );
const checkWith = (files: Readonly<Record<string, string>>): Promise<Finding[]> =>
  check(['/e'], inMemory(files));
const errorsIn = (findings: readonly Finding[]): string[] =>
  findings
    .filter((item) => item.severity === 'error')
    .map((item) => `${path.posix.basename(item.file)} ${item.code}`);

describeWithCorpus('check on real files', (dir) => {
  it('finds no error in any of them', async () => {
    const folder = path.join(dir, 'sundowner');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const findings = await check([path.join(folder, name)], diskFiles());
      expect(
        findings.filter((item) => item.severity === 'error'),
        name,
      ).toEqual([]);
    }
  });

  it('finds no error in their folder', async () => {
    expect(errorsIn(await check([path.join(dir, 'sundowner')], diskFiles()))).toEqual([]);
  });
});

describe('check', () => {
  it('finds nothing in an evalset that is right', async () => {
    expect(await checkWith({})).toEqual([]);
    expect((await checkEvalset('/e', inMemory({}))).evalset).not.toBeNull();
  });

  it.each([
    ['broken YAML', { 'Q1.case.yaml': 'case_id: Q1\nturns: [\n  - {' }, 'Q1.case.yaml syntax'],
    ['binary junk', { 'Q1.case.yaml': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR' }, 'Q1.case.yaml not-text'],
    ['an empty file', { 'Q1.case.yaml': '' }, 'Q1.case.yaml empty-file'],
    ['an empty evalset.yaml', { 'evalset.yaml': '' }, 'evalset.yaml empty-file'],
    ['only a remark', { 'quay.world.yaml': '# to be written\n' }, 'quay.world.yaml empty-file'],
    ['a list for a card', { 'Q1.case.yaml': '- 1\n- null\n' }, null],
    ['a word for a world', { 'quay.world.yaml': 'world\n' }, null],
    [
      'a listed file that is not there',
      { 'evalset.yaml': (FILES['evalset.yaml'] ?? '').replace('Q1.', 'Q9.') },
      'evalset.yaml missing-file',
    ],
    [
      'a listed file outside',
      { 'evalset.yaml': (FILES['evalset.yaml'] ?? '').replace('Q1.', '../Q1.') },
      'evalset.yaml path-outside',
    ],
  ])('reports %s, at the file', async (_, files, expected) => {
    const findings = await checkWith(files);
    const errors = errorsIn(findings);
    if (expected === null)
      expect(errors.map((error) => error.split(' ')[0])).toContain(Object.keys(files)[0]);
    else expect(errors).toContain(expected);
    expect((await checkEvalset('/e', inMemory(files))).evalset).toBeNull();
  });

  it('reports a path that leads nowhere', async () => {
    expect(errorsIn(await check(['/nowhere'], noFiles()))).toEqual(['nowhere file-not-found']);
    expect(errorsIn(await check(['/e/x.txt'], inMemory({ 'x.txt': 'x' })))).toEqual(['x.txt unknown-kind']);
  });

  it('stops when it is told to', async () => {
    await expect(check(['/e'], inMemory({}), AbortSignal.abort())).rejects.toThrow();
  });
});

describe('check on the disk', () => {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'sundowner-check-'));
    for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(dir, name), text);
    await mkdir(path.join(dir, 'x.case.yaml', 'empty'), { recursive: true });
    await writeFile(path.join(dir, 'junk.case.yaml'), Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('looks into a folder that is named like a card, and reports bytes that are no text', async () => {
    const findings = await check([dir], diskFiles());
    expect([...new Set(findings.map((item) => path.basename(item.file)))]).toEqual(['junk.case.yaml']);
    expect(findings.every((item) => item.severity === 'error')).toBe(true);
  });

  it('reports a folder that is listed or named as a file', async () => {
    const listed = (FILES['evalset.yaml'] ?? '').replace('Q1.', 'x.');
    const files = overlayFiles(new Map([[path.join(dir, 'evalset.yaml'), listed]]), diskFiles());
    expect(errorsIn((await checkEvalset(dir, files)).findings)).toContain('evalset.yaml missing-file');
    const named = await check([path.join(dir, 'x.case.yaml', 'empty')], diskFiles());
    expect(errorsIn(named)).toEqual(['empty file-not-found']);
  });
});

describe('whatever is done to a file', () => {
  const JUNK = [
    '{',
    ']',
    ': ',
    '- ',
    '\t',
    '"',
    "'",
    '|',
    '>',
    '&a ',
    '*a',
    '!!x ',
    '\0',
    '\r',
    '\n',
    '%',
    '{{',
    '【',
  ];
  const change = fc.record({
    at: fc.nat(1000),
    length: fc.nat(12),
    put: fc.oneof(fc.constantFrom(...JUNK), fc.string({ unit: 'binary', maxLength: 4 })),
  });

  it('check gives findings inside the files, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(FILES)),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (name, changes, crlf) => {
          let text = FILES[name] ?? '';
          if (crlf) text = text.replaceAll('\n', '\r\n');
          for (const { at, length, put } of changes) {
            const from = at % (text.length + 1);
            text = text.slice(0, from) + put + text.slice(from + length);
          }
          const files = inMemory({ [name]: text });
          const findings = await check(['/e', `/e/${name}`], files);
          for (const { file, message, range } of findings) {
            expect(message).not.toBe('');
            // A range may end between the two characters of a CRLF: editors clamp it to the line.
            const lines = (await files.read(file)).toString().split(/\n|\r(?!\n)/);
            for (const { line, character } of [range.start, range.end]) {
              expect(line).toBeLessThan(lines.length);
              expect(character).toBeLessThanOrEqual(lines[line]?.length ?? 0);
            }
            expect(
              range.end.line - range.start.line || range.end.character - range.start.character,
            ).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 120 },
    );
  });
});
