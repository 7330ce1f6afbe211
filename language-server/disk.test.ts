import { describe, expect, it } from 'vitest';
import {
  CodeLensRefreshRequest,
  DiagnosticRefreshRequest,
  FileChangeType,
} from 'vscode-languageserver-protocol';
import { CARD, evalsetWith, EVALSET, WORLD } from '../engine/evalset/testing.ts';
import { MODERN } from './testing/client.ts';
import { scene } from './testing/scene.ts';

const moved = (folder: string, files: Record<string, string> = evalsetWith()) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace('/e', folder), text]));
const WRONG = CARD.replace('asker: mia', 'asker: mya');

describe('changes on the disk', () => {
  it('a file that goes, comes back and changes', async () => {
    const { client, disk } = await scene(evalsetWith());
    expect(await client.places('/e/evalset.yaml')).toEqual([]);
    disk.texts.delete('/e/a.case.yaml');
    await client.onDisk('/e/a.case.yaml', FileChangeType.Deleted);
    expect(await client.places('/e/evalset.yaml')).toEqual([
      '/e/evalset.yaml:3:9-3:20 error sundowner/missing-file',
    ]);
    expect(await client.places('/e/a.case.yaml')).toEqual([]);
    disk.texts.set('/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mya'));
    await client.onDisk('/e/a.case.yaml', FileChangeType.Created);
    expect(await client.places('/e/evalset.yaml')).toEqual([]);
    expect(await client.places('/e/a.case.yaml')).toEqual([
      '/e/a.case.yaml:4:8-4:11 error sundowner/dangling-actor',
    ]);
    disk.texts.set('/e/a.case.yaml', CARD);
    await client.onDisk('/e/a.case.yaml', FileChangeType.Changed);
    expect(await client.places('/e/a.case.yaml')).toEqual([]);
  });

  it('a folder that goes takes its evalset along', async () => {
    const files = Object.fromEntries(
      Object.entries(evalsetWith()).map(([name, text]) => [`/w${name}`, text]),
    );
    const { client, disk } = await scene(files, { folders: ['/w'] });
    await client.open('/w/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mya'));
    expect(await client.places('/w/e/a.case.yaml')).toHaveLength(1);
    for (const name of Object.keys(files)) disk.texts.delete(name);
    await client.onDisk('/w/e', FileChangeType.Deleted);
    // What is left is the open buffer: a lone file, whose keys nothing can tell.
    expect(await client.places('/w/e/a.case.yaml')).toEqual([]);
  });

  it('are heard of in a workspace folder that another one would skip', async () => {
    const { client, disk } = await scene(moved('/w/dist/e'), { folders: ['/w', '/w/dist/e'] });
    expect(await client.places('/w/dist/e/a.case.yaml')).toEqual([]);
    disk.texts.set('/w/dist/e/a.case.yaml', WRONG);
    await client.onDisk('/w/dist/e/a.case.yaml', FileChangeType.Changed);
    expect(await client.places('/w/dist/e/a.case.yaml')).toHaveLength(1);
  });

  it('are heard of in a skipped folder, where an evalset names a file there', async () => {
    const world = '/e/dist/w.world.yaml';
    const { client, disk } = await scene(
      evalsetWith({ 'evalset.yaml': EVALSET.replace('w.world.yaml', 'dist/w.world.yaml') }),
    );
    expect((await client.places('/e/evalset.yaml')).join()).toContain('missing-file');
    disk.texts.set(world, WORLD);
    await client.onDisk(world, FileChangeType.Created);
    expect(await client.places('/e/evalset.yaml')).toEqual([]);
    disk.texts.set(world, WORLD.replace('  ops: {', '  opz: {'));
    await client.onDisk(world, FileChangeType.Changed);
    expect((await client.places('/e/a.case.yaml')).join()).toContain('dangling-group');
    disk.texts.delete(world);
    await client.onDisk('/e/dist', FileChangeType.Deleted);
    expect((await client.places('/e/evalset.yaml')).join()).toContain('missing-file');
  });

  it('an exported evalset finds its world when it comes', async () => {
    const { client, disk } = await scene({ '/e/evalset/cases.json': '[]' });
    expect((await client.places('/e/evalset/cases.json')).join()).toContain('missing-file');
    disk.texts.set('/e/script/world-preset.bound.json', '{}');
    await client.onDisk('/e/script/world-preset.bound.json', FileChangeType.Created);
    expect((await client.places('/e/evalset/cases.json')).join()).not.toContain('missing-file');
  });

  describe('when the client is told of them', () => {
    /** How often the client was told to ask anew for diagnostics and for lenses, by now. */
    async function told(files: Record<string, string>) {
      const workspace = {
        ...MODERN.workspace,
        diagnostics: { refreshSupport: true },
        codeLens: { refreshSupport: true },
      };
      const here = await scene(files, { folders: ['/w'], capabilities: { ...MODERN, workspace } });
      const times = { diagnostics: 0, lenses: 0 };
      let next = (): void => undefined;
      here.client.connection.onRequest(DiagnosticRefreshRequest.type, () => void (times.diagnostics += 1));
      here.client.connection.onRequest(CodeLensRefreshRequest.type, () => {
        times.lenses += 1;
        next();
      });
      const more = () => new Promise<void>((resolve) => (next = resolve));
      return { ...here, times, more };
    }

    it('what no evalset knows comes and goes in silence', async () => {
      const { client, times } = await told(moved('/w/e'));
      expect(await client.lenses('/w/e/a.case.yaml')).toHaveLength(2);
      for (const path of ['/w/out/a.json', '/w/e/x.yaml', '/w/a.o', '/w/e/dist', '/w/runs/b/manifest.json'])
        for (const type of [FileChangeType.Created, FileChangeType.Deleted] as const)
          await client.onDisk(path, type);
      expect(await client.pull('/w/e/a.case.yaml')).toEqual([]);
      expect(times).toEqual({ diagnostics: 0, lenses: 0 });
      await client.onDisk('/w/e/w.world.yaml', FileChangeType.Changed);
      await client.pull('/w/e/a.case.yaml');
      expect(times).toEqual({ diagnostics: 1, lenses: 1 });
    });

    it('a folder that comes whole brings its evalset', async () => {
      const { client, disk, more } = await told({ '/w/other/note.md': '' });
      await client.open('/w/in/e/a.case.yaml', CARD);
      expect(await client.lenses('/w/in/e/a.case.yaml'), 'a lone card cannot be run').toHaveLength(1);
      for (const [name, text] of Object.entries(moved('/w/in/e'))) disk.texts.set(name, text);
      const again = more();
      await client.onDisk('/w/in', FileChangeType.Created);
      await again;
      expect(await client.lenses('/w/in/e/a.case.yaml')).toHaveLength(2);
    });
  });

  it('without a watcher the disk is asked each time', async () => {
    const { client, disk } = await scene(evalsetWith(), {
      capabilities: { textDocument: { diagnostic: {} } },
    });
    expect(await client.places('/e/a.case.yaml')).toEqual([]);
    disk.texts.set('/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mya'));
    expect(await client.places('/e/a.case.yaml')).toHaveLength(1);
  });
});
