import type { DiffEntry, RowCheck } from '../../../schemas/index.ts';
import { filesOf, snapshotsOf, type Snapshots } from './assets.ts';
import { applied, placeOf, rowChanges, touchedFields, type RowChange } from './changes.ts';
import { unknown, type CheckContext, type CheckResult } from './model.ts';
import { allOf, countHolds, countWords, type Truth } from './truth.ts';
import { brokenWhere, fieldsOf, testWhere } from './where.ts';

/** A row that may match, with the changes that decide it. */
export interface RowMatch {
  readonly holds: Truth;
  readonly entries: readonly DiffEntry[];
}

const byAgent = (entry: DiffEntry): boolean => entry.actor?.kind === 'agent';

/** Whether a row with only these changes made to it is the change that the check means. */
function testChange(check: RowCheck, change: RowChange, entries: readonly DiffEntry[]): Truth {
  if (entries.length === 0) return false;
  const after = applied(change.before, entries);
  if (change.kind === 'added')
    return allOf([check.from === undefined, testWhere(check.where, after), testWhere(check.to, after)]);
  const before = [testWhere(check.where, change.before), testWhere(check.from, change.before)];
  if (change.kind === 'removed') return allOf([check.to === undefined, ...before]);
  return allOf([decisive(check, entries).length > 0, ...before, testWhere(check.to, after)]);
}

/** The entries that touch a field which `from` or `to` speaks of; all entries when they name none. */
function decisive(check: RowCheck, entries: readonly DiffEntry[]): readonly DiffEntry[] {
  const fields = [...fieldsOf(check.from), ...fieldsOf(check.to)];
  if (fields.length === 0) return entries;
  return entries.filter((entry) => touchedFields(entry).some((field) => fields.includes(field)));
}

/**
 * Whether the agent made this change. What others changed in the same row is left out: the row is looked at as it
 * stood before with only the agent's changes. Where the platform does not tell who made a change, the change is
 * tried both ways, and is unknown when that makes a difference.
 */
function matchChange(check: RowCheck, change: RowChange): RowMatch {
  const sure = change.entries.filter(byAgent);
  const possible = change.entries.filter((entry) => byAgent(entry) || entry.actor === null);
  const low = testChange(check, change, sure);
  const high = testChange(check, change, possible);
  const holds = low === high ? low : null;
  const entries = change.kind === 'changed' ? decisive(check, sure) : sure;
  return { holds, entries: holds === true ? entries : [] };
}

/** The changes of a table that a check (`added`, `removed`, `changed`) means, each with its truth. */
export function matchChanges(check: RowCheck, snapshots: Snapshots): RowMatch[] {
  return rowChanges(snapshots)
    .filter((change) => change.kind === check.change)
    .map((change) => matchChange(check, change));
}

/** Rows that stand after the case, whoever wrote them; the agent's changes to them are the evidence. */
function presentRows(check: RowCheck, { before, after }: Snapshots): RowMatch[] {
  return (after.evidence.rows ?? []).map((row) => {
    const earlier = before?.evidence.rows?.find((old) => old.record_id === row.record_id)?.fields;
    const holds = allOf([
      testWhere(check.where, row.fields),
      testWhere(check.to, row.fields),
      check.from === undefined || (earlier !== undefined && testWhere(check.from, earlier)),
    ]);
    const entries = (after.evidence.diff ?? []).filter(
      (entry) => byAgent(entry) && placeOf(entry.path).record === row.record_id,
    );
    return { holds, entries: holds === true ? entries : [] };
  });
}

const WORDS = {
  added: 'rows that the agent added to',
  removed: 'rows that the agent removed from',
  changed: 'rows that the agent changed in',
  present: 'rows that stand after the case in',
} as const;

/** A row check: as many rows as wanted (at least one) meet the conditions. */
export function rowCheckResult(check: RowCheck, ctx: CheckContext): CheckResult {
  const read = filesOf(check.asset, ctx.evidence);
  const broken = [check.where, check.from, check.to].map(brokenWhere).find((why) => why !== null);
  if (broken !== undefined) return unknown(broken, read);
  const state = snapshotsOf(check.asset, ctx.evidence);
  if (!state.ok) return unknown(state.why, read);
  const { after } = state.snapshots;
  const present = check.change === 'present';
  if (present && after.evidence.rows === undefined)
    return unknown(`${check.asset} was not read as a table`, read);
  if (!present && after.evidence.diff === undefined)
    return unknown(`${check.asset} has no comparison with the snapshot before the case`, read);
  const matches = present ? presentRows(check, state.snapshots) : matchChanges(check, state.snapshots);
  const holds = countHolds(
    matches.map((match) => match.holds),
    check.count,
  );
  const hits = matches.filter((match) => match.holds === true);
  const unsure = matches.some((match) => match.holds === null)
    ? '; the platform does not tell who made a change, or a pattern could not be matched'
    : '';
  return {
    holds,
    pointers: hits.flatMap((match) => match.entries.map((diff) => ({ path: after.path, diff }))),
    read,
    reason: `${hits.length} ${WORDS[check.change]} ${check.asset} meet the conditions (wanted: ${countWords(check.count)})${unsure}`,
  };
}
