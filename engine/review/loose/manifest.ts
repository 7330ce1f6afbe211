import { batchManifest, type BatchManifest } from '../../../schemas/index.ts';
import { instant, objectOf, str, strings } from './values.ts';

/** Whether a value is a manifest of ours, be it damaged. Another tool's `manifest.json` has no `batch`. */
export function looksLikeManifest(value: unknown): boolean {
  const v = objectOf(value);
  return v !== undefined && 'identity' in v && 'batch' in v;
}

/** Our manifest, also of a newer version with keys that this one does not know. */
export function looseManifest(value: unknown): BatchManifest | undefined {
  const v = objectOf(value);
  if (v === undefined || !looksLikeManifest(value) || typeof v['batch'] !== 'string') return undefined;
  // Which cases it holds cannot be guessed: without them it would look like a batch that has none.
  if (!Array.isArray(v['cases'])) return undefined;
  const agent = objectOf(v['agent']);
  const identity_ = objectOf(v['identity']);
  const strict = batchManifest.safeParse(v);
  if (strict.success) return strict.data;
  return {
    schema_version: 1,
    batch: v['batch'],
    mode: str(v['mode']),
    label: str(v['label'], v['batch']),
    day0: str(v['day0']),
    identity: {
      evalset: str(identity_?.['evalset']),
      script: str(identity_?.['script']),
      world: str(identity_?.['world']),
    },
    isolation: v['isolation'] === 'sandbox' ? 'sandbox' : 'none',
    platform: { kind: 'local' },
    agent: {
      name: str(agent?.['name']),
      driver: str(agent?.['driver']),
      key: str(agent?.['key']),
      display_name: str(agent?.['display_name'], str(agent?.['name'])),
    },
    judge: str(v['judge']),
    cases: strings(v['cases']),
    created_at: instant(v['created_at']),
    sundowner_version: str(v['sundowner_version']),
  };
}
