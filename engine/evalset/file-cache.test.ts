import { describe, expect, it, vi } from 'vitest';
import { inspectEvalset } from './check.ts';
import { FileCache } from './file-cache.ts';
import { noFiles, overlayFiles } from './overlay-files.ts';
import { readSource } from './source.ts';
import { CARD, evalsetWith, shown, WORLD } from './testing.ts';

const files = (changes: Readonly<Record<string, string>> = {}) =>
  overlayFiles(new Map(Object.entries(evalsetWith(changes))), noFiles());

async function inspect(cache: FileCache | undefined, changes?: Readonly<Record<string, string>>) {
  return inspectEvalset('/e', files(changes), undefined, cache);
}

describe('a file cache', () => {
  it('keeps what did not change, and reads again what did', async () => {
    const cache = new FileCache();
    const before = await inspect(cache);
    const after = await inspect(cache, { 'w.world.yaml': WORLD.replace('  ops: {', '  opz: {') });
    const changed = after.loaded.files.filter((file) => !before.loaded.files.includes(file));
    expect(changed.map((file) => file.document.path)).toEqual(['/e/w.world.yaml']);
  });

  it('says the same as a reading without it, also about other files than the changed one', async () => {
    const cache = new FileCache();
    await inspect(cache);
    for (const world of [WORLD.replace('  ops: {', '  opz: {'), 'actors: [', '', WORLD]) {
      const changes = { 'w.world.yaml': world };
      const [cached, fresh] = [await inspect(cache, changes), await inspect(undefined, changes)];
      expect(cached.findings.map(shown)).toEqual(fresh.findings.map(shown));
    }
  });

  it('drops paths that are not to be kept', async () => {
    const cache = new FileCache();
    await inspect(cache);
    cache.keep((path) => path.endsWith('.world.yaml'));
    const isHeld = (file: string, text: string): boolean => {
      const read = vi.fn(() => readSource(file, text));
      cache.document(file, text, read);
      return read.mock.calls.length === 0;
    };
    expect([isHeld('/e/w.world.yaml', WORLD), isHeld('/e/a.case.yaml', CARD)]).toEqual([true, false]);
  });
});
