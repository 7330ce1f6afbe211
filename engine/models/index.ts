export { rounded, sha256Of } from './body.ts';
export { Budget, type Limits, type Use } from './budget.ts';
export { ChatClient, type ClientOptions } from './client.ts';
export { Gate } from './gate.ts';
export type { Asking, Completion, Failure, FailureCause, ModelSettings, Question } from './model.ts';
export { CallStore } from './store.ts';
