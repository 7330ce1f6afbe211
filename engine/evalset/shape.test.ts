import { describe, it } from 'vitest';
import { CARD, WORLD, checkFiles, expectAtMarks } from './testing.ts';
import { expect } from 'vitest';

const lone = (text: string, name = 'a.case.yaml') => ({ [`/e/${name}`]: text });
const changed = (from: string, to: string, text = CARD): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe('a finding of shape stands where the author has to act', () => {
  it('accepts the good card and world', async () => {
    expect(await checkFiles({ ...lone(CARD), ...lone(WORLD, 'w.world.yaml') })).toEqual([]);
  });

  it('unknown key: the key, with what was meant', async () => {
    await expectAtMarks(
      'unknown-key',
      lone(changed('storyline:', '⟦storylin⟧: x\nstoryline:')),
      /Unknown key "storylin"/,
    );
    await expectAtMarks(
      'unknown-key',
      lone(changed('storyline:', '⟦storylne⟧:')),
      /Did you mean "storyline"\?/,
    );
    await expectAtMarks('unknown-key', lone(changed('    speaker:', '    ⟦spaeker⟧: x\n    speaker:')));
    await expectAtMarks(
      'unknown-key',
      lone(changed('agent: edit', '⟦agnet⟧: edit', WORLD), 'w.world.yaml'),
      /Did you mean "agent"\?/,
    );
  });

  it('missing key: the key that introduces the parent, or the first key of the item', async () => {
    await expectAtMarks(
      'missing-key',
      lone(changed('    speaker: mia\n', '').replace('- turn: 1', '- ⟦turn⟧: 1')),
      /"speaker" is missing \(a text\)/,
    );
    await expectAtMarks(
      'missing-key',
      lone(changed('storyline: line\n', '').replace('case_id', '⟦case_id⟧')),
    );
    await expectAtMarks(
      'missing-key',
      lone(changed('{ display_name: Ron }', '{}', WORLD).replace('ron:', '⟦ron⟧:'), 'w.world.yaml'),
    );
  });

  it('wrong type: the value, and quotes where they help', async () => {
    await expectAtMarks(
      'wrong-type',
      lone(changed('case_id: A1', 'case_id: ⟦135⟧')),
      /must be a text, not a number\. Put it in quotes: "135"/,
    );
    await expectAtMarks(
      'wrong-type',
      lone(changed('seed_refs: [plan]', '⟦seed_refs⟧:')),
      /must be a list, not null/,
    );
    await expectAtMarks('wrong-type', lone(changed('seed_refs: [plan]', 'seed_refs: ⟦plan⟧')));
    await expectAtMarks('wrong-type', lone('⟦- 1⟧\n'), /The file must be a map/);
  });

  it('wrong word: the value, with what was meant', async () => {
    await expectAtMarks(
      'wrong-value',
      lone(changed('kind: query', 'kind: ⟦qery⟧')),
      /Did you mean "query"\? It is one of "query", "inject"/,
    );
  });

  it('union: the discriminator', async () => {
    await expectAtMarks(
      'wrong-value',
      lone(changed('kind: doc\n    title: Plan', 'kind: ⟦docs⟧\n    title: Plan', WORLD), 'w.world.yaml'),
      /Did you mean "doc"\?/,
    );
  });

  it('pattern: the value; empty: the value', async () => {
    await expectAtMarks(
      'bad-format',
      lone(changed("agent_name: 'Bo #1'", "day0: ⟦'tomorrow'⟧, agent_name: 'Bo #1'", WORLD), 'w.world.yaml'),
      /expected a date as YYYY-MM-DD/,
    );
    await expectAtMarks('empty-value', lone(changed('case_id: A1', "case_id: ⟦''⟧")));
  });

  it('too few items: the key of the list', async () => {
    await expectAtMarks(
      'bad-value',
      lone(changed(/turns:[^]*?\n(?=checkpoints)/.exec(CARD)?.[0] ?? '', '⟦turns⟧: []\n')),
    );
  });

  it('plain unions: the option that comes nearest', async () => {
    const checks = (body: string) => lone(`checks:\n  A1:\n    CP1:\n      ${body}\n`, 'cases.checks.yaml');
    await expectAtMarks('wrong-type', checks('message: { says: ⟦7⟧ }'), /a text or a list/);
    await expectAtMarks('unknown-key', checks('message: { ⟦say⟧: x }'), /Did you mean "says"/);
    await expectAtMarks(
      'unknown-key',
      checks('all: [{ absent: { ⟦mentoins⟧: x } }]'),
      /Did you mean "mentions"/,
    );
    await expectAtMarks(
      'bad-value',
      checks('⟦message: { says: x }⟧\n      absent: { says: y }'),
      /exactly one of/,
    );
  });

  it('unknown keys of JSON are warnings, and the rest is still checked', async () => {
    const card = {
      case_id: 'A',
      storyline: 's',
      group_key: 'g',
      asker: 'a',
      turns: [{ turn: 1, kind: 'query', speaker: 'a', text: 'x' }],
      checkpoints_raw: '[CP1·结果][必选] a',
    };
    const json = (value: object) => ({ '/e/one.json': JSON.stringify(value, null, 1) });
    const found = await checkFiles(json([{ ...card, extra: 1 }]));
    expect(found.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
      ['unknown-key', 'warning', '/0/extra'],
    ]);
    const worse = await checkFiles(json([{ ...card, extra: 1, asker: 5 }]));
    expect(worse.map(({ code }) => code).sort()).toEqual(['unknown-key', 'wrong-type']);
  });
});
