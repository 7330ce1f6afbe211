import { settable, type CodeInfo } from './code.ts';
import { FILES } from './files.ts';
import { GRADERS } from './graders.ts';
import { PINS } from './pins.ts';
import { READING } from './reading.ts';
import { RULES } from './rules.ts';
import { SKILLS } from './skills.ts';
import { WORLD_RULE_CODES } from './world-rules.ts';

export type { CodeInfo } from './code.ts';

/** Every code that a finding on author files may have. A new rule has its line in one of the lists. */
export const CODES: ReadonlyMap<string, CodeInfo> = new Map(
  [...READING, ...FILES, ...RULES, ...SKILLS, ...PINS, ...GRADERS, ...settable(WORLD_RULE_CODES)].map(
    (info) => [info.code, info],
  ),
);
