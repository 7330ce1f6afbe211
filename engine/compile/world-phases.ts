import type { Asset, CastStep, PresetStep, WorldPreset } from '../../schemas/index.ts';
import type { Located } from '../evalset/model.ts';
import { parseDate, shiftDate } from './dates.ts';
import { errorAt } from './errors.ts';
import type { CompileError } from './model.ts';
import { tell, type Told } from '../evalset/told.ts';

export interface Phases {
  readonly preset: PresetStep[];
  readonly cast: CastStep[];
}

/** Keys of groups and assets in the author's order. */
export interface BuildOrder {
  readonly groups: readonly string[];
  readonly assets: readonly string[];
}

/**
 * The script of a world whose master has none: groups, assets, shares, seed history, a pause; then the agent with its
 * grants and groups. Ids: `p-grp-{key}`, `p-doc-{key}`, `p-base-{key}`, `p-base-{key}-rows`, `p-share-{key}` (with
 * `-{group}` where an asset has several shares), `p-seed-{nnn}`, `p-settle`; `c-create`, `c-bot`, `c-grant-{key}`,
 * `c-join`.
 */
export function generatePhases(
  located: Located<WorldPreset>,
  world: WorldPreset,
  order: BuildOrder,
  day0: string,
): { phases: Phases; errors: CompileError[] } {
  const errors: CompileError[] = [];
  const assets = order.assets.flatMap((key) => {
    const asset = world.assets?.[key];
    return asset === undefined ? [] : [{ key, asset }];
  });
  const preset: PresetStep[] = [
    ...order.groups.map((key): PresetStep => {
      const name = world.groups[key]?.name;
      return { id: `p-grp-${key}`, op: 'group.create', key, ...(name === undefined ? {} : { note: name }) };
    }),
    ...assets.flatMap(({ key, asset }) =>
      assetSteps(key, asset, (message) => errors.push(errorAt(located, ['assets', key], message))),
    ),
    ...assets.flatMap(({ key, asset }) => shareSteps(key, asset)),
    ...seedSteps(world, day0),
    {
      id: 'p-settle',
      op: 'wait',
      seconds: world.render.exec_params.settle_sec ?? 300,
      reason: '铺底与入场之间静默，避免铺底消息落进被测的首个观察窗',
    },
  ];
  const ids = new Set<string>();
  for (const { id } of preset) {
    if (ids.has(id))
      errors.push(errorAt(located, ['assets'], tell`Two world steps would have the id "${id}".`));
    ids.add(id);
  }
  return { phases: { preset, cast: castSteps(world, assets) }, errors };
}

function assetSteps(key: string, asset: Asset, report: (message: Told) => void): PresetStep[] {
  const note = asset.note === undefined ? {} : { note: asset.note };
  if (asset.kind === 'doc') {
    if (asset.markdown === undefined) report(tell`The document "${key}" has no body. Write its markdown.`);
    return [
      {
        id: `p-doc-${key}`,
        op: 'doc.create',
        key,
        title: asset.title,
        markdown: asset.markdown ?? '',
        ...note,
      },
    ];
  }
  if (asset.fields === undefined || asset.fields.length === 0)
    report(tell`The base "${key}" has no fields. Write at least one.`);
  const provision: PresetStep = {
    id: `p-base-${key}`,
    op: 'base.provision',
    key,
    name: asset.title,
    table_name: asset.table_name ?? asset.title,
    fields: asset.fields ?? [],
    ...(asset.time_zone === undefined ? {} : { time_zone: asset.time_zone }),
    ...note,
  };
  if (asset.records === undefined || asset.records.length === 0) return [provision];
  return [provision, { id: `p-base-${key}-rows`, op: 'base.record', base: key, records: asset.records }];
}

function shareSteps(key: string, asset: Asset): PresetStep[] {
  const shares = asset.shares ?? [];
  return shares.map(({ group, perm, actor }): PresetStep => {
    const id = `p-share-${key}${shares.length > 1 ? `-${group}` : ''}`;
    const rest = { group, perm, ...(actor === undefined ? {} : { actor }) };
    return asset.kind === 'doc'
      ? { id, op: 'doc.share', doc: key, ...rest }
      : { id, op: 'base.share', base: key, ...rest };
  });
}

function seedSteps(world: WorldPreset, day0: string): PresetStep[] {
  const start = parseDate(day0);
  return (world.history ?? []).map(({ group, actor, day, text }, i): PresetStep => {
    const date = day === undefined || start === null ? null : shiftDate(start, 'D', day);
    return {
      id: `p-seed-${String(i + 1).padStart(3, '0')}`,
      op: 'msg',
      group,
      actor,
      text,
      ...(date === null ? {} : { seed_date: date.toString().slice(-5) }),
      ...(day === undefined ? {} : { seed_offset: day }),
    };
  });
}

function castSteps(world: WorldPreset, assets: readonly { key: string; asset: Asset }[]): CastStep[] {
  // The mapping has refused a world without an agent, and one with several.
  return world.team_agents.slice(0, 1).flatMap((agent): CastStep[] => [
    { id: 'c-create', op: 'agent.create', agent: agent.key },
    { id: 'c-bot', op: 'agent.bot', agent: agent.key },
    ...assets.flatMap(({ key, asset }): CastStep[] => {
      if (asset.agent === undefined) return [];
      const rest = { to: `agent:${agent.key}`, perm: asset.agent };
      const id = `c-grant-${key}`;
      return [
        asset.kind === 'doc'
          ? { id, op: 'doc.grant', doc: key, ...rest }
          : { id, op: 'base.grant', base: key, ...rest },
      ];
    }),
    { id: 'c-join', op: 'agent.join_all', agent: agent.key, groups: agent.groups },
  ]);
}
