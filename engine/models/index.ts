export { rounded, sha256Of } from './body.ts';
export { Budget, type Account, type Limits, type Use } from './budget.ts';
export { ChatClient, type ClientOptions } from './client.ts';
export { MODEL_DEFAULTS } from './defaults.ts';
export { Gate } from './gate.ts';
export type { Asking, Completion, Failure, FailureCause, ModelSettings, Question } from './model.ts';
export { CallStore } from './store.ts';
