import type { Check } from '../model.ts';
import { accounts } from './accounts.ts';
import { agentEnvironment } from './agent-environment.ts';
import { agentProgram } from './agent-program.ts';
import { agentStart } from './agent-start.ts';
import { batchBudget } from './batch-budget.ts';
import { builtWorld } from './built-world.ts';
import { clockMinutes } from './clock-minutes.ts';
import { diskSpace } from './disk-space.ts';
import { findings } from './findings.ts';
import { images } from './images.ts';
import { journal } from './journal.ts';
import { judgeBudget } from './judge-budget.ts';
import { judgeKeys } from './judge-keys.ts';
import { port } from './port.ts';
import { scopes } from './scopes.ts';
import { script } from './script.ts';

/** All checks by name. A new one is a file and a line. */
export const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['script', script],
  ['journal', journal],
  ['findings', findings],
  ['built-world', builtWorld],
  ['clock-minutes', clockMinutes],
  ['images', images],
  ['agent-program', agentProgram],
  ['agent-environment', agentEnvironment],
  ['agent-start', agentStart],
  ['accounts', accounts],
  ['scopes', scopes],
  ['judge-keys', judgeKeys],
  ['judge-budget', judgeBudget],
  ['batch-budget', batchBudget],
  ['disk-space', diskSpace],
  ['port', port],
];
