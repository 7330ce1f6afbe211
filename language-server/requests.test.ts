import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { CodeLensRequest, FileChangeType } from 'vscode-languageserver-protocol';
import { CARD, evalsetWith, WORLD, EVALSET } from '../engine/evalset/testing.ts';
import { casesOfFile, checkBeforeRun, evalsets, evalsetsChanged } from './protocol.ts';
import { scene, type Scene } from './testing/scene.ts';
import { uriOf } from './project/uris.ts';

const TWO_POINTS = CARD.replace('Names the place\n', 'Names the place\n  [扣分] 🚢 Invents\n');

describe('cases of a file', () => {
  const casesOf = ({ client }: Scene, path: string) =>
    client.connection.sendRequest(casesOfFile, { uri: uriOf(path) });

  it('ids, places and checkpoints of a card', async () => {
    const here = await scene(evalsetWith());
    await here.client.open('/e/a.case.yaml', TWO_POINTS);
    const { version, root, cases } = await casesOf(here, '/e/a.case.yaml');
    expect({ version, root }).toEqual({ version: 1, root: '/e' });
    const range = (line: number, from: number, to: number) => ({
      start: { line, character: from },
      end: { line, character: to },
    });
    expect(cases).toMatchObject([
      {
        id: 'A1',
        title: '@Bo Where does it stand?',
        storyline: 'line',
        group: 'ops',
        idRange: range(0, 9, 11),
        checkpoints: [
          { id: 'CP1', text: '[CP1·结果][必选] Names the place', range: range(11, 2, 30) },
          { id: 'DED1', text: '[扣分] 🚢 Invents', range: range(12, 2, 17) },
        ],
      },
    ]);
  });

  it('in JSON: each checkpoint inside the string, and the hash in the author’s key order', async () => {
    const raw = String.raw`[ {"case_id":"A1", "10":1, "2":2, "turns":[{"text":"\n  q\u0031\nmore"}],"checkpoints_raw":"[CP1·结果][必选] \u4e00\n[扣分] b"} ]`;
    const here = await scene(
      evalsetWith({ 'evalset.yaml': EVALSET.replace('a.case.yaml', 'cases.json'), 'cases.json': raw }),
    );
    const { version, cases } = await casesOf(here, '/e/cases.json');
    const only = cases[0]!;
    expect(version).toBeNull();
    expect(only.title).toBe('q1');
    const json =
      '{"case_id":"A1","10":1,"2":2,"turns":[{"text":"\\n  q1\\nmore"}],"checkpoints_raw":"[CP1·结果][必选] 一\\n[扣分] b"}';
    expect(only.hash).toBe(createHash('sha256').update(json).digest('hex'));
    const sources = only.checkpoints.map(({ range }) =>
      raw.slice(range.start.character, range.end.character),
    );
    expect(sources).toEqual([String.raw`[CP1·结果][必选] \u4e00`, '[扣分] b']);
  });

  it('none of what is not ours, or not there', async () => {
    const here = await scene({ '/e/package.json': '{"name":"x","version":"1"}' });
    for (const path of ['/e/package.json', '/e/none.case.yaml', '/e'])
      expect(await casesOf(here, path)).toEqual({ version: null, root: null, cases: [] });
  });

  it.each(['a/b', '../../etc', 'it’s "quoted" \\ \'x\'', '🚢 汐港', ' A 1 '])(
    'an id of any text: %s',
    async (id) => {
      const here = await scene(evalsetWith());
      await here.client.open('/e/a.case.yaml', CARD.replace('case_id: A1', `case_id: ${JSON.stringify(id)}`));
      expect((await casesOf(here, '/e/a.case.yaml')).cases.map((item) => item.id)).toEqual([id]);
      const lenses = (await here.client.lenses('/e/a.case.yaml')) ?? [];
      expect(lenses[0]?.command?.arguments).toEqual([{ uri: 'file:///e/a.case.yaml', caseId: id }]);
    },
  );
});

describe('evalsets', () => {
  const ask = ({ client }: Scene) => client.connection.sendRequest(evalsets);

  it('every evalset of the folders, without frozen copies', async () => {
    const under = (folder: string, files: Record<string, string> = evalsetWith()) =>
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace('/e', folder), text]));
    const here = await scene(
      {
        ...under('/w/汐港 sets/one'),
        ...under('/w/two', evalsetWith({ 'w.world.yaml': WORLD.replace('mia: {', 'mya: {') })),
        ...under('/w/two/runs/b1/evalset'),
        ...under('/w/node_modules/p'),
        ...under('/w/.x'),
        ...under('/w/kept/b/evalset'),
        '/w/kept/b/manifest.json': '{}',
        '/w/kept/b/evidence/director.jsonl': '',
      },
      { folders: ['/w'] },
    );
    const found = await ask(here);
    expect(found.map(({ root, name, version, file }) => [root, name, version, file])).toEqual([
      ['/w/two', 'e', 'V1', '/w/two/evalset.yaml'],
      ['/w/汐港 sets/one', 'e', 'V1', '/w/汐港 sets/one/evalset.yaml'],
    ]);
    expect(found.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^a\.case\.yaml:4: "mia" is not among/),
      null,
    ]);
    expect(found[1]?.cases).toEqual([
      {
        id: 'A1',
        title: '@Bo Where does it stand?',
        storyline: 'line',
        group: 'ops',
        groupName: '#ops',
        uri: 'file:///w/%E6%B1%90%E6%B8%AF%20sets/one/a.case.yaml',
        idRange: { start: { line: 0, character: 9 }, end: { line: 0, character: 11 } },
        range: { start: { line: 0, character: 0 }, end: { line: 13, character: 0 } },
      },
    ]);
  });

  it('an exported evalset, and one that cannot be read', async () => {
    const here = await scene(
      { '/w/x/evalset/cases.json': '[{"case_id":"A","turns":[]}]', '/w/y/evalset.yaml': 'cases: [' },
      { folders: ['/w'] },
    );
    const found = await ask(here);
    expect(found.map(({ name, file, cases, error }) => [name, file, cases.length, error !== null])).toEqual([
      ['x', '/w/x/evalset/cases.json', 1, true],
      ['y', '/w/y/evalset.yaml', 0, true],
    ]);
  });

  /** Counts how often the client is told. The pause before it passes only when the test says so. */
  function toldOf({ client }: Scene) {
    const told = { times: 0 };
    client.connection.onNotification(evalsetsChanged, () => void (told.times += 1));
    return {
      told,
      /** Lets the pause pass; what is told by it has arrived when this resolves. */
      pause: async () => {
        // Twice: the first answer says that the change has arrived, the second stands behind what was told of it.
        await client.pull('/e/a.case.yaml');
        await vi.runAllTimersAsync();
        await client.pull('/e/a.case.yaml');
        await client.pull('/e/a.case.yaml');
      },
    };
  }
  const patient = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  it('tells when the answer would be another, and not when it would be the same', async () => {
    patient();
    const here = await scene(evalsetWith());
    const { told, pause } = toldOf(here);
    const rename = async (name: string) => {
      here.disk.texts.set('/e/evalset.yaml', EVALSET.replace('name: e', `name: ${name}`));
      await here.client.onDisk('/e/evalset.yaml', FileChangeType.Changed);
      await pause();
    };
    await rename('f');
    expect(told.times, 'nobody asked').toBe(0);
    expect((await ask(here)).map(({ name }) => name)).toEqual(['f']);
    await here.client.open('/e/a.case.yaml', CARD);
    await here.client.change('/e/a.case.yaml', CARD.replace('Names the place', 'Names it'));
    await pause();
    expect(told.times, 'the same').toBe(0);
    await rename('g');
    expect(told.times).toBe(1);
    expect((await ask(here)).map(({ name }) => name)).toEqual(['g']);
  });

  it('tells a client whose first answer failed', async () => {
    patient();
    const here = await scene(evalsetWith());
    const { told, pause } = toldOf(here);
    here.disk.fault = new TypeError('bug');
    expect(await ask(here)).toEqual([]);
    here.disk.fault = undefined;
    await here.client.onDisk('/e/evalset.yaml', FileChangeType.Created);
    await pause();
    expect(told.times).toBe(1);
    expect(await ask(here)).toHaveLength(1);
  });

  it('tells a client that cancelled, though the answer would be what it did not get', async () => {
    patient();
    const here = await scene(evalsetWith());
    const { told, pause } = toldOf(here);
    let release = (): void => undefined;
    here.disk.gate = new Promise((resolve) => (release = resolve));
    const source = new CancellationTokenSource();
    const asked = here.client.connection.sendRequest(evalsets, source.token);
    // Answered at once: the server is at work on the question before it.
    await here.client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: 'git:/e' } });
    source.cancel();
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    release();
    await here.client.onDisk('/e/a.case.yaml', FileChangeType.Changed);
    await pause();
    expect(told.times).toBe(1);
  });
});

describe('before a run', () => {
  const check = ({ client }: Scene, root = '/e') => client.connection.sendRequest(checkBeforeRun, { root });

  it('errors of buffers and of the disk as it is, not warnings', async () => {
    const here = await scene(evalsetWith({ 'a.case.yaml': CARD.replace('[plan]', '[secret]') }));
    expect(await check(here)).toEqual([]);
    // The disk changed, and no event came yet.
    here.disk.texts.set('/e/w.world.yaml', WORLD.replace('  ops: {', '  opz: {'));
    expect((await check(here)).map(({ uri, code }) => `${uri} ${code}`)).toContain(
      'file:///e/a.case.yaml dangling-group',
    );
    await here.client.open('/e/w.world.yaml', WORLD);
    expect(await check(here)).toEqual([]);
    await here.client.open('/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mya'));
    expect(await check(here)).toMatchObject([
      { uri: 'file:///e/a.case.yaml', code: 'dangling-actor', range: { start: { line: 3, character: 7 } } },
    ]);
  });

  it('a folder that is no evalset cannot be run', async () => {
    expect((await check(await scene({}), '/gone')).map(({ code }) => code)).toEqual(['not-an-evalset']);
  });

  it('a check that failed is refused, and is no finding', async () => {
    const here = await scene(evalsetWith());
    here.disk.fault = new TypeError('bug');
    await expect(check(here)).rejects.toThrow('bug');
    here.disk.fault = undefined;
    expect(await check(here)).toEqual([]);
    expect(here.log).toHaveLength(1);
  });
});
