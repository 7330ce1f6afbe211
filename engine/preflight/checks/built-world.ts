import { tell } from '../../evalset/told.ts';
import type { Check, PreflightContext, Problem } from '../model.ts';
import { problemAt } from '../problem.ts';

/**
 * `asset-not-built`, `group-not-built`: a case needs something that no step of the world makes. `agent-not-admitted`: no
 * step makes the agent's bot, or puts it into any group.
 */
export const builtWorld: Check = ({ evalset, script }) => {
  const made = madeBy(script.world);
  const played = new Set(script.selection.cases);
  const problems: Problem[] = [];
  for (const { file, at, value: card } of evalset.cards) {
    if (!played.has(card.case_id)) continue;
    const look = (key: string, path: readonly (string | number)[], blocks: boolean): void => {
      if (made.assets.has(key) || made.named.has(key)) return;
      problems.push(
        problemAt(
          { file, at: [...at, ...path] },
          blocks ? 'blocks' : 'warns',
          'asset-not-built',
          tell`No step of the world makes "${key}". Add a step that creates it, or remove it here.`,
        ),
      );
    };
    card.write_targets?.forEach((key, i) => look(key, ['write_targets', i], true));
    card.seed_refs?.forEach((key, i) => look(key, ['seed_refs', i], false));
    const groups = [
      ...(card.dm === true ? [] : [{ key: card.group_key, path: ['group_key'] }]),
      ...(card.cross_group ?? []).map((key, i) => ({ key, path: ['cross_group', i] })),
    ];
    for (const { key, path } of groups)
      if (!made.groups.has(key))
        problems.push(
          problemAt(
            { file, at: [...at, ...path] },
            'blocks',
            'group-not-built',
            tell`No step of the world makes the group "${key}". Add a group.create for it, or name another one.`,
          ),
        );
  }
  const { world } = evalset;
  const agent = script.world.team_agents[0]?.key ?? '';
  if (!made.agents.has(agent))
    problems.push(
      problemAt(
        { file: world.file, at: [...world.at, 'phases', 'cast'] },
        'blocks',
        'agent-not-admitted',
        tell`No step of the world puts the agent "${agent}" into its groups. Add agent.create, agent.bot and agent.join_all to phases.cast.`,
      ),
    );
  return problems;
};

/** What the steps of a world make. `named`: seed messages are named after what they belong to. */
function madeBy({ phases, render }: PreflightContext['script']['world']): {
  readonly assets: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
} {
  const [assets, groups, agents] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const named = new Set(render.exec_params.skip_files ?? []);
  for (const step of phases?.preset ?? []) {
    if (step.op === 'group.create') groups.add(step.key);
    if (step.op === 'doc.create' || step.op === 'base.provision') assets.add(step.key);
    const seed = step.op === 'msg' ? /^p-seed-(.+)-\d+$/.exec(step.id)?.[1] : undefined;
    if (seed !== undefined) named.add(seed);
  }
  for (const step of phases?.cast ?? []) if (step.op === 'agent.join_all') agents.add(step.agent);
  return { assets, groups, agents, named };
}
