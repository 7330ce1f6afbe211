import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { insideBatch } from '../../engine/review/inside.ts';

type FileOfBatch = { readonly file: string } | { readonly refused: 'outside' | 'gone' | 'not a file' };

/**
 * The real place of a file of a batch folder. `given`: a path in that folder, or an absolute one, as problems name
 * their files. It may be anything, so what lies outside, be it through a link, is refused.
 */
export async function fileOfBatch(batch: string, given: string): Promise<FileOfBatch> {
  const relative = await relativeOf(batch, given);
  const file = await insideBatch(batch, relative);
  if (file !== null) return (await stat(file)).isFile() ? { file } : { refused: 'not a file' };
  const named = path.resolve(batch, relative);
  if (given === '' || named === path.resolve(batch)) return { refused: 'not a file' };
  const escapes = !named.startsWith(path.resolve(batch) + path.sep) || given.includes('\0');
  const there = escapes || (await realpath(named).then(Boolean, () => false));
  return { refused: there ? 'outside' : 'gone' };
}

/** With slashes, as pointers have them. The folder may have been opened through a link, and the file be named without. */
async function relativeOf(batch: string, given: string): Promise<string> {
  if (!path.isAbsolute(given)) return given;
  const real = await realpath(batch).catch(() => batch);
  const all = [batch, real].map((root) => path.relative(root, given).split(path.sep).join('/'));
  return all.find((one) => !/^\.\.(\/|$)/.test(one)) ?? given;
}
