import { describe, expect, it } from 'vitest';
import { DidOpenTextDocumentNotification } from 'vscode-languageserver-protocol';
import { CARD, evalsetWith, EVALSET, WORLD } from '../engine/evalset/testing.ts';
import { scene } from './testing/scene.ts';

const TWO = EVALSET.replace('[a.case.yaml]', '[a.case.yaml, b.case.yaml]');
const B = CARD.replace('A1', 'B1');

/** Cards as exported: the same evalset in JSON, its texts with escapes. */
const exported = (card: string) => ({
  '/e/evalset/cases.json': `[\n${card}\n]`,
  '/e/script/world-preset.json': JSON.stringify({
    scenario_id: 'w',
    schema_version: 2,
    label: 'W',
    render: { agent_name: 'Bo #1', kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00', exec_params: {} },
    actors: { mia: { display_name: 'Mia' } },
    groups: { ops: { name: '#ops', members: ['mia'] } },
    team_agents: [{ key: 'bo', name: 'Bo #1', groups: ['ops'] }],
  }),
});
const jsonCard = (fields: string) =>
  `{"case_id":"A1","storyline":"s","group_key":"ops","asker":"mia",${fields}}`;

describe('diagnostics at exact ranges', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'a key of no group',
      '/e/a.case.yaml',
      evalsetWith({ 'a.case.yaml': CARD.replace('group_key: ops', 'group_key: ⟦opz⟧') }),
    ],
    [
      'a tag in a block, after CJK and an emoji',
      '/e/a.case.yaml',
      evalsetWith({
        'a.case.yaml': CARD.replace(
          '[CP1·结果][必选] Names the place',
          '[CP1·结果][必选] 说出🚢地点\n  ⟦[CP2·结果]⟧⟦[必修]⟧ 其余',
        ),
      }),
    ],
    [
      'an eaten prompt',
      '/e/a.case.yaml',
      evalsetWith({
        'a.case.yaml': CARD.replace('|-\n      @Bo Where does it stand?', '⟦把进展同步到 #客服群⟧'),
      }),
    ],
    ['an unknown key', '/e/w.world.yaml', evalsetWith({ 'w.world.yaml': `${WORLD}⟦colour⟧: red\n` })],
    [
      'a missing file',
      '/e/evalset.yaml',
      evalsetWith({ 'evalset.yaml': TWO.replace('b.case.yaml', '⟦b.case.yaml⟧') }),
    ],
    [
      'windows line ends',
      '/e/a.case.yaml',
      evalsetWith({ 'a.case.yaml': CARD.replace('asker: mia', 'asker: ⟦mya⟧').replaceAll('\n', '\r\n') }),
    ],
    [
      'a placeholder behind escapes in JSON',
      '/e/evalset/cases.json',
      exported(
        jsonCard(
          String.raw`"turns":[{"turn":1,"kind":"query","speaker":"mia","text":"\"A\"\n\u4f60\ud83d\ude80 ⟦{{D\u002b\u002b1}}⟧?"}],"checkpoints_raw":"[CP1·结果][必选] x"`,
        ),
      ),
    ],
    [
      'a line of checkpoints in JSON',
      '/e/evalset/cases.json',
      exported(
        jsonCard(
          String.raw`"turns":[{"turn":1,"kind":"query","speaker":"mia","text":"q"}],"checkpoints_raw":"[CP1·结果][必选] \u4e00\t\"x\"\n⟦no tags \\ here⟧\n[扣分] y","seed_refs":[]`,
        ).replace('[CP1', String.raw`[CP9·结果][必选] z\n[CP1`),
      ),
    ],
  ])('%s', async (_name, path, files) => {
    const { client, places } = await scene(files);
    expect((await client.places(path)).map((line) => line.split(' ')[0])).toEqual(places);
  });

  it('says where it is from, how bad it is, and its code', async () => {
    const { client } = await scene(
      evalsetWith({ 'a.case.yaml': CARD.replace('seed_refs: [plan]', 'seed_refs: [secret]') }),
    );
    expect(await client.places('/e/a.case.yaml')).toEqual([
      '/e/a.case.yaml:13:13-13:19 warning sundowner/seed-ref-not-shared',
    ]);
  });
});

describe('unsaved buffers', () => {
  it('an edit in the world changes what a case says, and only the world is read again', async () => {
    const { client, disk } = await scene(evalsetWith());
    await client.open('/e/w.world.yaml', WORLD);
    expect(await client.places('/e/a.case.yaml')).toEqual([]);
    const reads = disk.reads.get('/e/a.case.yaml');
    await client.change('/e/w.world.yaml', WORLD.replace('  ops: {', '  opz: {'));
    expect(await client.places('/e/a.case.yaml')).toEqual([
      '/e/a.case.yaml:3:12-3:15 error sundowner/dangling-group',
    ]);
    await client.close('/e/w.world.yaml');
    expect(await client.places('/e/a.case.yaml')).toEqual([]);
    expect(disk.reads.get('/e/a.case.yaml')).toBe(reads);
  });

  it('takes increments', async () => {
    const { client } = await scene(evalsetWith());
    await client.open('/e/a.case.yaml', CARD);
    const at = (character: number) => ({ line: 2, character });
    await client.change('/e/a.case.yaml', 'z', { start: at(13), end: at(14) });
    expect(await client.places('/e/a.case.yaml')).toEqual([
      '/e/a.case.yaml:3:12-3:15 error sundowner/dangling-group',
    ]);
  });

  it('a new file that is not saved yet belongs to its evalset', async () => {
    const { client } = await scene(evalsetWith({ 'evalset.yaml': TWO }));
    expect(await client.places('/e/evalset.yaml')).toEqual([
      '/e/evalset.yaml:3:22-3:33 error sundowner/missing-file',
    ]);
    await client.open('/e/b.case.yaml', B.replace('asker: mia', 'asker: mya'));
    expect(await client.places('/e/evalset.yaml')).toEqual([]);
    expect(await client.places('/e/b.case.yaml')).toEqual([
      '/e/b.case.yaml:4:8-4:11 error sundowner/dangling-actor',
    ]);
  });

  it('an evalset that is not saved yet is one', async () => {
    const files = { ...evalsetWith({ 'a.case.yaml': CARD.replace('asker: mia', 'asker: mya') }) };
    const { client } = await scene(
      Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith('evalset.yaml'))),
    );
    expect(await client.places('/e/a.case.yaml')).toEqual([]);
    await client.open('/e/evalset.yaml', EVALSET);
    expect(await client.places('/e/a.case.yaml')).toEqual([
      '/e/a.case.yaml:4:8-4:11 error sundowner/dangling-actor',
    ]);
  });

  it('a byte order mark shifts nothing: editors do not count it', async () => {
    const wrong = `\uFEFF${CARD.replace('case_id: A1', 'case_idd: A1')}`;
    const { client } = await scene(evalsetWith({ 'a.case.yaml': wrong }));
    const key = '/e/a.case.yaml:1:1-1:9 error sundowner/unknown-key';
    expect(await client.places('/e/a.case.yaml')).toContain(key);
    await client.open('/e/a.case.yaml', wrong);
    expect(await client.places('/e/a.case.yaml')).toContain(key);
  });
});

describe('whose files they are', () => {
  const broken = CARD.replace('asker: mia\n', '');
  it.each<[string, string, string]>([
    ['somebody else’s JSON', '/w/package.json', '{"name":"x","version":"1.0.0","turns":3}'],
    ['somebody else’s YAML', '/w/compose.yaml', 'services: {}\nchecks: 3\n'],
    ['JSON with syntax errors', '/w/data.json', '{"a":'],
    ['a frozen copy in runs', '/w/runs/b1/evalset/a.case.yaml', broken],
    ['a package', '/w/node_modules/x/a.case.yaml', broken],
    ['a hidden folder', '/w/.cache/a.case.yaml', broken],
    ['a file of no file scheme', 'git:/w/a.case.yaml', broken],
  ])('%s has none', async (_name, path, text) => {
    const { client } = await scene({ [path]: text }, { folders: ['/w'] });
    if (path.startsWith('git:')) {
      const textDocument = { uri: path, languageId: 'evalset', version: 1, text };
      await client.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    } else await client.open(path, text);
    expect(await client.places(path)).toEqual([]);
  });

  it('a frozen copy outside of runs has none', async () => {
    const path = '/w/kept/b1/evalset/a.case.yaml';
    const batch = {
      '/w/kept/b1/manifest.json': '{}',
      '/w/kept/b1/journal.jsonl': '',
      '/w/kept/b1/evalset/evalset.yaml': EVALSET,
    };
    const { client } = await scene({ ...batch, [path]: broken }, { folders: ['/w'] });
    expect(await client.places(path)).toEqual([]);
  });

  it.each([
    ['/w/a.case.yaml', broken],
    ['/elsewhere/a.case.yaml', broken],
    ['/w/card.json', '{"case_id":"A","turns":[],"checkpoints_raw":"[CP1·结果][必选] x"}'],
  ])('a lone file has those of its shape: %s', async (path, text) => {
    const { client } = await scene({}, { folders: ['/w'] });
    await client.open(path, text);
    expect((await client.places(path)).join('\n')).toContain('sundowner/missing-key');
  });
});
