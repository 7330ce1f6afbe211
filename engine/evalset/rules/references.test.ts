import { describe, expect, it } from 'vitest';
import { CARD, EVALSET, WORLD, codesOf, evalsetWith, expectAtMarks } from '../testing.ts';

const NPC = `actor_key: ron
name: Ron
role: Lead
groups: [core]
persona_prompt: |-
  You are Ron.
knowledge: []
`;
const withCard = (text: string, more: Record<string, string> = {}) =>
  evalsetWith({ 'a.case.yaml': text, ...more });
const withNpc = (text: string) =>
  evalsetWith({ 'evalset.yaml': `${EVALSET}npcs: [r.npc.yaml]\n`, 'r.npc.yaml': text });
const withChecks = (text: string) => evalsetWith({ 'cases.checks.yaml': text });

it('has nothing to say of the good evalset', async () => {
  expect(await codesOf(evalsetWith())).toEqual([]);
  expect(await codesOf(withNpc(NPC))).toEqual([]);
  expect(
    await codesOf(withChecks('checks:\n  A1:\n    CP1:\n      message: { author: mia, says: "x" }\n')),
  ).toEqual([]);
});

describe('dangling references', () => {
  it('actor, with what was meant and what there is', async () => {
    await expectAtMarks(
      'dangling-actor',
      withCard(CARD.replace('asker: mia', 'asker: ⟦mai⟧')),
      /Did you mean "mia"\? Known: mia, ron\./,
    );
    await expectAtMarks('dangling-actor', withCard(CARD.replace('asker: mia', 'asker: ⟦asker⟧')));
    await expectAtMarks('dangling-actor', withNpc(NPC.replace('ron', '⟦rom⟧')));
    await expectAtMarks(
      'dangling-actor',
      withChecks('checks:\n  A1:\n    CP1:\n      message: { author: ⟦mira⟧, says: "x" }\n'),
    );
  });
  it('group', async () => {
    await expectAtMarks(
      'dangling-group',
      withCard(CARD.replace('group_key: ops', 'group_key: ⟦opps⟧')),
      /Did you mean "ops"/,
    );
    await expectAtMarks(
      'dangling-group',
      evalsetWith({ 'w.world.yaml': WORLD.replace('{ group: core,', '{ group: ⟦kern⟧,') }),
    );
  });
  it('asset', async () => {
    await expectAtMarks(
      'dangling-asset',
      withCard(CARD.replace('[plan]', '[plan, ⟦plans⟧]')),
      /Did you mean "plan"/,
    );
  });
  it('agent', async () => {
    const cast = WORLD + 'phases:\n  cast:\n    - { id: c, op: agent.create, agent: ⟦boo⟧ }\n';
    await expectAtMarks('dangling-agent', evalsetWith({ 'w.world.yaml': cast }), /Did you mean "bo"/);
  });
  it('case: a playbook or metadata may serve other evalsets, so it is a warning', async () => {
    await expectAtMarks('dangling-case', withNpc(`${NPC}silence_rules: [{ case_id: ⟦A9⟧, rule: x }]\n`));
    await expectAtMarks('dangling-case', evalsetWith({ 'cases.meta.json': '{"cases":{⟦"A9"⟧:{},"A1":{}}}' }));
  });
  it('is not held against a file outside an evalset, or against an excerpt', async () => {
    const bad = CARD.replace('asker: mia', 'asker: nobody');
    expect(await codesOf({ '/e/a.case.yaml': bad })).toEqual([]);
    expect(await codesOf(withCard(bad, { 'w.world.yaml': `${WORLD}actors_total: 9\n` }))).toEqual([
      'excerpt',
    ]);
    expect(await codesOf(withCard(bad.replace('Names the place', 'Names the place\n  …')))).toEqual([
      'excerpt',
    ]);
  });
});

describe('across files', () => {
  const two = EVALSET.replace('[a.case.yaml]', '[a.case.yaml, b.case.yaml]');
  it('duplicate-id: the second, naming the first', async () => {
    const files = evalsetWith({ 'evalset.yaml': two, 'b.case.yaml': CARD.replace('A1', '⟦A1⟧') });
    await expectAtMarks('duplicate-id', files, /already stands in a\.case\.yaml:1\./);
    expect(
      await codesOf(evalsetWith({ 'evalset.yaml': two, 'b.case.yaml': CARD.replace('A1', 'B1') })),
    ).toEqual([]);
  });

  it('one broken case file hides nothing in the others', async () => {
    const files = evalsetWith({
      'evalset.yaml': two,
      'a.case.yaml': CARD.replace('asker: mia', 'asker: mai'),
      'b.case.yaml': 'case_id: [B1\n',
    });
    expect((await codesOf(files)).sort()).toEqual(['dangling-actor', 'syntax']);
  });

  it('a broken world switches off what is looked up in it, and nothing else', async () => {
    const files = withCard(CARD.replace('asker: mia', 'asker: mai').replace('CP1', 'CP'), {
      'w.world.yaml': 'actors: {\n',
    });
    expect((await codesOf(files)).sort()).toEqual(['checkpoint-without-number', 'syntax']);
  });
});

describe('sidecars', () => {
  it('check-without-point', async () => {
    await expectAtMarks(
      'check-without-point',
      withChecks('checks:\n  ⟦A2⟧:\n    CP1:\n      message: { says: "x" }\n'),
      /There is no case "A2"/,
    );
    await expectAtMarks(
      'check-without-point',
      withChecks(
        'checks:\n  A1:\n    ⟦CP2⟧:\n      message: { says: "x" }\nconditionals:\n  A1:\n    ⟦cond1⟧:\n      message: { says: "x" }\n',
      ),
      /Case "A1" has no/,
    );
  });

  const line = (condition: string) =>
    CARD.replace(
      'checkpoints_raw',
      `  - turn: 2\n    kind: npc_reply_conditional\n    speaker: ron\n    text: |-\n      @Bo hi\n    condition: ${condition}\ncheckpoints_raw`,
    );
  it('conditional-without-rule', async () => {
    await expectAtMarks(
      'conditional-without-rule',
      withCard(line("⟦'Ron 被催问时答'⟧")),
      /conditionals\.A1\.cond1/,
    );
    expect(await codesOf(withCard(line("'Ron 被 @ 时答'")))).toEqual([]);
    const rule = 'checks: {}\nconditionals:\n  A1:\n    cond1:\n      message: { says: "x" }\n';
    expect(await codesOf(withCard(line("'Ron 被催问时答'"), { 'cases.checks.yaml': rule }))).toEqual([]);
  });
});

describe('access of the agent', () => {
  it('private-group-agent', async () => {
    await expectAtMarks(
      'private-group-agent',
      withCard(CARD.replace('group_key: ops', 'group_key: ⟦core⟧')),
      /the private group "core"/,
    );
  });
  it('write-target-not-granted and seed-ref-not-shared', async () => {
    await expectAtMarks(
      'write-target-not-granted',
      withCard(`${CARD}write_targets: [plan, ⟦secret⟧]\n`),
      /may not edit "secret"/,
    );
    await expectAtMarks(
      'seed-ref-not-shared',
      withCard(CARD.replace('[plan]', '[plan, ⟦secret⟧]')),
      /can read "secret" in no way/,
    );
  });
  it('counts the steps of a bound world', async () => {
    const world =
      WORLD.replace('private: true, ', '') +
      `phases:
  preset:
    - { id: p1, op: doc.create, key: D1, title: x, markdown: "x" }
    - { id: p2, op: doc.share, doc: D1, group: ops, perm: view }
    - { id: p-seed-D2-001, op: msg, group: ops, actor: mia, text: "x" }
  cast:
    - { id: c1, op: doc.grant, doc: D1, to: 'agent:bo', perm: edit }
    - { id: c2, op: agent.join_all, agent: bo, groups: [core] }
`;
    const card =
      CARD.replace('group_key: ops', 'group_key: core').replace('[plan]', '[D1, D2]') +
      'write_targets: [D1]\n';
    expect(await codesOf(withCard(card, { 'w.world.yaml': world }))).toEqual([]);
  });
});
