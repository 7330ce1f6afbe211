export * from './checkpoints.ts';
export type { PointKind } from './checkpoint-tags.ts';
export * from './disk-files.ts';
export * from './hash.ts';
export * from './model.ts';
export * from './overlay-files.ts';
export * from './placeholders.ts';
export * from './weekdays.ts';
