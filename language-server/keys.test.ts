import { describe, expect, it } from 'vitest';
import {
  DefinitionRequest,
  DocumentHighlightRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type Location,
} from 'vscode-languageserver-protocol';
import { CARD, evalsetWith, placeOf, WORLD, type MarkedFiles } from '../engine/evalset/testing.ts';
import { SKILL } from '../engine/evalset/skill.fixture.ts';
import { pathOf, uriOf } from './project/uris.ts';
import { applied } from './testing/edits.ts';
import { cursorIn, scene } from './testing/scene.ts';

const NPC = `actor_key: 'mia'
name: Mia
role: Pilot
groups: ["ops"]
persona_prompt: |-
  Mia is brief.
knowledge: []
silence_rules:
  - { case_id: A1, rule: silent }
`;
const CHECKS = `checks:
  A1:
    CP1: { message: { mentions: mia, author: mia } }
`;
const META = '{ "cases": { "A1": { "scene_l1": "x" } } }\n';
const EVALSET = `name: e
version: V1
cases: [a.case.yaml]
world: w.world.yaml
npcs: [mia.npc.yaml]
`;
const ALL: MarkedFiles = evalsetWith({
  'evalset.yaml': EVALSET,
  'mia.npc.yaml': NPC,
  'cases.checks.yaml': CHECKS,
  'cases.meta.json': META,
});

/** The files with the cursor in one of them, served. */
async function at(file: string, marked: string, files: MarkedFiles = ALL, locale = 'en') {
  const { text, position } = cursorIn(marked);
  const found = await scene({ ...files, [file]: text }, { locale });
  return { ...found, params: { textDocument: { uri: uriOf(file) }, position } };
}

const places = (locations: readonly Location[]): string[] =>
  locations.map(({ uri, range }) => placeOf(pathOf(uri) ?? uri, range.start, range.end)).sort();

describe('definition', () => {
  it.each<[string, string, string, MarkedFiles]>([
    [
      'an asker',
      '/e/a.case.yaml',
      CARD.replace('asker: mia', 'asker: mi‸a'),
      { '/e/w.world.yaml': WORLD.replace('  mia:', '  ⟦mia⟧:') },
    ],
    [
      'a group',
      '/e/a.case.yaml',
      CARD.replace('group_key: ops', 'group_key: ‸ops'),
      { '/e/w.world.yaml': WORLD.replace('  ops:', '  ⟦ops⟧:') },
    ],
    [
      'an asset in a list',
      '/e/a.case.yaml',
      CARD.replace('[plan]', '[plan‸]'),
      { '/e/w.world.yaml': WORLD.replace('  plan:', '  ⟦plan⟧:') },
    ],
    [
      'a case that is a key',
      '/e/cases.checks.yaml',
      CHECKS.replace('A1', 'A‸1'),
      { '/e/a.case.yaml': CARD.replace('A1', '⟦A1⟧') },
    ],
    [
      'a case in JSON',
      '/e/cases.meta.json',
      META.replace('A1', 'A‸1'),
      { '/e/a.case.yaml': CARD.replace('A1', '⟦A1⟧') },
    ],
    [
      'an author of a check',
      '/e/cases.checks.yaml',
      CHECKS.replace('author: mia', 'author: m‸ia'),
      { '/e/w.world.yaml': WORLD.replace('  mia:', '  ⟦mia⟧:') },
    ],
  ])('of %s', async (_, file, marked, marks) => {
    const { client, params } = await at(file, marked);
    const { places: expected } = await scene(marks);
    const found = await client.connection.sendRequest(DefinitionRequest.type, params);
    expect(places([found ?? []].flat() as Location[])).toEqual(expected);
  });

  it.each<[string, string]>([
    ['a text', CARD.replace('@Bo Where', '@B‸o Where')],
    ['an enum', CARD.replace('kind: query', 'kind: q‸uery')],
    ['a key of the model', CARD.replace('asker:', 'as‸ker:')],
  ])('of %s is none', async (_, marked) => {
    const { client, params } = await at('/e/a.case.yaml', marked);
    expect(await client.connection.sendRequest(DefinitionRequest.type, params)).toEqual([]);
  });
});

describe('references', () => {
  it('of a person: every file, quoted or not', async () => {
    const { client, params } = await at('/e/w.world.yaml', WORLD.replace('  mia:', '  mi‸a:'));
    const found = await client.connection.sendRequest(ReferencesRequest.type, {
      ...params,
      context: { includeDeclaration: false },
    });
    expect(places(found ?? [])).toEqual([
      '/e/a.case.yaml:4:8-4:11',
      '/e/a.case.yaml:8:14-8:17',
      '/e/cases.checks.yaml:3:33-3:36',
      '/e/cases.checks.yaml:3:46-3:49',
      '/e/mia.npc.yaml:1:13-1:16',
      '/e/w.world.yaml:9:34-9:37',
    ]);
  });

  it('of a case, with its definition', async () => {
    const { client, params } = await at('/e/mia.npc.yaml', NPC.replace('A1', '‸A1'));
    const found = await client.connection.sendRequest(ReferencesRequest.type, {
      ...params,
      context: { includeDeclaration: true },
    });
    expect(places(found ?? [])).toEqual([
      '/e/a.case.yaml:1:10-1:12',
      '/e/cases.checks.yaml:2:3-2:5',
      '/e/cases.meta.json:1:15-1:17',
      '/e/mia.npc.yaml:9:16-9:18',
    ]);
  });

  it('are marked in the open file', async () => {
    const { client, params } = await at('/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mi‸a'));
    const found = await client.connection.sendRequest(DocumentHighlightRequest.type, params);
    expect((found ?? []).map(({ range }) => range.start.line)).toEqual([3, 7]);
  });
});

describe('rename', () => {
  async function renamed(file: string, marked: string, newName: string, files = ALL, locale?: string) {
    const { client, params, disk } = await at(file, marked, files, locale);
    const edit = await client.connection.sendRequest(RenameRequest.type, { ...params, newName });
    return applied(edit, disk.texts);
  }

  it('changes every file, and keeps quotes', async () => {
    const changed = await renamed('/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mi‸a'), 'maria');
    expect(changed).toEqual(
      new Map([
        ['/e/a.case.yaml', CARD.replaceAll('mia', 'maria')],
        ['/e/cases.checks.yaml', CHECKS.replaceAll('mia', 'maria')],
        ['/e/mia.npc.yaml', NPC.replace("'mia'", "'maria'")],
        ['/e/w.world.yaml', WORLD.replace('  mia:', '  maria:').replace('[mia,', '[maria,')],
      ]),
    );
  });

  it.each<[string, string, string, string, readonly string[]]>([
    [
      'a group',
      '/e/a.case.yaml',
      CARD.replace('group_key: ops', 'group_key: ops‸'),
      'yard',
      ['/e/a.case.yaml', '/e/mia.npc.yaml', '/e/w.world.yaml'],
    ],
    [
      'a case from JSON',
      '/e/cases.meta.json',
      META.replace('A1', 'A1‸'),
      'B2',
      ['/e/a.case.yaml', '/e/cases.checks.yaml', '/e/cases.meta.json', '/e/mia.npc.yaml'],
    ],
    ['an agent', '/e/w.world.yaml', WORLD.replace('key: bo', 'key: b‸o'), 'pilot', ['/e/w.world.yaml']],
  ])('changes %s', async (_, file, marked, name, expected) => {
    expect([...(await renamed(file, marked, name)).keys()].sort()).toEqual(expected);
  });

  it('puts a plain name in quotes that YAML would take for a number', async () => {
    const changed = await renamed('/e/a.case.yaml', CARD.replace('A1', 'A‸1'), '12');
    expect(changed.get('/e/a.case.yaml')).toBe(CARD.replace('A1', "'12'"));
    expect(changed.get('/e/cases.meta.json')).toBe(META.replace('A1', '12'));
    expect(changed.get('/e/cases.checks.yaml')).toBe(CHECKS.replace('A1', '12'));
  });

  it('leaves a literal text of the same letters', async () => {
    const told = CARD.replace('Where does it stand?', 'mia asks: mia?');
    const changed = await renamed('/e/a.case.yaml', told.replace('asker: mia', 'asker: mi‸a'), 'maria');
    expect(changed.get('/e/a.case.yaml')).toContain('@Bo mia asks: mia?');
  });

  it.each<[string, string, string, RegExp]>([
    ['taken', CARD.replace('asker: mia', 'asker: mi‸a'), 'ron', /already an actor "ron"/],
    ['unsafe', CARD.replace('asker: mia', 'asker: mi‸a'), 'a b/c', /cannot be a key/],
    ['the word for whoever asks', CARD.replace('asker: mia', 'asker: mi‸a'), 'asker', /whoever asks/],
  ])('refuses a name that is %s', async (_, marked, name, reason) => {
    await expect(renamed('/e/a.case.yaml', marked, name)).rejects.toThrow(reason);
  });

  it('refuses the name of a skill, which is that of its folder', async () => {
    const files = {
      '/e/evalset.yaml': 'name: e\nversion: V1\ncases: [a.yaml]\n',
      '/e/skills/berthing/SKILL.md': SKILL,
    };
    const marked = '- kind: skill\n  case_id: B1\n  skills: [berth‸ing]\n';
    await expect(renamed('/e/a.yaml', marked, 'mooring', files)).rejects.toThrow(/rename skills\/berthing/);
  });

  it('refuses while a file of the evalset cannot be read whole', async () => {
    const files = { ...ALL, '/e/cases.checks.yaml': 'checks: { A1: [\n' };
    const marked = CARD.replace('asker: mia', 'asker: mi‸a');
    await expect(renamed('/e/a.case.yaml', marked, 'x', files, 'zh-cn')).rejects.toThrow(
      /cases\.checks\.yaml 无法完整读取/,
    );
  });

  it('is not offered in a frozen copy, nor does it change one', async () => {
    const frozen = '/e/runs/b/evalset/cases/a.case.yaml';
    const files = { ...ALL, '/e/runs/b/manifest.json': '{}', [frozen]: CARD };
    const { client, params } = await at(frozen, CARD.replace('asker: mia', 'asker: mi‸a'), files);
    await expect(client.connection.sendRequest(PrepareRenameRequest.type, params)).rejects.toThrow(/froze/);
    const changed = await renamed('/e/a.case.yaml', CARD.replace('asker: mia', 'asker: mi‸a'), 'x', files);
    expect([...changed.keys()]).not.toContain(frozen);
  });

  it('says what it would change', async () => {
    const { client, params } = await at('/e/mia.npc.yaml', NPC.replace("'mia'", "'m‸ia'"));
    expect(await client.connection.sendRequest(PrepareRenameRequest.type, params)).toEqual({
      range: { start: { line: 0, character: 12 }, end: { line: 0, character: 15 } },
      placeholder: 'mia',
    });
  });
});
