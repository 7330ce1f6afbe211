import { describe, expect, it } from 'vitest';
import { Text } from './blocks/text.ts';
import { readSource } from './source.ts';
import { CARD, checkFiles, codesOf, evalsetWith, expectAtMarks, shown } from './testing.ts';

const conflicted = CARD.replace(
  'asker: mia\n',
  '⟦<<<<<<< HEAD⟧\nasker: mia\n=======\nasker: ron\n>>>>>>> branch\n',
);

describe('merge-conflict', () => {
  it('is one finding at the sign that opens it, and no other', async () => {
    const files = evalsetWith({ 'a.case.yaml': conflicted });
    await expectAtMarks(
      'merge-conflict',
      files,
      /lines 5 to 5 \(HEAD\) stand against lines 7 to 7 \(branch\)\. Keep what is right of both/,
    );
    expect(await codesOf(files)).toEqual(['merge-conflict']);
  });

  it('keeps both sides in the text, and ours in the value', () => {
    const text = conflicted.replace(/[⟦⟧]/g, '');
    const file = readSource('/a.case.yaml', text);
    expect(file.text).toBe(text);
    expect(file.value).toMatchObject({ case_id: 'A1', asker: 'mia', seed_refs: ['plan'] });
    expect(file.slice(...(Object.values(file.locate(['turns', 0, 'text'])) as [number, number]))).toContain(
      '@Bo Where',
    );
  });

  it.each<[string, string]>([
    ['world', 'w.world.yaml'],
    ['evalset', 'evalset.yaml'],
  ])('in the %s lets nothing else be found wrong', async (_name, file) => {
    const text = evalsetWith()[`/e/${file}`]!;
    const [first, ...rest] = text.split('\n');
    const both = ['⟦<<<<<<< a⟧', first, '=======', first, 'label: x', '>>>>>>> b', ...rest].join('\n');
    const files = evalsetWith({ [file]: both });
    await expectAtMarks('merge-conflict', files);
    expect(await codesOf(files)).toEqual(['merge-conflict']);
  });

  it.each<[string, string]>([
    [
      'of two in one file, with what both sides began with',
      '<<<<<<< a\n1\n||||||| base\n0\n=======\n2\n>>>>>>> b\n<<<<<<<\n=======\n3\n>>>>>>>\n',
    ],
    ['with CRLF', '<<<<<<< a\r\n1\r\n=======\r\n2\r\n>>>>>>> b\r\n<<<<<<<\r\n=======\r\n>>>>>>>'],
  ])('%s', (_name, text) => {
    for (const path of ['/x.yaml', '/x.json', '/SKILL.md']) {
      const { problems } = readSource(path, text);
      expect(problems.map(({ code }) => code)).toEqual(['merge-conflict', 'merge-conflict']);
    }
  });

  it('is found across the pieces of a large text, and in JSON', () => {
    const cards = JSON.stringify(
      Array.from({ length: 300 }, (_, i) => ({ case_id: `C${i}`, turns: [] })),
      null,
      2,
    );
    const text = cards.replace('  {\n    "case_id": "C150"', '<<<<<<< a\n  {\n    "case_id": "C150"');
    const whole = text.replace('"C151"', '"C151"\n=======\n>>>>>>> b');
    for (let size = 50; size < 60; size++) {
      const { problems, value } = readSource('/cases.json', Text.of(whole, size));
      expect(problems.map(({ code }) => code)).toEqual(['merge-conflict']);
      expect(value).toHaveLength(300);
    }
  });

  it.each([
    'a: |-\n  <<<<<<< x\n  =======\n  >>>>>>> y\n',
    'a: b\n=======: c\n',
    '<<<<<<< a\nb: c\n>>>>>>> d\n',
  ])('is none: %j', (text) => {
    expect(readSource('/x.yaml', text).problems.map(({ code }) => code)).not.toContain('merge-conflict');
  });
});

describe('not-utf8', () => {
  it('stands at the first character that was lost; the rest is still looked at', async () => {
    const files = evalsetWith({
      'a.case.yaml': CARD.replace('Where', 'W⟦\uFFFD⟧\uFFFDre').replace('mia', 'mya'),
    });
    await expectAtMarks('not-utf8', files, /GB18030.*save it as UTF-8.*"\\uFFFD"/);
    expect(await codesOf(files)).toEqual(['dangling-actor', 'not-utf8']);
  });

  it('is all that is said of a text that is full of them', async () => {
    const files = evalsetWith({
      'a.case.yaml': CARD.replace('Where', `⟦\uFFFD⟧${'\uFFFD'.repeat(40)}`).replace('mia', 'mya'),
    });
    await expectAtMarks('not-utf8', files);
    expect(await codesOf(files)).toEqual(['not-utf8']);
  });

  it('names UTF-16 that somebody opened as UTF-8', () => {
    const text = Array.from(CARD, (char) => `${char}\0`).join('');
    const [problem] = readSource('/a.case.yaml', text).problems;
    expect(problem).toMatchObject({ code: 'not-utf8' });
    expect(JSON.stringify(problem?.message)).toContain('UTF-16 LE');
  });

  it('lets the sign itself be written', async () => {
    const text = CARD.replace('text: |-\n      @Bo Where does it stand?', 'text: "@Bo \\uFFFD?"');
    expect((await checkFiles(evalsetWith({ 'a.case.yaml': text }))).map(shown)).toEqual([]);
  });
});

describe('mixed-line-ends', () => {
  it('stands at the first line that ends otherwise', async () => {
    const files = evalsetWith({ 'a.case.yaml': CARD.replace('asker: mia\n', '⟦asker: mia⟧\r\n') });
    await expectAtMarks('mixed-line-ends', files, /ends with CRLF.*most end with LF/);
    expect(await codesOf(files)).toEqual(['mixed-line-ends']);
  });

  it('names a lone CR', async () => {
    const files = evalsetWith({ 'cases.meta.json': '{\n⟦"taxonomy": {},⟧\r"cases": {}\n}\n' });
    await expectAtMarks('mixed-line-ends', files, /ends with CR,/);
  });

  it('stands at a first line that is empty', async () => {
    const files = evalsetWith({ 'a.case.yaml': `⟦⟧\n${CARD.replaceAll('\n', '\r\n')}` });
    await expectAtMarks('mixed-line-ends', files, /ends with LF, as 1 of/);
  });

  it('is silent when all lines end with CRLF', async () => {
    const files = Object.fromEntries(
      Object.entries(evalsetWith()).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
    );
    expect((await checkFiles(files)).map(shown)).toEqual([]);
  });
});
