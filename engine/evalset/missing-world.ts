import path from 'node:path';
import { findingAt, findingOnFile } from './finding.ts';
import type { Layout } from './layout.ts';
import type { LoadedFile } from './load-file.ts';
import type { Finding } from './model.ts';
import { tell } from './told.ts';

/** Whether a file holds cards on skills, which need no world. */
export const onSkills = ({ kind }: LoadedFile): boolean => kind === 'skill-card' || kind === 'skill-cards';

/** The finding on an evalset that names no world though its cases need one. */
export function missingWorld(root: string, layout: Layout, cases: readonly LoadedFile[]): Finding[] {
  if (layout.world !== null || (cases.length > 0 && cases.every(onSkills))) return [];
  if (layout.file === null)
    return [
      findingOnFile(
        path.join(root, 'evalset', 'cases.json'),
        'missing-file',
        tell`The world of this evalset is missing. Put it at script/world-preset.json (or script/world-preset.bound.json).`,
      ),
    ];
  const { document } = layout.file;
  const named = typeof document.value === 'object' && document.value !== null && 'world' in document.value;
  // A name that leads nowhere has a finding of its own.
  if (named) return [];
  return [
    findingAt(
      { file: document, at: [], locate: { what: 'key' } },
      'missing-key',
      'error',
      tell`The key "world" is missing (a text): the cases of this evalset are played in a world. Add it here.`,
    ),
  ];
}
