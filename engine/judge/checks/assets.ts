import type { AssetFile, CaseEvidence } from '../../evidence/model.ts';

/** The snapshots of an asset around the case. */
export interface Snapshots {
  readonly before: AssetFile | null;
  readonly after: AssetFile;
}

export type AssetState =
  | { readonly ok: true; readonly snapshots: Snapshots }
  | { readonly ok: false; readonly why: string };

/**
 * Finds an asset's closing snapshot (the one that is compared with an earlier one, else the latest) and the one
 * before. Says why when there is none, or when it could not be read.
 */
export function snapshotsOf(asset: string, evidence: CaseEvidence): AssetState {
  const files = evidence.assets
    .filter((file) => file.evidence.asset === asset)
    .sort((a, b) => Date.parse(a.evidence.at) - Date.parse(b.evidence.at));
  const after = files.findLast((file) => file.evidence.compare_to !== undefined) ?? files.at(-1);
  if (after === undefined) return { ok: false, why: `${asset} is not in the evidence of this case` };
  const unreadable = files.find((file) => file.evidence.unreadable !== undefined);
  if (unreadable !== undefined)
    return { ok: false, why: `${asset} could not be read: ${unreadable.evidence.unreadable ?? ''}` };
  const named = files.find((file) => file.evidence.step === after.evidence.compare_to);
  const before = named ?? files.find((file) => file !== after) ?? null;
  return { ok: true, snapshots: { before, after } };
}

/** The evidence files of an asset. */
export function filesOf(asset: string, evidence: CaseEvidence): string[] {
  return evidence.assets.filter((file) => file.evidence.asset === asset).map((file) => file.path);
}
