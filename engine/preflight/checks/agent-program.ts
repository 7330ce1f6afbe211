import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { expandCommand } from '../../agents/places.ts';
import { UsageError } from '../../batch/errors.ts';
import { phrase, tell, type Told } from '../../evalset/told.ts';
import { agentProblem } from '../agent-problem.ts';
import type { Check } from '../model.ts';

/**
 * `agent-missing`: nobody says how the agent is started. `agent-program`: its program, or the script that it is given, is
 * not there.
 */
export const agentProgram: Check = async (context) => {
  const { agent, places, tenant, env } = context;
  const problem = (code: string, told: Told, word?: number) => [
    agentProblem(context, 'blocks', code, told, word === undefined ? undefined : ['command', word]),
  ];
  if (agent.driver !== 'member') return [];
  if (agent.command === undefined || agent.command.length === 0)
    // On a tenant it may be running already.
    return tenant === null
      ? problem('agent-missing', tell`The agent "${agent.name}" has no command; add one in evalset.yaml.`)
      : [];
  let command: readonly string[];
  try {
    ({ command } = expandCommand(agent.command, places));
  } catch (error) {
    if (error instanceof UsageError) return problem('agent-program', phrase(`${error.message}.`), 0);
    throw error;
  }
  const [program = '', ...args] = command;
  if (!(await isProgram(program, env['PATH'])))
    return problem(
      'agent-program',
      tell`The agent "${agent.name}" (${command.join(' ')}) could not be started: ${program} is not a program that can be run. Build or install it, or mend its command in evalset.yaml.`,
      0,
    );
  for (const [i, argument] of args.entries())
    if (path.isAbsolute(argument) && /\.([cm]?[jt]s|py|rb|sh)$/.test(argument) && !(await isFile(argument)))
      return problem(
        'agent-program',
        tell`The agent "${agent.name}" could not be started: ${argument} does not exist. Build it first, or mend its command in evalset.yaml.`,
        i + 1,
      );
  return [];
};

/** A path to something that can be run, or a name that is found as the system finds it. */
async function isProgram(program: string, search = ''): Promise<boolean> {
  if (path.isAbsolute(program)) return isRunnable(program);
  // A relative path counts from the agent's own folder, which is empty.
  if (program.includes('/')) return false;
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  for (const dir of search.split(path.delimiter).filter((one) => one !== ''))
    for (const ending of endings) if (await isRunnable(path.join(dir, `${program}${ending}`))) return true;
  return false;
}

async function isRunnable(file: string): Promise<boolean> {
  return (
    (await isFile(file)) &&
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
