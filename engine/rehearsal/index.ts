export { RehearsalAgent } from './agent.ts';
export { Hands } from './hands.ts';
export { cuesOf, type Role } from './script.ts';
export type { ReplySeconds } from './timing.ts';
