import type { Finding } from '../engine/evalset/index.ts';

/** A finding as it is told to programs: what a quick fix needs is the editor's own business, and the sentence is told once. */
export function toldFinding({
  data: _data,
  told: _told,
  ...finding
}: Finding): Omit<Finding, 'data' | 'told'> {
  return finding;
}
