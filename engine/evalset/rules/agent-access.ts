import { accessOf, mayEdit } from '../access.ts';
import { Findings, type EvalsetRule } from './rule.ts';
import { tell } from '../told.ts';

/** `private-group-agent`: the agent is not in the group in which it is asked, so it can never answer. */
export const stimulusGroup: EvalsetRule = ({ cards, world, excerpts }) => {
  const findings = new Findings();
  const access = world === null || excerpts.has(world.file.path) ? null : accessOf(world.value);
  if (world === null || access === null) return findings.list;
  for (const { file, at, value: card } of cards) {
    const group = world.value.groups[card.group_key];
    if (group === undefined || card.dm === true || access.groups.has(card.group_key)) continue;
    if (excerpts.has(file.path)) continue;
    findings.add(
      'error',
      'private-group-agent',
      { file, at: [...at, 'group_key'] },
      tell`The agent "${access.key}" is not in ${group.private === true ? tell`the private group` : tell`the group`} "${card.group_key}" and will not see the question. Add the group to its groups in the world, or ask elsewhere.`,
    );
  }
  return findings.list;
};

/** `write-target-not-granted`: the agent has no right to change what the case wants changed. */
export const writeTarget: EvalsetRule = ({ cards, world, excerpts }) => {
  const findings = new Findings();
  const access = world === null || excerpts.has(world.file.path) ? null : accessOf(world.value);
  if (access === null) return findings.list;
  for (const { file, at, value: card } of cards) {
    if (excerpts.has(file.path)) continue;
    card.write_targets?.forEach((asset, i) => {
      if (!access.known.has(asset) || mayEdit(access.assets.get(asset))) return;
      findings.add(
        'warning',
        'write-target-not-granted',
        { file, at: [...at, 'write_targets', i] },
        tell`The agent "${access.key}" may not edit "${asset}". Grant it (agent: edit, or a share with edit in one of its groups), unless the case is about that.`,
      );
    });
  }
  return findings.list;
};

/** `seed-ref-not-shared`: the case rests on an asset that the agent cannot read. */
export const seedRef: EvalsetRule = ({ cards, world, excerpts }) => {
  const findings = new Findings();
  const access = world === null || excerpts.has(world.file.path) ? null : accessOf(world.value);
  if (access === null) return findings.list;
  for (const { file, at, value: card } of cards) {
    if (excerpts.has(file.path)) continue;
    card.seed_refs?.forEach((asset, i) => {
      if (!access.known.has(asset) || access.assets.has(asset)) return;
      findings.add(
        'warning',
        'seed-ref-not-shared',
        { file, at: [...at, 'seed_refs', i] },
        tell`The agent "${access.key}" can read "${asset}" in no way. Share it with one of its groups, unless the case is about that.`,
      );
    });
  }
  return findings.list;
};

/** `cross-group-not-joined`: the agent is not in a group in which its messages are to be evidence. */
export const verificationGroup: EvalsetRule = ({ cards, world, excerpts }) => {
  const findings = new Findings();
  const access = world === null || excerpts.has(world.file.path) ? null : accessOf(world.value);
  if (world === null || access === null) return findings.list;
  for (const { file, at, value: card } of cards) {
    if (excerpts.has(file.path)) continue;
    card.cross_group?.forEach((key, i) => {
      const group = world.value.groups[key];
      if (group === undefined || access.groups.has(key)) return;
      findings.add(
        'warning',
        'cross-group-not-joined',
        { file, at: [...at, 'cross_group', i] },
        group.private === true
          ? tell`The agent "${access.key}" is not in the private group "${key}", so no message of it there can ever be evidence. Add the group to its groups in the world, or name another one here.`
          : tell`The agent "${access.key}" is not in the group "${key}", so no message of it there can ever be evidence. Add the group to its groups in the world, or name another one here.`,
      );
    });
  }
  return findings.list;
};

/** `private-group-joined`: a step puts the agent into a private group that is none of its own. */
export const privateGroupJoined: EvalsetRule = ({ world, excerpts }) => {
  const findings = new Findings();
  if (world === null || excerpts.has(world.file.path)) return findings.list;
  const { groups, team_agents: agents, phases } = world.value;
  phases?.cast?.forEach((step, i) => {
    if (step.op !== 'agent.join_all') return;
    const own = agents.find((agent) => agent.key === step.agent)?.groups;
    step.groups.forEach((key, j) => {
      if (own === undefined || own.includes(key) || groups[key]?.private !== true) return;
      findings.add(
        'error',
        'private-group-joined',
        { file: world.file, at: ['phases', 'cast', i, 'groups', j] },
        tell`"${key}" is private and none of the groups of the agent "${step.agent}": joined, it would read what is kept from it. Remove it here, or add it to the agent's groups.`,
      );
    });
  });
  return findings.list;
};
