import { expect, it } from 'vitest';
import type { WorldPreset } from '../../schemas/index.ts';
import { cardOf, compileErrors, compileOk, evalsetOf, readRaw, WORLD } from './fixture.ts';

const bind = (over: Partial<WorldPreset> = {}, options = {}) =>
  compileOk(evalsetOf({ cards: [cardOf('A1')], world: { ...WORLD, ...over } }), options).world;

it('renders every text of a world on day0, field names too', () => {
  const world = bind();
  expect(JSON.stringify(world)).not.toContain('{{');
  expect(world.render).toMatchObject({ day0: '2026-09-06', kickoff_local: '2026-09-06T09:00:00+08:00' });
  expect(world.team_agents[0]?.conduct).toBe('Since 2025年.');
  expect(world.phases?.preset).toContainEqual({
    id: 'p-base-tracker-rows',
    op: 'base.record',
    base: 'tracker',
    records: [{ '8月': 3, due: '09-07' }],
  });
});

it('generates the script of a master in order', () => {
  const { phases } = bind();
  expect(phases?.preset?.map((step) => step.id)).toEqual([
    'p-grp-ops',
    'p-grp-cs',
    'p-doc-plan',
    'p-base-tracker',
    'p-base-tracker-rows',
    'p-share-tracker-ops',
    'p-share-tracker-cs',
    'p-seed-001',
    'p-settle',
  ]);
  expect(phases?.preset).toContainEqual({
    id: 'p-doc-plan',
    op: 'doc.create',
    key: 'plan',
    title: 'Plan 9月',
    markdown: '# 9月8日（周二）\n',
  });
  expect(phases?.preset?.at(-2)).toEqual({
    id: 'p-seed-001',
    op: 'msg',
    group: 'ops',
    actor: 'bo',
    text: '08-30 done',
    seed_date: '08-30',
    seed_offset: -7,
  });
  expect(phases?.preset?.at(-1)).toMatchObject({ op: 'wait', seconds: 300 });
  expect(phases?.cast).toEqual([
    { id: 'c-create', op: 'agent.create', agent: 'helm' },
    { id: 'c-bot', op: 'agent.bot', agent: 'helm' },
    { id: 'c-grant-plan', op: 'doc.grant', doc: 'plan', to: 'agent:helm', perm: 'view' },
    { id: 'c-grant-tracker', op: 'base.grant', base: 'tracker', to: 'agent:helm', perm: 'edit' },
    { id: 'c-join', op: 'agent.join_all', agent: 'helm', groups: ['ops', 'cs'] },
  ]);
});

it('registers assets without their bodies, and keeps no history beside the steps', () => {
  const world = bind();
  expect(world.history).toBeUndefined();
  expect(world.assets?.['plan']).toEqual({ kind: 'doc', title: 'Plan 9月', agent: 'view' });
  expect(world.assets?.['tracker']).not.toHaveProperty('records');
});

it('uses the phases of a world as they are, rendered', () => {
  const phases: WorldPreset['phases'] = {
    preset: [
      { id: 'p-1', op: 'msg', group: 'ops', actor: 'bo', text: 'on {{D}}', note: 'of {{D±n}}' },
      { id: 'p-2', op: 'wait', seconds: 1 },
    ],
  };
  expect(bind({ phases }).phases?.preset).toEqual([
    { id: 'p-1', op: 'msg', group: 'ops', actor: 'bo', text: 'on 9月6日', note: 'of {{D±n}}' },
    { id: 'p-2', op: 'wait', seconds: 1 },
  ]);
});

it('counts relative minutes from the instant of execution when one is given', () => {
  const execAt = '2026-09-06T16:07:00.000Z';
  expect(bind({}, { execAt }).render.kickoff_local).toBe(execAt);
  expect(compileErrors(evalsetOf({ cards: [cardOf('A1')], world: WORLD }), { execAt: 'noon' })).toMatchObject(
    [{ pointer: '/options/execAt' }],
  );
});

it('names assets without a body, dangling keys and a second agent', () => {
  const world: WorldPreset = {
    ...WORLD,
    team_agents: [...WORLD.team_agents, { key: 'mate', name: 'mate', groups: [] }],
    assets: {
      plan: { kind: 'doc', title: 'Plan', shares: [{ group: 'gone', perm: 'view' }] },
      tracker: { kind: 'base', title: 'Tracker' },
    },
    history: [{ group: 'ops', actor: 'zoe', text: 'hi' }],
  };
  const errors = compileErrors(evalsetOf({ cards: [cardOf('A1')], world }));
  expect(errors.map((e) => e.pointer).sort()).toEqual([
    '/assets/plan',
    '/assets/plan/shares/0/group',
    '/assets/tracker',
    '/history/0/actor',
    '/team_agents/1',
  ]);
});

it('keeps the author’s order of assets whose keys look like numbers', () => {
  const assets: WorldPreset['assets'] = {
    '10': { kind: 'doc', title: 'Ten', markdown: 'x' },
    '9': { kind: 'doc', title: 'Nine', markdown: 'x' },
  };
  const evalset = evalsetOf({ cards: [cardOf('A1')], world: { ...WORLD, assets } });
  const text = JSON.stringify(WORLD).replace(
    /"assets":.*,"history"/,
    '"assets":{"10":{"kind":"doc","title":"Ten","markdown":"x"},"9":{"kind":"doc","title":"Nine","markdown":"x"}},"history"',
  );
  const world = { ...evalset.world, raw: readRaw(text) };
  const { phases } = compileOk({ ...evalset, world }).world;
  expect(phases?.preset?.filter((s) => s.op === 'doc.create').map((s) => s.id)).toEqual([
    'p-doc-10',
    'p-doc-9',
  ]);
});
