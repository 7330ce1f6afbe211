export { askCondition, type ConditionWord, type OpenLine } from './condition.ts';
export { judgeVersion, modelJudge, type ModelJudgeInput } from './model-judge.ts';
export { PROMPT_SHA256, PROMPT_VERSION } from './prompt.ts';
export { judgeSettings, type ModelJudgeSettings } from './settings.ts';
export type { Ask, Cause } from './word.ts';
