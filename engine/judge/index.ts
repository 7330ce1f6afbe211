export { acceptDecisions } from './accept.ts';
export { evaluateCheck } from './checks/evaluate.ts';
export type { CheckContext, CheckResult } from './checks/model.ts';
export { mergeManual } from './manual.ts';
export { normalise } from './normalise.ts';
export { verifyPointer, type Verified, type VerifyOptions } from './quotes.ts';
export { ruleJudge } from './rule.ts';
export { buildTemplate, type TemplateInput } from './template.ts';
export { agentMessages, inWindow } from './window.ts';
