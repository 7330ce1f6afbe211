import { tell } from '../../evalset/index.ts';
import { agentProblem } from '../agent-problem.ts';
import type { Check } from '../model.ts';

/** `agent-environment`: the agent is to be given a variable that is not set here. */
export const agentEnvironment: Check = (context) =>
  (context.agent.passEnv ?? []).flatMap((name, i) =>
    (context.env[name] ?? '') !== ''
      ? []
      : [
          agentProblem(
            context,
            'warns',
            'agent-environment',
            tell`The agent "${context.agent.name}" is to get ${name}, and that variable is not set here. Set it, or remove it from pass_env.`,
            ['pass_env', i],
          ),
        ],
  );
