import { describe, expect, it } from 'vitest';
import { checkFiles, codesOf, evalsetWith, expectAtMarks, shown } from '../testing.ts';

const CARD = `case_id: A1
storyline: line
group_key: ops
asker: mia
turns:
  - turn: 1
    kind: query
    speaker: mia
    text: |-
      @Bo Where does it stand?
  - turn: 2
    kind: query
    speaker: mia
    text: |-
      @Bo-bot  And the berth?
  - turn: 3
    kind: inject
    speaker: ron
    text: |-
      Berth four, I think. Berth four.
  - turn: 4
    kind: npc_reply_conditional
    speaker: ron
    text: |-
      It is berth six.
    condition: |-
      被 @ 时
exec_notes: |-
  Ron says: "The lease ends {{D+2}}." when asked.
checkpoints_raw: |-
  [CP1·结果][必选] Names the place
`;

/** An evalset with these corrections of case A1, as flow maps without case and reason. */
function corrected(...corrections: string[]) {
  const list = corrections.map((one) => `  - { case: A1, reason: 'why', ${one} }\n`).join('');
  return evalsetWith({
    'a.case.yaml': CARD,
    'cases.checks.yaml':
      'checks: {}\nconditionals:\n  A1:\n    cond1: { message: { author: agent, says: "x" } }\n',
    'corrections.yaml': `corrections:\n${list}`,
  });
}

const ADD =
  "op: add_turn, turn: 9, after: 2, kind: inject, speaker: ron, from: /exec_notes, text: 'The lease'";

describe('corrections that can be made', () => {
  it.each([
    [['op: drop_turn, turn: 2']],
    [['op: merge_turns, turns: [1, 2]']],
    [['op: drop_turn, turn: 3', 'op: drop_turn, turn: 4']],
    [[ADD, 'op: merge_turns, turns: [9, 3]']],
    [['op: drop_mention, turn: 1', "op: merge_mention, turn: 2, written: '@Bo-bot'"]],
    [
      [
        ADD.replace('inject', 'npc_reply_conditional').replace(
          "'The lease'",
          "'The lease', condition: 'when asked'",
        ),
      ],
    ],
    [[ADD.replace('/exec_notes', '/turns/2/text').replace('The lease', 'I think')]],
  ])('%j', async (corrections) => {
    expect((await checkFiles(corrected(...corrections))).map(shown)).toEqual([]);
  });

  it('a colleague who is mentioned', async () => {
    expect(await codesOf(corrected('op: add_mention, turn: 1, who: ron'))).toEqual([]);
  });
});

describe('correction-unused', () => {
  it.each([
    ['op: drop_turn, turn: ⟦7⟧', /no turn 7; it has 1, 2, 3, 4/],
    ['op: merge_turns, turns: [1, ⟦7⟧]', /no turn 7/],
    ['op: add_mention, turn: ⟦7⟧, who: ron', /no turn 7/],
    [ADD.replace('after: 2', 'after: ⟦7⟧'), /no turn 7/],
    [ADD.replace("'The lease'", "⟦'The leases'⟧"), /does not stand in \/exec_notes.*to the letter/],
    [
      ADD.replace('/exec_notes', '/turns/2/text').replace("'The lease'", "⟦'Berth four'⟧"),
      /does not stand only once/,
    ],
    [ADD.replace("'The lease'", "⟦'ends {{D+'⟧"), /cuts "\{\{D\+2\}\}" in two/],
    [ADD.replace('/exec_notes', '⟦/dropped_injects/0⟧'), /has no text at \/dropped_injects\/0/],
    ["op: merge_mention, turn: 2, written: ⟦'@Bo-bo'⟧", /does not begin with "@Bo-bo" and white space/],
    ["op: merge_mention, turn: 1, written: ⟦'@Bo'⟧", /becomes the real mention in any case/],
    [
      ADD.replace('inject', 'npc_reply_conditional').replace(
        "'The lease'",
        "'The lease', condition: ⟦'never'⟧",
      ),
      /does not stand in/,
    ],
  ])('%s', async (correction, message) => {
    await expectAtMarks('correction-unused', corrected(correction), message);
  });
});

describe('correction-conflict', () => {
  it.each([
    [['op: drop_turn, turn: 2', 'op: drop_turn, turn: ⟦2⟧'], /Correction 1 \(drop_turn\).*turn 2 already/],
    [['op: merge_turns, turns: [1, ⟦2⟧]', 'op: drop_turn, turn: 2'], /Correction 2 \(drop_turn\)/],
    [['op: drop_turn, turn: 3', 'op: drop_mention, turn: ⟦3⟧'], /Correction 1 \(drop_turn\)/],
    [['op: drop_turn, turn: ⟦1⟧', 'op: drop_turn, turn: 2'], /would not begin with a query/],
    [['op: merge_turns, turns: [2, ⟦1⟧]'], /stand behind one another; the case plays 1, 2, 3, 4/],
    [['op: merge_turns, turns: [2, ⟦3⟧]'], /one kind and one speaker/],
    [['op: merge_turns, turns: [1, 2]', 'op: drop_mention, turn: ⟦2⟧'], /merged into the one before it/],
    [
      ["op: merge_mention, turn: 2, written: '@Bo-bot'", 'op: drop_mention, turn: ⟦2⟧'],
      /Correction 1 \(merge_mention\)/,
    ],
    [['op: add_mention, turn: 1, who: ron', 'op: add_mention, turn: 1, who: ⟦ron⟧'], /mentioned in turn 1/],
    [[ADD.replace('turn: 9', 'turn: ⟦3⟧')], /has a turn 3 already/],
    [[ADD, ADD.replace('turn: 9', 'turn: ⟦9⟧')], /has a turn 9 already/],
    [[ADD.replace('inject', '⟦npc_reply_conditional⟧')], /needs its condition/],
    [[ADD.replace("'The lease'", "'The lease', condition: ⟦'when asked'⟧")], /Only a conditional line/],
  ])('%j', async (corrections, message) => {
    await expectAtMarks('correction-conflict', corrected(...corrections), message);
  });
});

describe('other rules on corrections', () => {
  it('keys that lead nowhere', async () => {
    const files = corrected(ADD.replace('ron', '⟦ren⟧'));
    await expectAtMarks('dangling-actor', files);
    const other = corrected('op: drop_turn, turn: 2');
    const text = other['/e/corrections.yaml']!.replace('A1', '⟦A9⟧');
    await expectAtMarks('dangling-case', { ...other, '/e/corrections.yaml': text });
  });

  it('a text of a correction’s own is an unknown key', async () => {
    await expectAtMarks('unknown-key', corrected('op: drop_turn, turn: 2, ⟦text⟧: x'));
  });

  it('a line may not be quoted from what is hidden or judged', async () => {
    for (const from of ['/scenario_hidden/text', '/checkpoints_raw'])
      expect(await codesOf(corrected(ADD.replace('/exec_notes', from)))).toEqual(['bad-format']);
  });

  it('rules of an added conditional line are numbered behind the card’s own', async () => {
    const add = ADD.replace('inject', 'npc_reply_conditional').replace(
      "'The lease'",
      "'The lease', condition: 'when asked'",
    );
    const checks =
      'checks: {}\nconditionals:\n  A1:\n    cond1: { message: { author: agent, says: "x" } }\n    ⟦cond2⟧: { message: { author: agent, says: "x" } }\n';
    const files = { ...corrected(add), '/e/cases.checks.yaml': checks.replace(/[⟦⟧]/g, '') };
    expect(await codesOf(files)).toEqual([]);
    await expectAtMarks('check-without-point', {
      ...corrected(),
      '/e/corrections.yaml': 'corrections: []\n',
      '/e/cases.checks.yaml': checks,
    });
  });

  it('the file may stand elsewhere, and must be one of corrections', async () => {
    const files = corrected('op: drop_turn, turn: ⟦7⟧');
    const { '/e/corrections.yaml': text = '', '/e/evalset.yaml': evalset = '', ...rest } = files;
    const moved = {
      ...rest,
      '/e/evalset.yaml': `${evalset}corrections: fix/own.yaml\n`,
      '/e/fix/own.yaml': text,
    };
    await expectAtMarks('correction-unused', moved);
    expect(await codesOf({ ...moved, '/e/fix/own.yaml': 'actor_key: x\n' })).toContain('wrong-kind');
  });
});
