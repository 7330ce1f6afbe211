import type { Severity } from '../model.ts';
import { tell, type Told } from '../told.ts';

/** Codes of the rules on worlds, askers, dates, dependencies, totals, gates and lengths, and what each finds. */
export const WORLD_RULE_CODES: readonly (readonly [code: string, what: Told, severity?: Severity])[] = [
  ['asker-third-person', tell`Who asks is spoken of as somebody else.`, 'warning'],
  ['conditional-without-mention', tell`A conditional line does not mention the agent.`, 'warning'],
  [
    'cross-group-not-joined',
    tell`The agent is not in a group in which its messages are to be evidence.`,
    'warning',
  ],
  ['delivery-gate-missing', tell`A write case has no delivery gate.`, 'warning'],
  ['dependency-missing', tell`A case rests on what another one leaves, and does not say so.`, 'warning'],
  ['dependency-order', tell`A case depends on one that stands later, or on itself.`],
  [
    'dependency-without-cause',
    tell`A fact comes about by a line or a point that does not exist, or nothing says by what.`,
  ],
  ['dependency-without-fact', tell`A branch names a fact that no case leaves, or none that is depended on.`],
  ['dependency-without-point', tell`The dependencies name a case or a point that does not exist.`],
  [
    'gate-note-conflict',
    tell`The note of a gate tells of another time than the one that is waited for.`,
    'warning',
  ],
  ['length-limit', tell`A name, description or title is longer than the platform takes.`, 'warning'],
  ['literal-date', tell`A calendar date stands where a placeholder belongs.`, 'warning'],
  ['order-without-reason', tell`One order of steps is asked for, and nothing says why.`, 'warning'],
  ['private-group-joined', tell`A step puts the agent into a private group that is none of its own.`],
  ['sensitive-word', tell`A text that is sent holds a word of the list of sensitive ones.`, 'warning'],
  ['table-total-mismatch', tell`A stated total is not what the table gives.`, 'warning'],
  [
    'verification-without-lock',
    tell`A point rests on posts in a group in which another case may be played meanwhile.`,
    'info',
  ],
];
