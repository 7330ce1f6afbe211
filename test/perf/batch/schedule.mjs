// How a batch was scheduled, by its journal.
import { readFileSync } from 'node:fs';

/** @returns the cases with their first instant and their end, ms, and the keys that each had locked */
export function playedCases(journalFile) {
  const cases = new Map();
  for (const line of readFileSync(journalFile, 'utf8').trim().split('\n')) {
    const entry = JSON.parse(line);
    if (entry.op !== 'case') continue;
    const one = cases.get(entry.case_id) ?? { id: entry.case_id, group: entry.group };
    if (entry.status === 'intent') {
      one.from ??= Date.parse(entry.ts);
      one.keys = entry.locks;
    } else one.to = Date.parse(entry.ts);
    cases.set(entry.case_id, one);
  }
  return [...cases.values()];
}

/**
 * Wall time of the cases, and the least that any schedule could have taken with these durations and these locks: the
 * cases that hold one key are played one after the other.
 */
export function schedule(cases) {
  const wall = Math.max(...cases.map((c) => c.to)) - Math.min(...cases.map((c) => c.from));
  const load = new Map();
  for (const { from, to, keys } of cases)
    for (const key of keys) load.set(key, (load.get(key) ?? 0) + to - from);
  return { wall, bound: Math.max(...load.values()) };
}

/** Pairs of cases that held one key at the same time: there must be none. */
export function overlaps(cases) {
  const found = [];
  for (const [i, a] of cases.entries())
    for (const b of cases.slice(i + 1))
      if (a.keys.some((key) => b.keys.includes(key)) && a.from < b.to && b.from < a.to)
        found.push([a.id, b.id]);
  return found;
}
