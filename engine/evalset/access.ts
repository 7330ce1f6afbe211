import type { Permission, WorldPreset } from '../../schemas/index.ts';

/** What the agent under test may see and change in a world. */
export interface AgentAccess {
  readonly key: string;
  /** Groups that the agent is a member of. */
  readonly groups: ReadonlySet<string>;
  /** Best permission of the agent by asset, from its own grants and its groups' shares. */
  readonly assets: ReadonlyMap<string, Permission>;
  /** Documents and bases; other keys (seed history) have no permission of their own. */
  readonly known: ReadonlySet<string>;
}

const RANK: Readonly<Record<Permission, number>> = { view: 1, edit: 2, full_access: 3 };

export const mayEdit = (perm: Permission | undefined): boolean =>
  perm !== undefined && RANK[perm] >= RANK.edit;

/** Access of the first agent of a world: from assets and their shares, or from the steps of a bound world. */
export function accessOf(world: WorldPreset): AgentAccess | null {
  const agent = world.team_agents[0];
  if (agent === undefined) return null;
  const groups = new Set(agent.groups);
  const assets = new Map<string, Permission>();
  const known = new Set<string>();
  const cast = world.phases?.cast ?? [];
  for (const step of cast)
    if (step.op === 'agent.join_all' && step.agent === agent.key)
      for (const key of step.groups) groups.add(key);

  const grant = (asset: string, perm: Permission | undefined) => {
    if (perm === undefined) return;
    const before = assets.get(asset);
    if (before === undefined || RANK[perm] > RANK[before]) assets.set(asset, perm);
  };
  for (const [key, asset] of Object.entries(world.assets ?? {})) {
    known.add(key);
    grant(key, asset.agent);
    for (const share of asset.shares ?? []) if (groups.has(share.group)) grant(key, share.perm);
  }
  for (const step of world.phases?.preset ?? []) {
    if (step.op === 'doc.create' || step.op === 'base.provision') known.add(step.key);
    if (step.op === 'doc.share' && groups.has(step.group)) grant(step.doc, step.perm);
    if (step.op === 'base.share' && groups.has(step.group)) grant(step.base, step.perm);
  }
  for (const step of cast) {
    if (step.op === 'doc.grant' && step.to === `agent:${agent.key}`) grant(step.doc, step.perm);
    if (step.op === 'base.grant' && step.to === `agent:${agent.key}`) grant(step.base, step.perm);
  }
  return { key: agent.key, groups, assets, known };
}
