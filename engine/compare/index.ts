/** Batches beside each other: two that are compared, or several runs of one. */
export { compare } from './compare.ts';
export { repeatedRuns } from './repeated.ts';
export { siblingRuns } from './siblings.ts';
export { readSide, type Side } from './side.ts';
