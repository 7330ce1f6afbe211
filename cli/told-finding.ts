import type { Finding } from '../engine/evalset/index.ts';

/** A finding as it is told to programs: what a quick fix needs is the editor's own business. */
export function toldFinding({ data: _data, ...finding }: Finding): Omit<Finding, 'data'> {
  return finding;
}
