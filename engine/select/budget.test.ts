import { describe, expect, it } from 'vitest';
import type { DepsFile, TeamCard, WorldPreset } from '../../schemas/index.ts';
import { cardOf, compileOk, evalsetOf, WORLD } from '../compile/fixture.ts';
import { verifyScript, verifySource } from '../compile/verify/index.ts';
import { budgetChooser, labelOf } from './budget.ts';
import { shapeOf, type Measured } from './measured.ts';

/** Each case of one question takes 10 s to be quiet and a little more for its answer. */
const FAST: WorldPreset = {
  ...WORLD,
  render: {
    ...WORLD.render,
    exec_params: { wait_single_sec: 1, wait_write_sec: 1, gate_quiet_sec: 10, settle_sec: 0 },
  },
};
const NONE: Measured = { cases: new Map(), shared: [] };

function selected(
  cards: readonly TeamCard[],
  seconds: number,
  over: { deps?: DepsFile; measured?: Measured; world?: WorldPreset; cases?: readonly string[] } = {},
) {
  const evalset = evalsetOf({ cards, world: over.world ?? FAST });
  const { deps = null, measured = NONE, cases } = over;
  const choose = budgetChooser({ seconds, measured, deps, meta: null, root: '/evalset' });
  const script = compileOk(evalset, { choose, ...(cases === undefined ? {} : { cases }) });
  return { evalset, script, selection: script.selection, budget: script.budget! };
}

const cards = [
  cardOf('A1', { storyline: 'one' }),
  cardOf('A2', { storyline: 'two' }),
  cardOf('A3', { storyline: 'two', write_targets: ['tracker'], cross_group: ['cs'] }),
  cardOf('B1', { group_key: 'cs', storyline: 'one' }),
];

describe('a selection for a time budget', () => {
  it('is in selection.json with its label, its method, why others are left out, and what is uncovered', () => {
    const { evalset, script, selection } = selected(cards, 15);
    expect(selection).toMatchObject({
      label: '15 s',
      case_count: 2,
      cases: ['A3', 'B1'],
      budget_sec: 15,
      excluded: [
        { case_id: 'A1', why: 'it does not fit into the time budget' },
        { case_id: 'A2', why: 'it does not fit into the time budget' },
      ],
      uncovered: [],
    });
    expect(selection.method).toMatch(/within the time budget/);
    expect(script.manifests.evalset.selection).toMatchObject({ label: '15 s', case_count: 2, uncovered: [] });
    expect(script.manifests.exec.selection.budget).toEqual(script.budget);
    expect(verifyScript({ ...verifySource(evalset), files: script.files })).toEqual([]);
  });

  it('names what no selected case covers, with who has it', () => {
    const more = [...cards, cardOf('A4', { storyline: 'four', tac_dims: ['x', 'x'], difficulty: 'L3' })];
    const { selection } = selected(more.slice(0, 3), 15);
    expect(selection.uncovered).toEqual([{ dimension: 'storyline', value: 'one', cases: ['A1'] }]);
    expect(selected(more, 15, { cases: ['A1', 'A2'] }).selection.uncovered).toContainEqual({
      dimension: 'tac_dims',
      value: 'x',
      cases: ['A4'],
    });
  });

  it('takes what cases depend on along, or leaves both out', () => {
    const deps = { cases: { A3: { depends_on: ['A2'] }, A2: { depends_on: ['A1'] } } };
    expect(selected(cards, 15, { deps }).selection.cases).toEqual(['A1', 'B1']);
    expect(selected(cards, 40, { deps }).selection.cases).toEqual(['A1', 'A2', 'A3', 'B1']);
    expect(selected(cards, 15, { deps }).selection.excluded).toContainEqual({
      case_id: 'A3',
      why: 'it does not fit into the time budget together with A2, on which it depends',
    });
    const asked = selected(cards, 40, { deps, cases: ['A3', 'B1'] }).selection;
    expect(asked.cases).toEqual(['B1']);
    expect(asked.excluded.find((one) => one.case_id === 'A3')?.why).toBe(
      'it depends on A2, A1, which cannot be selected with it',
    );
  });

  it('takes what earlier batches took in place of what is computed, and says so', () => {
    const { script } = selected(cards, 60);
    const steps = script.evalBundles.flatMap((bundle) => bundle.steps).filter((one) => one.case_id === 'A3');
    const measured = { cases: new Map([[shapeOf('A3', steps), [55, 50]]]), shared: [4] };
    const { selection, budget } = selected(cards, 60, { measured });
    expect(selection.cases).toEqual(['A3', 'B1']);
    expect(budget).toMatchObject({
      shared: { seconds: 4, from: 'measured' },
      groups: [
        { group: 'ops', case_count: 1, seconds: 55, measured: 1 },
        { group: 'cs', case_count: 1, measured: 0 },
      ],
      cases: { A3: { seconds: 55, from: 'measured' }, A1: { from: 'computed' } },
    });
  });

  it('is the same script whether its times were measured or computed', () => {
    const measured = { cases: new Map<string, number[]>(), shared: [1] };
    expect([...selected(cards, 600, { measured }).script.files]).toEqual([
      ...selected(cards, 600).script.files,
    ]);
  });

  it('leaves the time before the first case to the world', () => {
    const slow = {
      ...FAST,
      render: { ...FAST.render, exec_params: { ...FAST.render.exec_params, settle_sec: 300 } },
    };
    expect(selected(cards, 315, { world: slow }).selection.cases).toHaveLength(2);
    expect(() => selected(cards, 200, { world: slow })).toThrow(
      /leaves 0 s for cases \(\d+.* s are needed before the first case\), and the shortest, A1, takes 1\d.* s; give more time/,
    );
  });

  it('refuses time for no case', () => {
    expect(() => selected(cards, 5)).toThrow(/a budget of 5 s leaves 5 s for cases, and the shortest/);
  });
});

it.each([
  [3600, '60 min'],
  [90, '1 min 30 s'],
  [45, '45 s'],
])('%d s are called %s', (seconds, label) => {
  expect(labelOf(seconds)).toBe(label);
});
