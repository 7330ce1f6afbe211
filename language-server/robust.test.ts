import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { CARD, EVALSET, evalsetWith, WORLD } from '../engine/evalset/testing.ts';
import { casesOfFile } from './protocol.ts';
import { uriOf } from './project/uris.ts';
import { scene, type Scene } from './testing/scene.ts';

const CASE = '/e/a.case.yaml';
const ORIGIN = { line: 0, character: 0 };

/** Asks everything about a file. */
async function askAll({ client }: Scene, path: string) {
  return {
    diagnostics: await client.pull(path),
    symbols: (await client.symbols(path)) ?? [],
    lenses: (await client.lenses(path)) ?? [],
    hover: await client.hover(path, ORIGIN),
    cases: (await client.connection.sendRequest(casesOfFile, { uri: uriOf(path) })).cases,
  };
}

/** A few lines that stand for 9 ** `levels` texts. */
const laughs = (levels: number): string =>
  `&a0 [x, x, x, x, x, x, x, x, x]\n${Array.from(
    { length: levels },
    (_, i) => `x${i}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]\n`,
  ).join('')}`;

describe('bad text', () => {
  it.each<[string, string, string]>([
    ['NUL bytes', CARD.replace('mia', 'm\0a'), 'not-text'],
    ['nothing', '', 'empty-file'],
    ['white space', ' \n\n', 'empty-file'],
    [
      'merge markers',
      CARD.replace('asker: mia\n', '<<<<<<< HEAD\nasker: mia\n=======\nasker: ron\n>>>>>>> b\n'),
      'merge-conflict',
    ],
    ['letters that could not be read', CARD.replace('Where', '\uFFFD'.repeat(9)), 'not-utf8'],
    ['UTF-16', Array.from(CARD, (char) => `${char}\0`).join(''), 'not-utf8'],
    ['mixed line ends', CARD.replace('asker: mia\n', 'asker: mia\r\n'), 'mixed-line-ends'],
    ['a billion laughs', `${CARD}x: ${laughs(12)}`, 'too-many-aliases'],
    ['tabs', CARD.replace('  - turn', '\t- turn'), 'syntax'],
    ['a list', '- 1\n- 2\n', 'wrong-type'],
    ['a number', '42', 'wrong-type'],
    ['aliases in a circle', `${CARD}x: &a [*a]\n`, 'alias-cycle'],
    ['a lone surrogate', CARD.replace('mia', 'm\ud83d'), 'dangling-actor'],
    [
      'nesting that a parser bears, but a stack does not',
      `case_id: ${'['.repeat(600)}${']'.repeat(600)}`,
      '^(syntax|too-deep)$',
    ],
    ['deep nesting', `case_id: ${'['.repeat(20_000)}`, '^(syntax|too-deep)$'],
  ])('%s', async (_name, text, code) => {
    const here = await scene(evalsetWith());
    await here.client.open(CASE, text);
    const { diagnostics } = await askAll(here, CASE);
    expect(diagnostics.map((item) => String(item.code))).toContainEqual(expect.stringMatching(code));
    await here.client.change(CASE, CARD);
    expect(await here.client.pull(CASE)).toEqual([]);
    expect(here.log).toEqual([]);
  });

  it('5 million characters', async () => {
    const here = await scene(evalsetWith());
    const text = `${CARD}exec_notes: |-\n${'  notes of the judge, and more of them 汐港\n'.repeat(125_000)}`;
    expect(text.length).toBeGreaterThan(5_000_000);
    await here.client.open(CASE, text);
    const { diagnostics, cases } = await askAll(here, CASE);
    expect(diagnostics.filter((item) => item.severity === 1)).toEqual([]);
    expect(cases).toHaveLength(1);
  });

  it.each<[string, string, (size: number) => string]>([
    ['YAML', 'a.case.yaml', (size) => `${CARD}exec_notes: |-\n${'  汐港冷运的备注\n'.repeat(size / 12)}`],
    ['JSON', 'cases.meta.json', (size) => `{"taxonomy":{},"cases":{},"x":"${'m'.repeat(size)}"}`],
    ['JSON in many lines', 'cases.meta.json', (size) => `[\n${'{"case_id": "A1"},\n'.repeat(size / 19)}]\n`],
    ['a skill', 'skills/a/SKILL.md', (size) => `# A\n\n${'1. step\n'.repeat(size / 8)}`],
    ['brackets', 'w.world.yaml', (size) => '['.repeat(size)],
  ])('50 million characters of %s: one finding, and the other files as before', async (_name, file, make) => {
    const wrong = CARD.replace('case_id: A1', 'case_id: B1').replace('group_key: ops', 'group_key: opz');
    const files = evalsetWith({
      'evalset.yaml': EVALSET.replace('[a.case.yaml]', '[a.case.yaml, b.case.yaml]'),
      'b.case.yaml': wrong,
      [file]: make(50_000_000),
    });
    const here = await scene(files);
    const large = await askAll(here, `/e/${file}`);
    expect(large.diagnostics.map((item) => [item.code, item.range.start.line])).toEqual([['too-large', 0]]);
    const codes = (await here.client.pull('/e/b.case.yaml')).map((item) => item.code);
    expect(codes).toEqual(file.endsWith('world.yaml') ? [] : ['dangling-group']);
    expect((await here.client.symbols('/e/b.case.yaml'))?.map(({ name }) => name)).toEqual(['B1']);
    expect(here.log).toEqual([]);
  });

  it.each([
    ['a card', CASE, readFileSync('samples/harbor/cases/H02.case.yaml', 'utf8')],
    ['a world', '/e/w.world.yaml', WORLD],
    [
      'JSON',
      '/e/cases.json',
      '[{"case_id":"A\\u0031","turns":[{"turn":1,"kind":"query","text":"q\\n"}],"checkpoints_raw":"[CP1·结果][必选] \\ud83d\\udea2"}]',
    ],
  ])('every beginning of %s', async (_name, path, text) => {
    const here = await scene(evalsetWith());
    await here.client.open(path, '', path.endsWith('.json') ? 'json' : 'evalset');
    const steps = Math.max(1, Math.floor(text.length / 150));
    for (let end = 0; end <= text.length; end += steps) {
      await here.client.change(path, text.slice(0, end));
      const { diagnostics, symbols, cases } = await askAll(here, path);
      const lines = text.slice(0, end).split('\n').length;
      for (const { range } of diagnostics) expect(range.end.line).toBeLessThan(lines);
      for (const { range } of [...cases, ...symbols.filter((item) => 'range' in item)])
        expect(range.end.line).toBeLessThan(lines);
    }
    expect(here.log).toEqual([]);
  });
});

it('a path with spaces, Chinese and signs', async () => {
  const folder = '/w/汐港 冷运 #1 %20 [a]';
  const files = Object.fromEntries(
    Object.entries(evalsetWith()).map(([name, text]) => [name.replace('/e', folder), text]),
  );
  const here = await scene(files, { folders: [folder] });
  const path = `${folder}/a.case.yaml`;
  await here.client.open(path, CARD.replace('asker: mia', 'asker: mya'));
  expect(await here.client.places(path)).toEqual([`${path}:4:8-4:11 error sundowner/dangling-actor`]);
  expect(await here.client.lenses(path)).toHaveLength(2);
});

it('requests for what is not there', async () => {
  const here = await scene(evalsetWith());
  for (const path of ['/e/none.yaml', '/e', '/', '/e/a.case.yaml/x'])
    expect(await askAll(here, path)).toEqual({
      diagnostics: [],
      symbols: [],
      lenses: [],
      hover: null,
      cases: [],
    });
  await here.client.open(CASE, CARD);
  expect(await here.client.hover(CASE, { line: 1e6, character: 1e6 })).toBeNull();
  expect(here.log).toEqual([]);
});
