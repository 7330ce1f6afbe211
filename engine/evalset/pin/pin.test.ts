import { describe, expect, it } from 'vitest';
import { pinFile } from '../../../schemas/index.ts';
import { inspectEvalset } from '../check.ts';
import { evalsetHash } from '../hash.ts';
import { noFiles, overlayFiles } from '../overlay-files.ts';
import { readSource } from '../source.ts';
import { CARD, checkFiles, evalsetWith, expectAtMarks, shown, type MarkedFiles } from '../testing.ts';
import { planPin } from './pin-evalset.ts';

const TURN = (n: number, text: string): string =>
  `  - turn: ${n}\n    kind: query\n    speaker: mia\n    text: |-\n      ${text}\n`;
const TWO = CARD.replace('checkpoints_raw', `${TURN(2, '第二问，港口？')}checkpoints_raw`);

const filesOf = (files: MarkedFiles) => overlayFiles(new Map(Object.entries(files)), noFiles());

async function pinOf(files: MarkedFiles): Promise<string> {
  const plan = await planPin('/e', filesOf(files));
  if (plan.what !== 'ready') throw new Error(JSON.stringify(plan));
  return plan.text;
}

/** The evalset as it is now, with the pin of how it was. */
async function since(card: string, now: MarkedFiles): Promise<MarkedFiles> {
  return evalsetWith({
    'a.case.yaml': card,
    'evalset.pin.json': await pinOf(evalsetWith({ 'a.case.yaml': card })),
    ...now,
  });
}

const CODE = 'differs-from-pin';

describe('a pin', () => {
  it('holds version, hash and texts in lines, and shows what cannot be seen', async () => {
    const card = CARD.replace('does it stand?', 'does\u00A0it stand? 🚢\n      Now.');
    const text = await pinOf(evalsetWith({ 'a.case.yaml': card }));
    expect(text).toContain('does\\u00a0it stand? 🚢",\n          "Now."');
    const pin = pinFile.parse(JSON.parse(text));
    expect(pin).toMatchObject({ version: 'V1', cases: [{ case_id: 'A1' }] });
    expect(pin.cases[0]?.texts).toEqual({
      '/turns/0/text': ['@Bo Where does\u00A0it stand? 🚢', 'Now.'],
      '/checkpoints_raw': ['[CP1·结果][必选] Names the place'],
    });
    expect(pin.hash).toBe(evalsetHash([readSource('/e/a.case.yaml', card).value]));
  });

  it('is the same for the same evalset, and is not written again', async () => {
    const files = evalsetWith();
    const text = await pinOf(files);
    expect(await pinOf(files)).toBe(text);
    expect(await planPin('/e', filesOf({ ...files, '/e/evalset.pin.json': text }))).toMatchObject({
      what: 'ready',
      same: true,
      before: 'V1',
    });
  });

  it('is not made of an evalset with errors', async () => {
    const files = evalsetWith({ 'a.case.yaml': CARD.replace('group_key: ops', 'group_key: opz') });
    expect(await planPin('/e', filesOf(files))).toMatchObject({
      what: 'errors',
      findings: [{ code: 'dangling-group' }],
    });
  });

  it('takes no other texts under the same name, unless it is told to', async () => {
    const files = await since(CARD, { 'a.case.yaml': CARD.replace('stand?', 'stand!') });
    expect(await planPin('/e', filesOf(files))).toMatchObject({
      what: 'taken',
      version: 'V1',
      unreadable: false,
    });
    expect(await planPin('/e', filesOf(files), { replace: true })).toMatchObject({
      what: 'ready',
      before: 'V1',
    });
    const named = { ...files, '/e/evalset.yaml': files['/e/evalset.yaml']!.replace('V1', 'V2') };
    expect(await planPin('/e', filesOf(named))).toMatchObject({ what: 'ready', pin: { version: 'V2' } });
    const broken = { ...files, '/e/evalset.pin.json': '<<<<<<< HEAD\n{' };
    expect(await planPin('/e', filesOf(broken))).toMatchObject({ what: 'taken', unreadable: true });
  });

  it('of an evalset without a version has to be named', async () => {
    const json = JSON.stringify([readSource('/e/a.case.yaml', CARD).value]);
    const world = JSON.stringify(readSource('/w.yaml', evalsetWith()['/e/w.world.yaml'] ?? '').value);
    const files = { '/e/evalset/cases.json': json, '/e/script/world-preset.json': world };
    expect(await planPin('/e', filesOf(files))).toEqual({ what: 'no-version' });
    expect(await planPin('/e', filesOf(files), { version: 'V7' })).toMatchObject({ pin: { version: 'V7' } });
  });
});

describe('differs-from-pin', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'a character',
      '港口，',
      '港口⟦,⟧',
      /version V1: “，” U\+FF0C \(full width\) → “,” U\+002C, which looks alike\./,
    ],
    ['a character that is missing', '第二问', '第⟦问⟧', /“二” U\+4E8C is missing/],
    ['the last one', '港口？', '港⟦口⟧', /“？” U\+FF1F \(full width\) is missing/],
    ['white space', '第二问', '第⟦ ⟧二问', /U\+0020 \(space\) was put in/],
    ['what nobody sees', '第二问', '第⟦\u200B⟧二问', /U\+200B \(zero-width space\) was put in/],
    ['a half of a pair', '港口', '港⟦🚣⟧', /“口” U\+53E3 → “🚣” U\+1F6A3/],
    [
      'more than a few',
      '第二问，港口',
      '⟦完全不同的一段话⟧',
      /“第二问，港口” \(6 characters\) → “完全不同的一段话” \(8 characters\)/,
    ],
    ['a line', '港口？', '港口？⟦\n      再问。⟧', /U\+000A \(line feed\), /],
  ])('%s', async (_, was, is, message) => {
    const marked = TWO.replace(was, is);
    const now = marked.replace(/[⟦⟧]/g, '');
    const files = await since(TWO, { 'a.case.yaml': now });
    if (is.includes('\n')) {
      const [found] = (await checkFiles(files)).filter(({ code }) => code === CODE);
      expect(found?.range.start.line).toBe(TWO.split('\n').findIndex((line) => line.includes('港口？')));
      return;
    }
    await expectAtMarks(CODE, { ...files, '/e/a.case.yaml': marked }, message);
  });

  it('line ends that were changed', async () => {
    const quoted = (text: string) => CARD.replace('|-\n      @Bo Where does it stand?', `"${text}"`);
    const files = await since(quoted('one\\ntwo'), { 'a.case.yaml': quoted('one⟦\\r⟧\\ntwo') });
    await expectAtMarks(CODE, files, /line ends were changed, LF → CR LF/);
  });

  it('says nothing of CR LF in the file, a rewritten block, or a moved card', async () => {
    for (const now of [
      TWO.replaceAll('\n', '\r\n'),
      `# remark\n${TWO}`,
      TWO.replace('|-\n      第二', '"第二').replace('口？\n', '口？"\n'),
    ])
      expect((await checkFiles(await since(TWO, { 'a.case.yaml': now }))).map(shown)).toEqual([]);
  });

  it('turns and texts that came or went', async () => {
    const three = TWO.replace('checkpoints_raw', `${TURN(3, '第三问。')}checkpoints_raw`);
    const put = TWO.replace(
      '  - turn: 2',
      `${TURN(2, '插进来的一问。').replace('turn', '⟦turn⟧')}  - turn: 3`,
    );
    await expectAtMarks(CODE, await since(TWO, { 'a.case.yaml': put }), /does not have this/);
    await expectAtMarks(
      CODE,
      await since(three, { 'a.case.yaml': TWO.replace('turns:', '⟦turns⟧:') }),
      /has more here: “第三问。” \(\/turns\/2\/text\) is missing/,
    );
    await expectAtMarks(
      CODE,
      await since(TWO, { 'a.case.yaml': `${TWO}⟦exec_notes⟧: 'x'\n` }),
      /does not have this/,
    );
  });

  it('cases that came, went, or stand in another order', async () => {
    const other = CARD.replace('A1', 'A2');
    const both = evalsetWith({ 'b.case.yaml': other });
    const yaml = (cases: string) => both['/e/evalset.yaml']!.replace('cases: [a.case.yaml]', cases);
    const of = (cases: string): MarkedFiles => ({ ...both, '/e/evalset.yaml': yaml(cases) });
    const pin = await pinOf(of('cases: [a.case.yaml, b.case.yaml]'));
    const now = (cases: string): MarkedFiles => ({ ...of(cases), '/e/evalset.pin.json': pin });
    await expectAtMarks(CODE, now('⟦cases⟧: [b.case.yaml, a.case.yaml]'), /another order .* from A2 on/);
    await expectAtMarks(CODE, now('⟦cases⟧: [b.case.yaml]'), /also has A1/);
    await expectAtMarks(
      CODE,
      await since(CARD, {
        'b.case.yaml': other.replace('A2', '⟦A2⟧'),
        'evalset.yaml': yaml('cases: [a.case.yaml, b.case.yaml]'),
      }),
    );
  });

  it('something that is no text', async () => {
    const now = CARD.replace('asker: mia', 'asker: ron').replace('A1', '⟦A1⟧');
    await expectAtMarks(CODE, await since(CARD, { 'a.case.yaml': now }), /something else here is not/);
  });

  it('is an error under the pinned name and a warning under a new one, and says which', async () => {
    const files = await since(CARD, { 'a.case.yaml': CARD.replace('stand?', 'stand!') });
    const of = async (now: MarkedFiles) =>
      (await checkFiles(now)).map(({ severity, message }) => [severity, message.split('. ').at(-1)]);
    expect(await of(files)).toEqual([['error', expect.stringContaining('evalset.yaml still says V1')]]);
    const named = { ...files, '/e/evalset.yaml': files['/e/evalset.yaml']!.replace('V1', 'V2') };
    expect(await of(named)).toEqual([['warning', 'Restore what is pinned, or pin it as version V2.']]);
  });

  it('names the place in the pin', async () => {
    const files = await since(CARD, { 'a.case.yaml': CARD.replace('stand?', 'stand!') });
    const { findings } = await inspectEvalset('/e', filesOf(files));
    const data = findings[0]?.data;
    const where = data?.kind === 'pin' ? data.where : undefined;
    expect(where?.file).toBe('/e/evalset.pin.json');
    expect(files['/e/evalset.pin.json']?.split('\n')[where?.range.start.line ?? 0]).toContain(
      '"/turns/0/text"',
    );
  });
});
