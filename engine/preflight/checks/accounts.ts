import { tell } from '../../evalset/index.ts';
import type { Check, PreflightContext } from '../model.ts';
import { problemAt, problemOf } from '../problem.ts';

/**
 * `account-missing`: somebody of the script has no account in the tenant's settings. `secret-missing`: the
 * secret of an account is nowhere. The embedded platform makes an account for everybody.
 */
export const accounts: Check = ({ tenant, evalset, script }) => {
  if (tenant === null) return [];
  const { world } = evalset;
  const missing = [...peopleOf(script)].filter((key) => !tenant.actors.has(key));
  const agents = script.world.team_agents.flatMap(({ key }, i) =>
    tenant.agents.has(key) ? [] : [{ key, i }],
  );
  return [
    ...missing.map((key) =>
      problemAt(
        { file: world.file, at: [...world.at, 'actors', key], locate: { what: 'key' } },
        'blocks',
        'account-missing',
        tell`The actor "${key}" takes part and has no account in the platform "${tenant.name}". Add it to its actors (${tenant.file}).`,
      ),
    ),
    ...agents.map(({ key, i }) =>
      problemAt(
        { file: world.file, at: [...world.at, 'team_agents', i, 'key'] },
        'blocks',
        'account-missing',
        tell`The agent "${key}" has no bot in the platform "${tenant.name}". Add it to its agents (${tenant.file}).`,
      ),
    ),
    ...tenant.missingSecrets.map(({ variable, of }) =>
      problemOf(
        null,
        'blocks',
        'secret-missing',
        tell`The environment variable ${variable} is not set; it must hold the secret of ${of}.`,
      ),
    ),
  ];
};

/** Who acts in a script, or is a member of a group that it makes. */
function peopleOf({ world, execBundles }: PreflightContext['script']): ReadonlySet<string> {
  const people = new Set<string>();
  for (const step of [...(world.phases?.preset ?? []), ...(world.phases?.cast ?? [])]) {
    if ('actor' in step && step.actor !== undefined) people.add(step.actor);
    if (step.op === 'group.create') for (const key of world.groups[step.key]?.members ?? []) people.add(key);
    if (step.op === 'calendar.event') for (const key of [step.organizer, ...step.attendees]) people.add(key);
  }
  for (const { steps } of execBundles)
    for (const step of steps) if (step.op === 'msg' || step.op === 'dm') people.add(step.actor);
  return people;
}
