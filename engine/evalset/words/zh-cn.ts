import type { Sentences } from '../told.ts';
import { CODES } from './zh-cn.codes.ts';
import { COMPILE } from './zh-cn.compile.ts';
import { FILES_ZH_CN } from './zh-cn.files.ts';
import { GRADERS_ZH_CN } from './zh-cn.graders.ts';
import { PREFLIGHT } from './zh-cn.preflight.ts';
import { READING } from './zh-cn.reading.ts';
import { RULES } from './zh-cn.rules.ts';
import { SKILLS } from './zh-cn.skills.ts';
import { ZH_CN_PINS } from './zh-cn.pins.ts';
import { WORLD_RULES } from './zh-cn.world-rules.ts';
import { YAML } from './zh-cn.yaml.ts';

/** Findings in Simplified Chinese, by their English words. */
export const ZH_CN: Sentences = new Map([
  ...READING,
  ...FILES_ZH_CN,
  ...YAML,
  ...RULES,
  ...SKILLS,
  ...COMPILE,
  ...CODES,
  ...ZH_CN_PINS,
  ...WORLD_RULES,
  ...GRADERS_ZH_CN,
  ...PREFLIGHT,
]);
