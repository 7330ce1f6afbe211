import { describe, expect, it } from 'vitest';
import { CARDS, cardOf, compileErrors, compileOk, evalsetOf, WORLD } from './fixture.ts';

const evalset = evalsetOf({ cards: CARDS, world: WORLD });
const stepsOf = (id: string) =>
  compileOk(evalset).evalBundles.flatMap((b) => b.steps.filter((step) => step.case_id === id));

it('records every write target before and after, documents as documents', () => {
  expect(stepsOf('A1').filter((step) => step.op !== 'msg' && step.op !== 'gate')).toMatchObject([
    { id: 'e-ops-001-A1-pre', op: 'base.snapshot', base: 'tracker', label: 'A1-pre' },
    { id: 'e-ops-001-A1-pre-plan', op: 'doc.snapshot', doc: 'plan', label: 'A1-pre-plan' },
    { id: 'e-ops-001-A1-post', label: 'A1-post', compare_to: 'A1-pre' },
    { id: 'e-ops-001-A1-post-plan', label: 'A1-post-plan', compare_to: 'A1-pre-plan' },
  ]);
});

it('plays conditional lines after the gate of the turn before, and follow-ups in the thread', () => {
  const root = 'e-ops-002-A2-q1';
  expect(stepsOf('A2')).toMatchObject([
    { id: root, text: 'Who owns the crane lease?', mention: 'helm' },
    { id: 'e-ops-002-A2-w1', max_wait_sec: 600 },
    {
      id: 'e-ops-002-A2-cond1',
      actor: 'bo',
      text: 'It ends 10月17日.',
      mention: 'helm',
      reply_to: root,
      thread_reply: true,
      conditional: { condition: 'Bo 被 @ 时答 9月6日', key: 'cond1', after: 'e-ops-002-A2-w1' },
    },
    { id: 'e-ops-002-A2-condw1', max_wait_sec: 600 },
    { id: 'e-ops-002-A2-i3', actor: 'bo', text: 'I recall 2025年 differently.', reply_to: root },
    { id: 'e-ops-002-A2-w3', max_wait_sec: 600 },
    { id: 'e-ops-002-A2-gate', min_quiet_sec: 90 },
  ]);
});

it('waits by rw_type and by the figures of the world', () => {
  const waits = (exec_params: object) =>
    compileOk(evalsetOf({ cards: CARDS, world: { ...WORLD, render: { ...WORLD.render, exec_params } } }))
      .evalBundles.flatMap((b) => b.steps)
      .flatMap((s) =>
        s.op === 'gate' && s.id.endsWith('-w1') && s.kind === 'agent_reply_seen' ? [s.max_wait_sec] : [],
      );
  expect(waits({})).toEqual([300, 600, 180, 180, 180]);
  expect(waits({ wait_single_sec: 1, wait_write_sec: 2, wait_conditional_sec: 3 })).toEqual([2, 3, 1, 1, 1]);
});

it('counts ordinals over all cases of a group before selection', () => {
  const script = compileOk(evalset, { cases: ['A4', 'A1'] });
  expect(script.execBundles.map((b) => [b.group, b.cases])).toEqual([['ops', ['A1', 'A4']]]);
  expect(script.evalBundles[0]?.cards.map((c) => [c.case_id, c.ordinal])).toEqual([
    ['A1', 1],
    ['A2', 2],
    ['A3', 3],
    ['A4', 4],
  ]);
  expect(script.manifests.evalset).toMatchObject({ case_total: 2, parent: { case_total: 6 } });
  expect(script.selection.cases).toEqual(['A1', 'A4']);
});

it('selects what is asked in direct messages or at a fixed minute like any other case', () => {
  const { selection } = compileOk(evalset);
  expect(selection.cases).toEqual(['A1', 'A2', 'B1', 'A3', 'A4', 'B2']);
  expect(selection.excluded).toEqual([]);
  const only = compileOk(evalset, { cases: ['A3'] });
  expect(only.execBundles.map(({ cases }) => cases)).toEqual([['A3']]);
});

it('asks a direct message in the chats of each speaker with the agent', () => {
  const turn = (n: number, kind: 'query' | 'inject' | 'npc_reply_conditional', speaker: string) => ({
    turn: n,
    kind,
    speaker,
    text: `@小舵 line ${n}`,
    ...(kind === 'npc_reply_conditional' ? { condition: '被 @ 时' } : {}),
  });
  const card = cardOf('D1', {
    dm: true,
    dm_peer: 'helm',
    write_targets: ['plan'],
    turns: [turn(1, 'query', 'asker'), turn(2, 'npc_reply_conditional', 'bo'), turn(3, 'inject', 'bo')],
  });
  const { steps } = compileOk(evalsetOf({ cards: [card], world: WORLD })).evalBundles[0]!;
  const id = (suffix: string) => `e-ops-001-D1-${suffix}`;
  const plain = (step: object) => ({ ...step, note: undefined, instruction: undefined, case_id: undefined });
  expect(steps.map(plain)).toEqual([
    { id: id('pre'), op: 'doc.snapshot', doc: 'plan', label: 'D1-pre' },
    { id: id('q1'), op: 'dm', actor: 'asker', to: 'helm', text: 'line 1' },
    { id: id('w1'), op: 'gate', kind: 'dm_reply_seen', actor: 'asker', agent: 'helm', max_wait_sec: 600 },
    {
      id: id('cond1'),
      op: 'dm',
      actor: 'bo',
      to: 'helm',
      text: 'line 2',
      conditional: { condition: '被 @ 时', key: 'cond1', after: id('w1') },
    },
    { id: id('condw1'), op: 'gate', kind: 'dm_reply_seen', actor: 'bo', agent: 'helm', max_wait_sec: 600 },
    { id: id('i3'), op: 'dm', actor: 'bo', to: 'helm', text: 'line 3' },
    { id: id('w3'), op: 'gate', kind: 'dm_reply_seen', actor: 'bo', agent: 'helm', max_wait_sec: 600 },
    {
      id: id('gate'),
      op: 'gate',
      kind: 'no_dm_speech',
      actors: ['asker', 'bo'],
      agent: 'helm',
      min_quiet_sec: 90,
    },
    { id: id('post'), op: 'doc.snapshot', doc: 'plan', label: 'D1-post', compare_to: 'D1-pre' },
  ]);
  const peer = compileErrors(evalsetOf({ cards: [{ ...card, dm_peer: 'bo' }], world: WORLD }));
  expect(peer).toMatchObject([{ pointer: '/dm_peer' }]);
});

describe('the minute of a clock case', () => {
  const minute = (over: object, options = {}) => {
    const cards = [cardOf('K1', { clock_batch: true, write_targets: ['plan'], ...over })];
    const { steps } = compileOk(evalsetOf({ cards, world: WORLD }), options).evalBundles[0]!;
    expect(steps.map(({ id }) => id.slice('e-ops-001-K1-'.length)).slice(0, 3)).toEqual([
      'pre',
      'clock',
      'q1',
    ]);
    const step = steps[1];
    return step?.op === 'gate' && step.kind === 'clock' ? step.at : null;
  };

  it.each([
    [{ clock_at: '{{D+1|YYYY-MM-DD}}T10:30:00+08:00' }, {}, '2026-09-07T10:30:00+08:00'],
    [{}, {}, '2026-09-06T09:00:00+08:00'],
    [{}, { execAt: '2026-12-31T23:59:00.001-02:30' }, '2027-01-01T00:00:00-02:30'],
    [{}, { execAt: '2026-09-06T16:07:00Z' }, '2026-09-06T16:07:00Z'],
    [{}, { execAt: '2026-09-06T16:07:59Z' }, '2026-09-06T16:08:00Z'],
  ])('%j, %j is %s', (over, options, expected) => expect(minute(over, options)).toBe(expected));

  it.each([
    [{ clock_batch: true, clock_at: '10:30' }],
    [{ clock_batch: true, clock_at: '{{D|YYYY-MM-DD}}T10:30:30+08:00' }],
    [{ clock_batch: true, clock_at: '{{d}}' }],
    [{ clock_at: '{{D|YYYY-MM-DD}}T10:30:00+08:00' }],
  ])('refuses %j', (over) => {
    const cards = [cardOf('K1', over)];
    expect(compileErrors(evalsetOf({ cards, world: WORLD }))).toMatchObject([{ pointer: '/clock_at' }]);
  });
});

it('collects every error with its file and place', () => {
  const cards = [
    cardOf('X1', { asker: 'zoe', cross_group: ['nowhere'], write_targets: ['ghost'] }),
    cardOf('X2', { turns: [{ turn: 1, kind: 'inject', speaker: 'bo', text: '{{D+' }] }),
    cardOf('X2'),
    cardOf('../X3', { seed_refs: ['ghost'] }),
  ];
  const errors = compileErrors(evalsetOf({ cards, world: WORLD }), { cases: ['nope'] });
  expect(errors.map((e) => [e.file, e.pointer])).toEqual(
    expect.arrayContaining([
      ['/evalset/0.json', '/asker'],
      ['/evalset/0.json', '/cross_group/0'],
      ['/evalset/0.json', '/write_targets/0'],
      ['/evalset/1.json', '/turns/0/kind'],
      ['/evalset/2.json', '/case_id'],
      ['/evalset/3.json', '/case_id'],
      ['/evalset/3.json', '/seed_refs/0'],
      [undefined, '/options/cases/0'],
    ]),
  );
  expect(compileErrors(evalset, { day0: '2026-02-30' })).toMatchObject([{ pointer: '/options/day0' }]);
});

it('refuses turns that would share an id, and a case id that stands twice', () => {
  const turn = { turn: 1, kind: 'query', speaker: 'bo', text: 'hi' } as const;
  expect(
    compileErrors(evalsetOf({ cards: [cardOf('X1', { turns: [turn, turn] })], world: WORLD })),
  ).not.toEqual([]);
});
