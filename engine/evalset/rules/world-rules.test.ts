import { describe, expect, it } from 'vitest';
import { CARD, EVALSET, WORLD, codesOf, evalsetWith, expectAtMarks } from '../testing.ts';

const LINE = "  - { turn: 2, kind: inject, speaker: ron, text: 'BX-31 goes to the yard tonight' }\n";
const teller = (id: string): string =>
  CARD.replace('A1', id).replace('checkpoints_raw', `${LINE}checkpoints_raw`);
const asking = (id: string, point: string): string =>
  CARD.replace('A1', id).replace('Names the place', point);
/** Cases by their files, in the order given. */
const cases = (
  cards: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  ...evalsetWith({
    'evalset.yaml': EVALSET.replace('[a.case.yaml]', `[${Object.keys(cards).join(', ')}]`),
    ...cards,
    ...more,
  }),
});

describe('dependency-missing', () => {
  const point = 'Says it（依据：Ron「⟦goes to the yard⟧」）';
  const silent = point.replace(/[⟦⟧]/g, '');

  it('looks back, not ahead', async () => {
    const files = { 'a.case.yaml': teller('A1'), 'b.case.yaml': asking('B1', point) };
    await expectAtMarks('dependency-missing', cases(files), /Only a colleague in case "A1"/);
    const ahead = { 'b.case.yaml': asking('B1', silent), 'a.case.yaml': teller('A1') };
    expect(await codesOf(cases(ahead))).toEqual([]);
  });

  it('lets pass what the world says by itself, or the case', async () => {
    const files = { 'a.case.yaml': teller('A1'), 'b.case.yaml': asking('B1', silent) };
    const told = WORLD.replace('# Plan', '# BX-31 goes to the yard');
    expect(await codesOf(cases(files, { 'w.world.yaml': told }))).toEqual([]);
    const own = asking('B1', silent).replace('Where does it stand?', 'It goes to the yard. When?');
    expect(await codesOf(cases({ ...files, 'b.case.yaml': own }))).toEqual([]);
  });

  it('follows depends_on over several cases', async () => {
    const files = {
      'a.case.yaml': teller('A1'),
      'b.case.yaml': CARD.replace('A1', 'B1'),
      'c.case.yaml': asking('C1', silent),
    };
    const deps = (text: string) => ({ 'cases.deps.yaml': `cases:\n${text}` });
    const chain = '  B1: { depends_on: [A1] }\n  C1: { depends_on: [B1] }\n';
    expect(await codesOf(cases(files, deps(chain)))).toEqual([]);
    expect(await codesOf(cases(files, deps('  C1: { depends_on: [B1] }\n')))).toEqual(['dependency-missing']);
  });

  it('takes notes for a dependency only when they say that one case goes on from another', async () => {
    const two = (notes: string) =>
      cases({ 'a.case.yaml': CARD, 'b.case.yaml': `${CARD.replace('A1', 'B1')}exec_notes: '${notes}'\n` });
    await expectAtMarks('dependency-missing', two('承接 ⟦A1⟧，接着问'));
    expect(await codesOf(two('与 A1 成对：另一个群里可以答'))).toEqual([]);
  });
});

describe('dependencies', () => {
  const deps = (text: string) =>
    cases({ 'a.case.yaml': CARD, 'b.case.yaml': CARD.replace('A1', 'B1') }, { 'cases.deps.yaml': text });

  it('on itself, on a case that is not there, a fact of another case, a fact that is left twice', async () => {
    await expectAtMarks('dependency-order', deps('cases: { A1: { depends_on: [⟦A1⟧] } }'), /on itself/);
    await expectAtMarks('dangling-case', deps('cases: { A1: { depends_on: [⟦A9⟧] } }'));
    const fact = "leaves_facts: [{ id: f, text: 'x' }]";
    await expectAtMarks(
      'dependency-without-fact',
      deps(`cases: { A1: { ${fact} }, B1: { branches: { CP1: [{ fact: ⟦f⟧, text: 'y' }] } } }`),
      /Add "A1" to its depends_on/,
    );
    await expectAtMarks(
      'duplicate-id',
      deps(`cases: { A1: { ${fact} }, B1: { leaves_facts: [{ id: ⟦f⟧, text: 'y' }] } }`),
      /already left by case "A1"/,
    );
  });

  it('keeps what facts and branches say to the letter', async () => {
    await expectAtMarks('eaten-prompt', deps('cases: { A1: { leaves_facts: [{ id: f, text: ⟦plain⟧ }] } }'));
  });
});

describe('literal-date', () => {
  it('in what colleagues know, in checkpoints, in cells', async () => {
    const npc =
      "actor_key: ron\nname: R\nrole: L\ngroups: []\npersona_prompt: 'x'\nknowledge: ['by ⟦2026-09-08⟧']\n";
    await expectAtMarks(
      'literal-date',
      evalsetWith({ 'evalset.yaml': `${EVALSET}npcs: [r.npc.yaml]\n`, 'r.npc.yaml': npc }),
    );
    await expectAtMarks(
      'literal-date',
      evalsetWith({ 'a.case.yaml': CARD.replace('Names the place', 'Says ⟦9月8日⟧') }),
    );
  });

  it('not in a bound world', async () => {
    const world = WORLD.replace('# Plan', '# Plan of ⟦2026-09-08⟧');
    await expectAtMarks('literal-date', evalsetWith({ 'w.world.yaml': world }));
    const bound = world.replace(/[⟦⟧]/g, '').replace('render: {', "render: { day0: '2026-09-06',");
    expect(await codesOf(evalsetWith({ 'w.world.yaml': bound }))).toEqual([]);
  });
});

describe('settings in evalset.yaml', () => {
  const long = WORLD.replace("name: '#ops',", "name: '#ops', description: ⟦'twelve chars'⟧,");
  it('limits', async () => {
    const limited = { 'evalset.yaml': `${EVALSET}limits: { group_description: 11 }\n`, 'w.world.yaml': long };
    await expectAtMarks('length-limit', evalsetWith(limited), /has 12 characters, and the platform takes 11/);
    const plain = long.replace(/[⟦⟧]/g, '');
    expect(await codesOf(evalsetWith({ 'w.world.yaml': plain }))).toEqual([]);
    // A placeholder is as long as its date.
    const dated = plain.replace('twelve chars', '{{D+3|YYYY-MM-DD}} x');
    expect(await codesOf(evalsetWith({ ...limited, 'w.world.yaml': dated }))).toEqual([]);
  });

  it('sensitive words, of which signs mean nothing by themselves', async () => {
    const list = `${EVALSET}sensitive: ['a.c', '内幕']\n`;
    await expectAtMarks(
      'sensitive-word',
      evalsetWith({
        'evalset.yaml': list,
        'w.world.yaml': WORLD.replace('# Plan', '# Plan abc ⟦A.C⟧ 的⟦内幕⟧消息'),
      }),
    );
  });
});

it('gate-note-conflict: in the steps of a world, too', async () => {
  const step = (reason: string) =>
    `${WORLD}phases:\n  preset:\n    - { id: w, op: wait, seconds: 300, reason: '${reason}' }\n`;
  await expectAtMarks('gate-note-conflict', evalsetWith({ 'w.world.yaml': step('静默 ⟦3 分钟⟧') }));
  expect(await codesOf(evalsetWith({ 'w.world.yaml': step('静默 5 分钟（之后 3 分钟看群）') }))).toEqual([]);
});

describe('verification-without-lock', () => {
  const checks = (group: string) =>
    `checks:\n  A1:\n    CP1:\n      all:\n        - message: { where: verification, group: ${group}, says: 'x' }\n        - said: { where: verification, group: support, max_chars: 5 }\n`;
  const two = (more: Readonly<Record<string, string>>) =>
    evalsetWith({
      'w.world.yaml': WORLD.replace(/groups:/, "groups:\n  support: { name: '#support', members: [mia] }\n "),
      'evalset.yaml': EVALSET.replace('[a.case.yaml]', '[a.case.yaml, b.case.yaml]'),
      'a.case.yaml': CARD,
      'b.case.yaml': CARD.replace('A1', 'B1').replace(/group_key: \w+/, 'group_key: support'),
      'cases.checks.yaml': checks('support'),
      ...more,
    });

  it('once for a group in which another case is asked', async () => {
    await expectAtMarks(
      'verification-without-lock',
      two({ 'cases.checks.yaml': checks('⟦support⟧') }),
      /Case "B1" is asked in group "support".*locks: \[support\]/,
    );
  });

  it.each([
    ['a lock', 'cases: { A1: { locks: [support] } }'],
    ['an order', 'cases: { B1: { depends_on: [A1] } }'],
    ['an order by way of another case', 'cases: { B1: { depends_on: [X1] }, X1: { depends_on: [A1] } }'],
  ])('not with %s', async (_what, text) => {
    expect(await codesOf(two({ 'cases.deps.yaml': text }))).not.toContain('verification-without-lock');
  });

  it('not where nobody else is asked', async () => {
    const alone = two({ 'b.case.yaml': CARD.replace('A1', 'B1') });
    expect(await codesOf(alone)).not.toContain('verification-without-lock');
  });
});
