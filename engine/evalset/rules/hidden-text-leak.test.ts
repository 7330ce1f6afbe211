import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HiddenTexts, LEAK_LENGTH } from '../hidden-texts.ts';
import { CARD, EVALSET, WORLD, codesOf, evalsetWith, expectAtMarks } from '../testing.ts';

const HIDDEN = '发布日期其实已经从九月八日改到了九月十五日，文档没有更新';
const CARDS = `${CARD}scenario_hidden:\n  text: |-\n    ${HIDDEN}\n`;

it.each([
  ['a turn', { 'a.case.yaml': CARDS.replace('Where does', `⟦${HIDDEN}⟧ does`) }],
  [
    'a document, part of it, broken over lines',
    {
      'w.world.yaml': WORLD.replace(
        '# Plan',
        `# Plan ⟦${HIDDEN.slice(3, 14)}\n      ${HIDDEN.slice(14, 26)}⟧ end`,
      ),
    },
  ],
  [
    'the description of the agent',
    { 'w.world.yaml': WORLD.replace('groups: [ops] }', `groups: [ops], description: '⟦${HIDDEN}⟧' }`) },
  ],
  [
    'a seed message',
    { 'w.world.yaml': `${WORLD}history:\n  - { group: ops, actor: mia, text: '⟦${HIDDEN}⟧。' }\n` },
  ],
  [
    'a cell',
    {
      'w.world.yaml': WORLD.replace(
        '  secret:',
        `  list: { kind: base, title: L, records: [{ a: "⟦${HIDDEN}⟧" }] }\n  secret:`,
      ),
    },
  ],
  [
    'a line of a playbook',
    {
      'evalset.yaml': `${EVALSET}npcs: [r.npc.yaml]\n`,
      'r.npc.yaml': `actor_key: ron\nname: R\nrole: L\ngroups: []\npersona_prompt: '${HIDDEN}'\nknowledge: []\nconditional_replies:\n  - { case_id: A1, condition: 'x', reply_text: '⟦${HIDDEN}⟧' }\n`,
    },
  ],
])('finds a hidden text in %s', async (_, files) => {
  await expectAtMarks(
    'hidden-text-leak',
    evalsetWith({ 'a.case.yaml': CARDS, ...files }),
    /hidden scenario of case "A1" \(a\.case\.yaml:\d+\)/,
  );
});

it('lets short common phrases pass', async () => {
  const short = HIDDEN.slice(0, LEAK_LENGTH - 1);
  expect(await codesOf(evalsetWith({ 'a.case.yaml': CARDS.replace('Where does', `${short} does`) }))).toEqual(
    [],
  );
});

it('finds every shared run of the length and no shorter one', () => {
  const chars = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n'), { minLength: 0, maxLength: 60 })
    .map((list) => list.join(''));
  fc.assert(
    fc.property(chars, chars, (hidden, sent) => {
      const index = new HiddenTexts<number>();
      index.add(hidden, 1);
      const [h, s] = [hidden, sent].map((text) => text.replace(/\s/g, '')) as [string, string];
      let shared = false;
      for (let i = 0; i + LEAK_LENGTH <= s.length; i++) shared ||= h.includes(s.slice(i, i + LEAK_LENGTH));
      expect(index.leaksIn(sent).length > 0).toBe(shared);
    }),
    { numRuns: 500 },
  );
  const index = new HiddenTexts<number>();
  const hidden = 'abcdefghijklmnopqrstuvwxyz0123456789';
  index.add(hidden, 1);
  for (let at = 0; at + LEAK_LENGTH <= hidden.length; at++)
    expect(index.leaksIn(`! ${hidden.slice(at, at + LEAK_LENGTH)} !`)).toEqual([
      { span: { from: 2, to: 22 }, owner: 1 },
    ]);
});
