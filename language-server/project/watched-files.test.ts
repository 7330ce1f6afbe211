import { expect, it } from 'vitest';
import { memoryDisk } from '../testing/connect.ts';
import { WatchedFiles } from './watched-files.ts';

it('asks a disk again that refused, and not one that answered', async () => {
  const disk = memoryDisk(new Map([['/e/a.yaml', 'a']]));
  const files = new WatchedFiles(disk.files);
  files.watched = true;
  disk.fault = new Error('EMFILE');
  await expect(files.read('/e/a.yaml')).rejects.toThrow('EMFILE');
  disk.fault = undefined;
  expect(await files.read('/e/a.yaml')).toBe('a');
  expect(await files.read('/e/a.yaml')).toBe('a');
  expect(disk.reads.get('/e/a.yaml')).toBe(2);
});
