export type { Clock } from './clock.ts';
export { realClock } from './real.ts';
export { VirtualClock } from './virtual.ts';
