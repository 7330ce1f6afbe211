import type { DiffEntry, NothingElse, Pointer, RowCheck } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import { filesOf, snapshotsOf, type Snapshots } from './assets.ts';
import { unknown, type CheckContext, type CheckResult } from './model.ts';
import { matchChanges } from './row.ts';
import { allOf, type Truth } from './truth.ts';
import { brokenWhere } from './where.ts';

/** The write targets: every asset of the evidence that is not there only because the agent linked it. */
function writeTargets(evidence: CaseEvidence): string[] {
  const known = evidence.assets.filter((file) => file.evidence.linked !== true);
  return [...new Set(known.map((file) => file.evidence.asset))];
}

/** The agent's changes that an exception expects: at most as many rows as its count allows. */
function expected(check: RowCheck, snapshots: Snapshots): readonly DiffEntry[] {
  return matchChanges(check, snapshots)
    .filter((match) => match.holds === true)
    .slice(0, check.count?.max)
    .flatMap((match) => match.entries);
}

interface Outcome {
  readonly holds: Truth;
  readonly pointers: readonly Pointer[];
  readonly why: string | null;
}

function checkAsset(asset: string, except: readonly RowCheck[], evidence: CaseEvidence): Outcome {
  const state = snapshotsOf(asset, evidence);
  if (!state.ok) return { holds: null, pointers: [], why: state.why };
  const { after } = state.snapshots;
  const { diff } = after.evidence;
  if (diff === undefined)
    return { holds: null, pointers: [], why: `${asset} has no comparison with the snapshot before the case` };
  const allowed = except
    .filter((check) => check.asset === asset)
    .flatMap((check) => expected(check, state.snapshots));
  const unexpected = diff.filter((entry) => entry.actor?.kind === 'agent' && !allowed.includes(entry));
  const anonymous = diff.some((entry) => entry.actor === null);
  return {
    holds: unexpected.length > 0 ? false : anonymous ? null : true,
    pointers: unexpected.map((entry) => ({ path: after.path, diff: entry })),
    why: anonymous ? `it is not known who changed ${asset}` : null,
  };
}

/** Holds when the agent changed nothing in the assets beyond the expected rows; the unexpected changes are its pointers. */
export function nothingElseResult(check: NothingElse, ctx: CheckContext): CheckResult {
  const { evidence } = ctx;
  const assets = check.assets ?? writeTargets(evidence);
  const except = check.except ?? [];
  const read = assets.flatMap((asset) => filesOf(asset, evidence));
  const broken = except
    .flatMap((one) => [one.where, one.from, one.to])
    .map(brokenWhere)
    .find((why) => why !== null);
  if (broken !== undefined) return unknown(broken, read);
  const outcomes = assets.map((asset) => checkAsset(asset, except, evidence));
  const holds = allOf(outcomes.map((outcome) => outcome.holds));
  const pointers = outcomes.flatMap((outcome) => outcome.pointers);
  const where = assets.length === 0 ? 'no asset' : assets.join(', ');
  const unsure = outcomes.find((outcome) => outcome.holds === null)?.why ?? '';
  const reason =
    holds === null
      ? unsure
      : holds
        ? `the agent changed nothing else in ${where}`
        : `the agent made ${pointers.length} unexpected changes in ${where}`;
  return { holds, pointers: holds === null ? [] : pointers, read, reason };
}
