import { detectKind, KINDS } from '../../schemas/kinds.ts';
import type { LoadedFile } from '../../engine/evalset/index.ts';

/** Keys that together only our files have. */
const TELLING: readonly (readonly string[])[] = [
  ['case_id', 'turns'],
  ['case_id', 'checkpoints_raw'],
  ['turns', 'checkpoints_raw'],
  ['actors', 'groups'],
  ['actor_key', 'persona_prompt'],
];

/**
 * Whether a file that belongs to no evalset is an author's file of ours: by a name that only ours have, or by keys that
 * only ours have together. A single common key (`checks`, `turns`) in somebody else's YAML or JSON does not make it ours.
 */
export function isOurs({ document, kind }: LoadedFile, languageId?: string): boolean {
  if (kind === undefined || KINDS[kind].role !== 'author') return false;
  if (languageId === 'evalset') return true;
  const named = detectKind(document.path, undefined);
  if (named !== undefined && document.format === 'yaml') return true;
  const value: unknown = Array.isArray(document.value) ? document.value[0] : document.value;
  if (typeof value !== 'object' || value === null) return false;
  return TELLING.some((keys) => keys.every((key) => key in value));
}
