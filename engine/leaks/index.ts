/** Whether an agent wrote what it cannot know: hidden texts of the evalset, or a canary. */
export { BatchLeaks, type LeakSource } from './batch-leaks.ts';
export { Canaries } from './canaries.ts';
export type { Leak } from './model.ts';
