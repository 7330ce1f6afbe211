import type { Asset, WorldPreset } from '../../../schemas/index.ts';
import { describeCharacter, firstDifference } from './characters.ts';
import { plusDays } from './dates.ts';
import type { Report } from './model.ts';
import { demandedMoves, replay, type Day } from './placeholders.ts';

/**
 * Verifies the bound world: it is the master with its placeholders rendered, its assets registered without their bodies,
 * and either its own script or the one that a master without one has. Remarks and reasons are left to the script hash.
 */
export function verifyWorld(
  master: WorldPreset,
  bound: WorldPreset,
  execAt: string | undefined,
  day: Day,
  report: Report,
): void {
  const { history, assets, phases, ...header } = rendered(master, day, false) as WorldPreset;
  const { date } = day;
  const day0 = `${four(date.year)}-${two(date.month)}-${two(date.day)}`;
  const expected = {
    ...header,
    render: { ...header.render, day0, kickoff_local: execAt ?? header.render.kickoff_local },
    ...(assets === undefined
      ? {}
      : { assets: Object.fromEntries(Object.entries(assets).map(([key, one]) => [key, withoutBody(one)])) }),
    phases:
      phases ?? generated({ ...header, ...(assets && { assets }), ...(history && { history }) }, bound, day),
  };
  compare(expected, bound, '', report);
}

const two = (n: number) => `${n}`.padStart(2, '0');
const four = (n: number) => `${n}`.padStart(4, '0');

/** A value with all of its strings rendered, keys too; remarks stay, unless they are cells. */
function rendered(value: unknown, day: Day, inRecords: boolean): unknown {
  if (typeof value === 'string')
    return value.includes('{{') ? (replay(value, demandedMoves(value, day)) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => rendered(item, day, inRecords));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      String(rendered(key, day, inRecords)),
      key === 'note' && !inRecords ? item : rendered(item, day, inRecords || key === 'records'),
    ]),
  );
}

const BODY = new Set(['markdown', 'fields', 'records']);
const withoutBody = (asset: object) =>
  Object.fromEntries(Object.entries(asset).filter(([key]) => !BODY.has(key)));

type Step = Readonly<Record<string, unknown>> & { readonly id: string };

/** The script of a master without one. Assets and groups stand in the author's order, which `bound` has in its steps. */
function generated(world: WorldPreset, bound: WorldPreset, day: Day): { preset: Step[]; cast: Step[] } {
  const made = bound.phases?.preset ?? [];
  const groups = inOrder(
    Object.keys(world.groups),
    made.flatMap((step) => (step.op === 'group.create' ? [step.key] : [])),
  );
  const assets = world.assets ?? {};
  const keys = inOrder(
    Object.keys(assets),
    made.flatMap((step) => (step.op === 'doc.create' || step.op === 'base.provision' ? [step.key] : [])),
  );
  const all = keys.flatMap((key): [string, Asset][] =>
    assets[key] === undefined ? [] : [[key, assets[key]]],
  );
  const agent = world.team_agents[0];
  const history = (world.history ?? []).map(({ group, actor, text, day: offset }, i): Step => {
    const told = offset === undefined ? undefined : plusDays(day.date, offset);
    return {
      id: `p-seed-${`${i + 1}`.padStart(3, '0')}`,
      op: 'msg',
      group,
      actor,
      text,
      seed_offset: offset,
      seed_date: told === undefined ? undefined : `${two(told.month)}-${two(told.day)}`,
    };
  });
  return {
    preset: [
      ...groups.map((key): Step => ({ id: `p-grp-${key}`, op: 'group.create', key })),
      ...all.flatMap(([key, asset]) => bodySteps(key, asset)),
      ...all.flatMap(([key, asset]) => linkSteps(key, asset)),
      ...history,
      { id: 'p-settle', op: 'wait', seconds: world.render.exec_params.settle_sec ?? 300 },
    ],
    cast: [
      { id: 'c-create', op: 'agent.create', agent: agent?.key },
      { id: 'c-bot', op: 'agent.bot', agent: agent?.key },
      ...all.flatMap(([key, { kind, agent: perm }]): Step[] =>
        perm === undefined
          ? []
          : [
              {
                id: `c-grant-${key}`,
                op: `${kind}.grant`,
                [kind]: key,
                to: `agent:${agent?.key ?? ''}`,
                perm,
              },
            ],
      ),
      { id: 'c-join', op: 'agent.join_all', agent: agent?.key, groups: agent?.groups },
    ],
  };
}

function bodySteps(key: string, asset: Asset): Step[] {
  const { title } = asset;
  if (asset.kind === 'doc')
    return [{ id: `p-doc-${key}`, op: 'doc.create', key, title, markdown: asset.markdown }];
  const { table_name = title, fields, records = [], time_zone } = asset;
  const base = { id: `p-base-${key}`, op: 'base.provision', key, name: title, table_name, fields, time_zone };
  const rows = { id: `p-base-${key}-rows`, op: 'base.record', base: key, records };
  return records.length === 0 ? [base] : [base, rows];
}

function linkSteps(key: string, { kind, shares = [] }: Asset): Step[] {
  return shares.map(({ group, perm, actor }) => ({
    id: `p-share-${key}${shares.length === 1 ? '' : `-${group}`}`,
    op: `${kind}.share`,
    [kind]: key,
    group,
    perm,
    actor,
  }));
}

/** The keys in the order in which they were found, if it is one of all of them. */
function inOrder(keys: readonly string[], found: readonly string[]): readonly string[] {
  const same = keys.length === found.length && keys.every((key) => found.includes(key));
  return same ? found : keys;
}

/** What nothing reads. */
const REMARKS = new Set(['note', 'reason']);

function compare(expected: unknown, actual: unknown, pointer: string, report: Report): void {
  const differs = (message: string, at?: number, text?: string): void =>
    report({
      case_id: '',
      field: pointer,
      file: 'world-preset.bound.json',
      code: 'world-differs',
      message: `world-preset.bound.json ${pointer}: ${message}`,
      ...(at === undefined ? {} : { at }),
      ...(text === undefined ? {} : { expected: text }),
    });
  if (typeof expected === 'string' && typeof actual === 'string') {
    const at = firstDifference(expected, actual);
    if (at !== null)
      differs(
        `the text is not the rendered master: at offset ${at} it has ${describeCharacter(actual, at)} where the master gives ${describeCharacter(expected, at)}.`,
        at,
        expected,
      );
    return;
  }
  if (typeof expected !== 'object' || typeof actual !== 'object' || expected === null || actual === null) {
    if (expected !== actual) differs(`${say(actual)} stands where the master gives ${say(expected)}.`);
    return;
  }
  if (Array.isArray(expected) !== Array.isArray(actual)) {
    differs('it has another shape than the master.');
    return;
  }
  const [a, b] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))] as [
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  const records = /\/records\/\d+$/.test(pointer);
  for (const key of new Set([...a.keys(), ...b.keys()]))
    if (records || !REMARKS.has(key))
      compare(
        a.get(key),
        b.get(key),
        `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        report,
      );
}

const say = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));
