import { tell } from '../told.ts';
import { settable } from './code.ts';

/** Findings of the rules on skills and cards on them. */
export const SKILLS = settable([
  [
    'skill-front-matter',
    tell`The front matter of a SKILL.md lacks a key, or its name is not that of the folder.`,
  ],
  ['skill-section', tell`A section of a SKILL.md is missing or empty.`],
  ['skill-step', tell`The process of a skill has no steps, an empty one, or one twice.`],
  ['skill-principles', tell`A skill has too few or too many principles.`, 'warning'],
  [
    'skill-anti-pattern',
    tell`The anti-patterns of a skill are no list, or one does not begin with ❌.`,
    'warning',
  ],
  ['skill-uncovered', tell`No case tests an anti-pattern of a skill, or a type of coverage.`, 'warning'],
  ['coverage-type', tell`A card on a skill names a type of coverage that is none.`, 'warning'],
  ['dangling-anti-pattern', tell`A card names an anti-pattern that its skills do not have.`, 'warning'],
  ['result-not-given', tell`A card tells of a tool's result that the agent never gets.`, 'warning'],
  ['attachment-not-given', tell`An attachment is only described, or stands for another one.`, 'warning'],
  ['interception-not-json', tell`An injected result begins like JSON and is none.`, 'warning'],
  ['last-message', tell`The last message of a card is the agent's.`],
]);
