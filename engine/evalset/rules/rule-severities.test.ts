import { describe, expect, it } from 'vitest';
import { checkEvalset } from '../check.ts';
import { noFiles, overlayFiles } from '../overlay-files.ts';
import { CARD, checkFiles, codesOf, EVALSET, evalsetWith, expectAtMarks, unmark } from '../testing.ts';

const evalset = (rules: string) => `${EVALSET}rules:\n${rules}`;

/** An evalset with an actor that is not there and a weekday that stands alone. */
const faulty = (rules: string) =>
  evalsetWith({
    'evalset.yaml': evalset(rules),
    'a.case.yaml': CARD.replace('asker: mia', 'asker: mya').replace('Where does it stand?', 'On 周三?'),
  });

const severities = async (rules: string) =>
  (await checkFiles(faulty(rules))).map(({ code, severity }) => `${code} ${severity}`).sort();

describe('an evalset sets the severity of its findings', () => {
  it.each<[string, string[]]>([
    ['  eaten-prompt: off\n', ['bare-weekday info', 'dangling-actor error']],
    ['  bare-weekday: error\n', ['bare-weekday error', 'dangling-actor error']],
    ['  dangling-actor: warning\n  bare-weekday: off\n', ['dangling-actor warning']],
    ['  dangling-actor: info\n', ['bare-weekday info', 'dangling-actor info']],
    ['  dangling-actor: off\n  bare-weekday: off\n', []],
    // What is no severity sets none.
    ['  dangling-actor: never\n', ['bare-weekday info', 'dangling-actor error', 'wrong-value error']],
  ])('%s', async (rules, expected) => {
    expect(await severities(rules)).toEqual(expected);
  });

  it('for whoever reads it: what is no error any more does not keep it from being used', async () => {
    const files = overlayFiles(unmark(faulty('  dangling-actor: warning\n')).texts, noFiles());
    const { evalset: read, findings } = await checkEvalset('/e', files);
    expect(read).not.toBeNull();
    expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'info']);
  });

  it('not of another evalset', async () => {
    const other = Object.entries(faulty('  dangling-actor: error\n')).map(
      ([path, text]) => [path.replace('/e/', '/f/'), text] as const,
    );
    const found = await checkFiles({ ...faulty('  dangling-actor: off\n'), ...Object.fromEntries(other) }, [
      '/e',
      '/f',
    ]);
    expect(found.filter(({ code }) => code === 'dangling-actor').map(({ file }) => file)).toEqual([
      '/f/a.case.yaml',
    ]);
  });
});

describe('codes that cannot be set', () => {
  it('unknown-rule', async () => {
    await expectAtMarks(
      'unknown-rule',
      evalsetWith({ 'evalset.yaml': evalset('  ⟦dangling-actors⟧: off\n  bare-weekday: off\n') }),
      /^There is no finding of the code "dangling-actors"\. Did you mean "dangling-actor"\?/,
    );
  });

  it('fixed-rule: what was wrong is told all the same', async () => {
    const files = evalsetWith({
      'evalset.yaml': evalset('  ⟦missing-key⟧: off\n'),
      'a.case.yaml': CARD.replace('asker: mia\n', ''),
    });
    await expectAtMarks('fixed-rule', files, /always an error.*Remove this line/);
    expect(await codesOf(files)).toContain('missing-key');
  });

  it('neither can be turned off', async () => {
    const files = evalsetWith({
      'evalset.yaml': evalset('  unknown-rule: off\n  fixed-rule: off\n  nobody: off\n'),
    });
    expect(await codesOf(files)).toEqual(['fixed-rule', 'unknown-rule']);
  });

  it('and a key that is no map is a mistake of its shape alone', async () => {
    for (const rules of ['rules: off\n', 'rules: [bare-weekday]\n'])
      expect(await codesOf(evalsetWith({ 'evalset.yaml': EVALSET + rules }))).toEqual(['wrong-type']);
  });
});
