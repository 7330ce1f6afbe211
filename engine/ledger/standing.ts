import type { LedgerFact, Standing, WorldBefore } from '../../schemas/index.ts';
import type { CaseWindow } from '../evidence/windows.ts';

/** A case's playings as one stretch of time. */
export interface Stretch {
  readonly case_id: string;
  readonly group: string;
  readonly from: string;
  readonly to: string | null;
}

const ms = (instant: string): number => Date.parse(instant);

function stretchOf(windows: readonly CaseWindow[]): Stretch | null {
  const [first] = windows;
  const last = windows.at(-1);
  if (first === undefined || last === undefined) return null;
  return { case_id: first.case_id, group: first.group, from: first.from, to: last.to };
}

/** The playing of a case that counts: the first that was not cut short, else the last. */
export function counted(windows: readonly CaseWindow[]): CaseWindow | undefined {
  return windows.find(({ outcome }) => outcome !== 'interrupted') ?? windows.at(-1);
}

/** Playings by case, in their order. */
export function byCase(windows: readonly CaseWindow[]): Map<string, CaseWindow[]> {
  const found = new Map<string, CaseWindow[]>();
  for (const window of windows) found.set(window.case_id, [...(found.get(window.case_id) ?? []), window]);
  return found;
}

/** Every case that has begun, in the order in which they began. */
export function stretchesOf(playings: ReadonlyMap<string, readonly CaseWindow[]>): Stretch[] {
  return [...playings.values()]
    .flatMap((windows) => stretchOf(windows) ?? [])
    .sort((a, b) => ms(a.from) - ms(b.from));
}

const endedBefore = (other: Stretch, own: CaseWindow): boolean =>
  other.to !== null && ms(other.to) <= ms(own.from);
const beganAfter = (other: Stretch, own: CaseWindow): boolean =>
  own.to !== null && ms(other.from) >= ms(own.to);

/** Of the cases that had run before, so many of those that leave nothing are named. */
const NAMED = 50;

/** Which cases had run before a case, and which ran beside it. */
export function neighboursOf(
  own: CaseWindow,
  stretches: readonly Stretch[],
  leaves: (caseId: string) => boolean,
): Omit<WorldBefore, 'facts'> {
  const others = stretches.filter(({ case_id }) => case_id !== own.case_id);
  const before = others.filter((other) => endedBefore(other, own));
  const last = new Set(before.filter(({ case_id }) => !leaves(case_id)).slice(-NAMED));
  const named = before.filter((other) => last.has(other) || leaves(other.case_id));
  return {
    ran_before: named,
    ...(named.length === before.length ? {} : { earlier: before.length - named.length }),
    ran_beside: others.filter((other) => !endedBefore(other, own) && !beganAfter(other, own)),
  };
}

/**
 * How each fact stood when a case began, three-valued. A fact that came about while the case ran may have met it or not.
 *
 * @param named facts that the case's branches name: they are told of also where their case has not been run
 */
export function factsBefore(
  own: CaseWindow,
  playings: ReadonlyMap<string, readonly CaseWindow[]>,
  facts: readonly LedgerFact[],
  named: ReadonlySet<string>,
): Standing[] {
  return facts.flatMap((fact) => {
    if (fact.case_id === own.case_id) return [];
    const other = stretchOf(playings.get(fact.case_id) ?? []);
    const met = other !== null && !beganAfter(other, own);
    return met || named.has(fact.id) ? [standingOf(fact, own, met)] : [];
  });
}

function standingOf(fact: LedgerFact, own: CaseWindow, met: boolean): Standing {
  const { id, case_id, text, at, message_id, evidence } = fact;
  const stand = (stood: boolean | null, reason: string): Standing => ({
    id,
    case_id,
    text,
    stood,
    reason,
    at: stood === true ? at : null,
    ...(stood === true && message_id !== undefined ? { message_id } : {}),
    ...(stood === true && evidence !== undefined ? { evidence } : {}),
  });
  if (!met)
    return fact.came_about === true
      ? stand(false, `case ${case_id} ran only after this one`)
      : stand(false, fact.reason);
  if (fact.came_about === true && at !== null) {
    if (ms(at) <= ms(own.from)) return stand(true, fact.reason);
    if (own.to !== null && ms(fact.since ?? at) > ms(own.to))
      return stand(false, `it came about only after this case (${at})`);
    return stand(null, `it came about while this case ran (${fact.since ?? at}): ${fact.reason}`);
  }
  return stand(fact.came_about === false ? false : null, fact.reason);
}
