import path from 'node:path';
import type { KindName } from '../../schemas/kinds.ts';

export type TargetFormat = 'yaml' | 'json';

/** Lists, the kind of their items, and the key that names an item. */
export const LISTS: Partial<
  Record<KindName, { readonly item: KindName; readonly id: string; readonly ending: string }>
> = {
  'case-cards': { item: 'case-card', id: 'case_id', ending: '.case' },
  'skill-cards': { item: 'skill-card', id: 'case_id', ending: '.case' },
  'npc-playbooks': { item: 'npc-playbook', id: 'actor_key', ending: '.npc' },
};

/** What stands before the extension in YAML, by which the editor knows the kind. */
const ENDINGS: Partial<Record<KindName, string>> = {
  'case-card': '.case',
  'skill-card': '.case',
  'npc-playbook': '.npc',
  'world-preset': '.world',
};

/** The name that a file has in the other format, in the same folder. */
export function convertedName(file: string, kind: KindName, to: TargetFormat): string {
  const stem = file.slice(0, file.length - path.extname(file).length);
  const ending = to === 'yaml' ? (ENDINGS[kind] ?? '') : '';
  return `${stem}${stem.endsWith(ending) ? '' : ending}.${to}`;
}
