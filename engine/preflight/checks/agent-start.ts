import { tell } from '../../evalset/index.ts';
import { agentProblem } from '../agent-problem.ts';
import type { Check } from '../model.ts';
import { agentProgram } from './agent-program.ts';

/** `agent-unreachable`: the agent was started and did not connect. Only where it is asked for: it may cost. */
export const agentStart: Check = async (context) => {
  if (context.tryAgent === undefined || context.agent.driver !== 'member') return [];
  if ((await agentProgram(context)).length > 0) return [];
  const why = await context.tryAgent(context.signal);
  if (why === null) return [];
  return [
    agentProblem(
      context,
      'blocks',
      'agent-unreachable',
      tell`The agent "${context.agent.name}" was started and ${why}. Its bot must open a long connection with LARK_APP_ID, LARK_APP_SECRET and LARK_DOMAIN of its environment.`,
      ['command'],
    ),
  ];
};
