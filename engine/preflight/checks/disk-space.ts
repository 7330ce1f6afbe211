import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { tell } from '../../evalset/index.ts';
import type { Check } from '../model.ts';
import { problemOf } from '../problem.ts';

const MB = 1024 * 1024;
/** Below this a journal can hardly be kept. */
const LEAST = 50 * MB;
/** Evidence of a case with large documents, and as much again. */
const EACH_CASE = 5 * MB;

/** `disk-full`, `disk-space`: where the batch lies there is no room, or little, for what it writes. */
export const diskSpace: Check = async ({ home, script }) => {
  const free = await freeBytes(home);
  if (free === null) return [];
  const cases = script.selection.cases.length;
  const have = `${Math.floor(free / MB)}`;
  if (free < LEAST)
    return [
      problemOf(
        home,
        'blocks',
        'disk-full',
        tell`Only ${have} MB are free here, and a batch that cannot write its journal is lost. Make room, or give another folder with --batch.`,
      ),
    ];
  const want = LEAST + cases * EACH_CASE;
  if (free >= want) return [];
  return [
    problemOf(
      home,
      'warns',
      'disk-space',
      tell`${have} MB are free here, and ${cases} cases may write ${Math.ceil(want / MB)} MB. Make room, or give another folder with --batch.`,
    ),
  ];
};

/** Of the nearest folder that exists; null where the system does not tell. */
async function freeBytes(dir: string): Promise<number | null> {
  for (let at = path.resolve(dir); ; at = path.dirname(at)) {
    const found = await statfs(at).catch(() => null);
    if (found !== null) return found.bavail * found.bsize;
    if (at === path.dirname(at)) return null;
  }
}
