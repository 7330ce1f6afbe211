/** Batch folders as people see them: read models, from whatever stands in a folder. Nothing here writes. */
export { insideBatch } from './inside.ts';
export type { LabelBasis, Selection } from './label-basis.ts';
export { ReviewStore, type StoreOptions } from './store.ts';
