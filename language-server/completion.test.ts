import { describe, expect, it } from 'vitest';
import {
  CompletionRequest,
  CompletionResolveRequest,
  type CompletionItem,
  type CompletionList,
  type TextEdit,
} from 'vscode-languageserver-protocol';
import { parseCheckpoints } from '../engine/evalset/index.ts';
import { CARD, EVALSET, evalsetWith, WORLD } from '../engine/evalset/testing.ts';
import { edited } from './testing/edits.ts';
import { MODERN } from './testing/client.ts';
import { cursorIn, scene, type Scene } from './testing/scene.ts';
import { uriOf } from './project/uris.ts';

const CASE = '/e/a.case.yaml';
const CHECKS = '/e/cases.checks.yaml';
const META = '{ "taxonomy": { "tac_dims": ["寻址", "守密"] }, "cases": { "A1": {} } }\n';
const SNIPPETS = {
  ...MODERN,
  textDocument: { ...MODERN.textDocument, completion: { completionItem: { snippetSupport: true } } },
};

interface Asked extends Scene {
  readonly text: string;
  readonly list: CompletionList;
}

async function ask(file: string, marked: string, { snippets = false, locale = 'en' } = {}): Promise<Asked> {
  const { text, position } = cursorIn(marked);
  const found = await scene(
    { ...evalsetWith({ 'cases.meta.json': META }), [file]: text },
    { locale, ...(snippets ? { capabilities: SNIPPETS } : {}) },
  );
  const list = await found.client.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri: uriOf(file) },
    position,
  });
  if (list === null || Array.isArray(list))
    return { ...found, text, list: { isIncomplete: false, items: list ?? [] } };
  return { ...found, text, list };
}

const labels = ({ list }: Asked): string[] =>
  [...list.items]
    .sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))
    .map(({ label }) => label);

/** The text once an item is taken. */
function taken({ text, list }: Asked, label: string): string {
  const item = list.items.find((one) => one.label === label);
  if (item === undefined)
    throw new Error(`no ${label} among ${list.items.map((one) => one.label).join(', ')}`);
  return edited(text, [item.textEdit as TextEdit, ...(item.additionalTextEdits ?? [])]);
}

const LIST = '/e/evalset/cases.json';

it('in a card far down a large file, the same as in a small one', async () => {
  const card = (i: number, lines = '') => `  {\n    "case_id": "L${i}",\n    "turns": []${lines}\n  }`;
  const cards = Array.from({ length: 2000 }, (_, i) => card(i));
  const large = cards.with(1500, card(1500, ',\n    "kin‸"'));
  const asked = await ask(LIST, `[\n${large.join(',\n')}\n]\n`);
  const small = await ask(LIST, `[\n${card(1500, ',\n    "kin‸"')}\n]\n`);
  expect(labels(asked)).toEqual(labels(small));
  expect(taken(asked, 'kind').split('\n').slice(6002, 6007)).toEqual(
    taken(small, 'kind')
      .split('\n')
      .slice(2, 7)
      .map((line) => line.replace(/^ {2}\}$/, '  },').replace(/^\]$/, '  {')),
  );
});

describe('keys', () => {
  it('that must stand come first, those that stand are left out', async () => {
    const asked = await ask(CASE, 'case_id: A1\nstoryline: s\n‸\ngroup_key: ops\n');
    expect(labels(asked).slice(0, 4)).toEqual(['asker', 'turns', 'checkpoints_raw', 'kind']);
    expect(labels(asked)).not.toContain('group_key');
    expect(asked.list.items.find(({ label }) => label === 'asker')?.detail).toBe('text · required');
  });

  it.each<[string, string, string, string, string]>([
    [
      'a key with a text to the letter',
      CASE,
      'case_id: A1\ncheck‸\n',
      'checkpoints_raw',
      'case_id: A1\ncheckpoints_raw: |-\n  \n',
    ],
    [
      'a key of an item',
      CASE,
      'turns:\n  - turn: 1\n    te‸\n',
      'text',
      'turns:\n  - turn: 1\n    text: |-\n      \n',
    ],
    ['the first key of an item', CASE, 'turns:\n  - k‸\n', 'kind', 'turns:\n  - kind: \n'],
    ['a key of an item without its dash', CASE, 'turns:\n  ‸\n', 'kind', 'turns:\n  - kind: \n'],
    ['a key whose colon stands', CASE, 'case_id: A1\nask‸: mia\n', 'asker', 'case_id: A1\nasker: mia\n'],
    ['a list of maps', CASE, 'case_id: A1\ntu‸\n', 'turns', 'case_id: A1\nturns:\n  - \n'],
    ['a list of keys', CASE, 'case_id: A1\nse‸\n', 'seed_refs', 'case_id: A1\nseed_refs: []\n'],
    [
      'a key in brackets',
      '/e/w.world.yaml',
      'scenario_id: w\nactors: {}\ngroups:\n  ops: { na‸ }\n',
      'name',
      'scenario_id: w\nactors: {}\ngroups:\n  ops: { name:  }\n',
    ],
    [
      'a key before another in brackets',
      '/e/w.world.yaml',
      'actors: {}\ngroups:\n  ops: { ‸ members: [] }\n',
      'name',
      'actors: {}\ngroups:\n  ops: { name: , members: [] }\n',
    ],
    [
      'a key of an option',
      '/e/w.world.yaml',
      WORLD.replace('    agent: edit\n', '    no‸\n'),
      'note',
      WORLD.replace('    agent: edit\n', '    note: \n'),
    ],
    [
      'an operator',
      CHECKS,
      'checks:\n  A1:\n    CP1:\n      m‸\n',
      'message',
      'checks:\n  A1:\n    CP1:\n      message:\n        \n',
    ],
    [
      'an operator of a cell',
      CHECKS,
      'checks: { A1: { CP1: { row: { asset: plan, change: added, where: { fields: { x: { ‸ } } } } } } }\n',
      'has_all',
      'checks: { A1: { CP1: { row: { asset: plan, change: added, where: { fields: { x: { has_all: [] } } } } } } }\n',
    ],
    ['a case', CHECKS, 'checks:\n  ‸\n', 'A1', 'checks:\n  A1:\n    \n'],
    ['a point', CHECKS, 'checks:\n  A1:\n    C‸\n', 'CP1', 'checks:\n  A1:\n    CP1:\n      \n'],
    [
      'JSON',
      LIST,
      '[{ "case_id": "A1", "turns": [], "as‸" }]',
      'asker',
      '[{ "case_id": "A1", "turns": [], "asker": "" }]',
    ],
    [
      'JSON before another key',
      LIST,
      '[{ ‸ "case_id": "A1", "turns": [] }]',
      'asker',
      '[{ "asker": "", "case_id": "A1", "turns": [] }]',
    ],
    [
      'JSON behind another key',
      LIST,
      '[{ "case_id": "A1", "turns": []\n  "as‸" }]',
      'asker',
      '[{ "case_id": "A1", "turns": [],\n  "asker": "" }]',
    ],
    [
      'JSON whose quote is open',
      LIST,
      '[{ "case_id": "A1", "turns": [],\n  "as‸\n}]',
      'asker',
      '[{ "case_id": "A1", "turns": [],\n  "asker": ""\n}]',
    ],
  ])('%s', async (_, file, marked, label, expected) => {
    expect(taken(await ask(file, marked), label)).toBe(expected);
  });
});

describe('values', () => {
  it.each<[string, string, string, string, string, string]>([
    ['an enum', CASE, 'turns:\n  - kind: ‸\n', 'inject', 'turns:\n  - kind: inject\n', ''],
    [
      'an enum in place of a word',
      CASE,
      'turns:\n  - kind: qu‸e # x\n',
      'query',
      'turns:\n  - kind: query # x\n',
      '',
    ],
    [
      'an actor',
      CASE,
      CARD.replace('asker: mia', 'asker: ‸'),
      'ron',
      CARD.replace('asker: mia', 'asker: ron'),
      'Ron',
    ],
    [
      'an actor in quotes',
      CASE,
      CARD.replace('asker: mia', "asker: 'm‸ia'"),
      'ron',
      CARD.replace('asker: mia', "asker: 'ron'"),
      'Ron',
    ],
    [
      'a group',
      CASE,
      CARD.replace('group_key: ops', 'group_key:‸'),
      'core',
      CARD.replace('group_key: ops', 'group_key: core'),
      '#core',
    ],
    [
      'an asset of a list',
      CASE,
      CARD.replace('[plan]', '[plan, s‸]'),
      'secret',
      CARD.replace('[plan]', '[plan, secret]'),
      'Secret',
    ],
    ['an asset where a list is to stand', CASE, CARD.replace('[plan]', '‸'), 'plan', CARD, 'Plan'],
    [
      'an asset on a line',
      CASE,
      CARD.replace('[plan]', '\n  - ‸'),
      'plan',
      CARD.replace('[plan]', '\n  - plan'),
      'Plan',
    ],
    [
      'an asset on a line without a dash',
      CASE,
      CARD.replace('[plan]', '\n  ‸'),
      'plan',
      CARD.replace('[plan]', '\n  - plan'),
      'Plan',
    ],
    ['a truth value', CASE, 'case_id: A1\ndm: ‸\n', 'true', 'case_id: A1\ndm: true\n', ''],
    [
      'a value of the taxonomy',
      CASE,
      'case_id: A1\ntac_dims: [‸]\n',
      '守密',
      'case_id: A1\ntac_dims: [守密]\n',
      '',
    ],
    [
      'whoever asks',
      '/e/w.world.yaml',
      WORLD.replace('[ron]', '[ron, ‸]'),
      'asker',
      WORLD.replace('[ron]', '[ron, asker]'),
      'whoever asks',
    ],
    [
      'an author',
      CHECKS,
      'checks: { A1: { CP1: { message: { author: ‸ } } } }\n',
      'mia',
      'checks: { A1: { CP1: { message: { author: mia } } } }\n',
      'Mia',
    ],
    [
      'a number',
      '/e/w.world.yaml',
      'scenario_id: w\nschema_version: ‸\n',
      '2',
      'scenario_id: w\nschema_version: 2\n',
      '',
    ],
    [
      'JSON',
      LIST,
      '[{ "case_id": "A1", "turns": [{ "kind": "‸" }] }]',
      'query',
      '[{ "case_id": "A1", "turns": [{ "kind": "query" }] }]',
      '',
    ],
    [
      'JSON without quotes',
      LIST,
      '[{ "case_id": "A1", "turns": [{ "kind": ‸ }] }]',
      'query',
      '[{ "case_id": "A1", "turns": [{ "kind": "query" }] }]',
      '',
    ],
  ])('%s', async (_, file, marked, label, expected, detail) => {
    const asked = await ask(file, marked);
    expect(taken(asked, label)).toBe(expected);
    expect(asked.list.items.find((item) => item.label === label)?.detail).toBe(detail);
  });

  it.each<[string, string, string[]]>([
    [
      'facts of the cases that a branch’s case depends on',
      "cases:\n  A0:\n    leaves_facts:\n      - { id: moved, text: 'it moved' }\n  B:\n    leaves_facts:\n      - { id: other, text: 'else' }\n  A1:\n    depends_on: [A0]\n    branches:\n      CP1:\n        - fact: ‸\n",
      ['moved'],
    ],
    [
      'points of the case, for a branch',
      'cases:\n  A1:\n    branches:\n      ‸\n',
      parseCheckpoints(CARD).points.map(({ id }) => id),
    ],
  ])('%s', async (_, marked, expected) => {
    expect(labels(await ask('/e/cases.deps.yaml', marked))).toEqual(expected);
  });

  it('say more when they are looked at', async () => {
    const asked = await ask('/e/cases.checks.yaml', 'checks:\n  ‸\n');
    const item = asked.list.items.find(({ label }) => label === 'A1')!;
    const resolved: CompletionItem = await asked.client.connection.sendRequest(
      CompletionResolveRequest.type,
      item,
    );
    expect(resolved.detail).toBe('@Bo Where does it stand?');
    expect(resolved.documentation).toMatchObject({ value: 'line\n\n```text\n@Bo Where does it stand?\n```' });
  });

  it.each<[string, string]>([
    ['in a comment', CARD.replace('asker: mia', 'asker: mia # ‸')],
    ['in a text', CARD.replace('Where does', 'Where ‸does')],
    ['behind a value', CARD.replace('[plan]', '[plan] ‸')],
  ])('are none %s', async (_, marked) => {
    expect(labels(await ask(CASE, marked))).toEqual([]);
  });
});

describe('inside texts', () => {
  const say = (text: string) => CARD.replace('Where does it stand?', text);
  const points = (text: string) => CARD.replace('[CP1·结果][必选] Names the place', text);

  it.each<[string, string, string, string]>([
    ['a date', say('by {{‸'), '{{D+1}}', say('by {{D+1}}')],
    ['a date in braces that were closed', say('by {{‸}}'), '{{D+1|MM-DD}}', say('by {{D+1|MM-DD}}')],
    ['a date with its number', say('by {{D+9‸}}.'), '{{D+9|YYYY-MM-DD}}', say('by {{D+9|YYYY-MM-DD}}.')],
    ['a person', say('and @‸'), '@Ron', say('and @Ron ')],
    [
      'a point with the next number',
      points('[CP1·结果][必选] One\n  ‸'),
      '[CP2·结果][必选]',
      points('[CP1·结果][必选] One\n  [CP2·结果][必选] '),
    ],
    [
      'a point at its bracket',
      points('[CP4·过程][必选] One\n  [‸]'),
      '[CP5·过程][必选]',
      points('[CP4·过程][必选] One\n  [CP5·过程][必选] '),
    ],
    [
      'a point before others',
      points('‸\n  [CP2·结果][必选] Two'),
      '[扣分]',
      points('[扣分] \n  [CP2·结果][必选] Two'),
    ],
    ['a tag behind a tag', points('[CP1·结果][‸] One'), '[交付门]', points('[CP1·结果][交付门] One')],
  ])('%s', async (_, marked, label, expected) => {
    expect(taken(await ask(CASE, marked), label)).toBe(expected);
  });

  it('show dates on day0, with their weekday', async () => {
    const { list } = await ask(CASE, say('by {{D+9‸'), { locale: 'zh-cn' });
    expect(list.items.slice(0, 3).map(({ label, detail }) => `${label} ${detail ?? ''}`)).toEqual([
      '{{D+9}} 9月15日 周二',
      '{{D+9|MM-DD}} 09-15 周二',
      '{{D+9|YYYY-MM-DD}} 2026-09-15 周二',
    ]);
    expect(list.isIncomplete).toBe(true);
  });

  it('in JSON, behind a line end that is written', async () => {
    const marked = '[{ "case_id": "A1", "turns": [], "checkpoints_raw": "[CP1·结果][必选] One\\n[‸" }]';
    const asked = await ask(LIST, marked);
    expect(taken(asked, '[CP2·结果][必选]')).toBe(marked.replace('[‸', '[CP2·结果][必选] '));
  });

  it('offer the protocol on the first line only', async () => {
    expect(labels(await ask(CASE, points('‸')))).toHaveLength(6);
    expect(labels(await ask(CASE, points('[CP1·结果][必选] One\n  ‸')))).toHaveLength(5);
  });
});

describe('snippets', () => {
  it('a whole card in an empty file', async () => {
    const asked = await ask(CASE, '‸', { snippets: true });
    const item = asked.list.items.find(({ label }) => label === 'New case');
    expect(item?.insertTextFormat).toBe(2);
    expect((item?.textEdit as TextEdit).newText).toBe(`case_id: \${1:C01}
storyline: \${2:storyline}
group_key: \${3|ops,core|}
asker: \${4|mia,ron|}
turns:
  - turn: 1
    kind: query
    speaker: \${5|mia,ron|}
    text: |-
      @Bo \${7}
checkpoints_raw: |-
  [CP1·结果][必选] $0`);
  });

  it('a turn as an item', async () => {
    const asked = await ask(CASE, 'turns:\n  - turn: 1\n    kind: query\n  - ‸\n');
    expect(taken(asked, 'Conditional line of a colleague')).toBe(
      'turns:\n  - turn: 1\n    kind: query\n  - turn: 2\n    kind: npc_reply_conditional\n    speaker: mia\n    text: |-\n      \n    condition: |-\n      when it is said\n',
    );
  });

  it('a card in a JSON list is JSON', async () => {
    const asked = await ask(LIST, '[{ "case_id": "A0", "turns": [] }, ‸]');
    const text = taken(asked, 'New case');
    const cards = JSON.parse(text) as { case_id: string; turns: { text: string }[] }[];
    expect(cards[1]).toMatchObject({ case_id: 'C01', turns: [{ turn: 1, text: '@agent ' }] });
  });
});

describe('the severities of findings', () => {
  const FILE = '/e/evalset.yaml';

  it('codes that can be set, without those that are', async () => {
    const asked = await ask(FILE, `${EVALSET}rules:\n  bare-weekday: off\n  ‸\n`, { locale: 'zh-cn' });
    expect(labels(asked)).toContain('dangling-actor');
    expect(labels(asked)).not.toContain('bare-weekday');
    expect(labels(asked)).not.toContain('syntax');
    const item = asked.list.items.find(({ label }) => label === 'dangling-actor');
    expect(item?.documentation).toBe('写到的人物世界里没有。');
    expect(taken(asked, 'dangling-actor')).toBe(
      `${EVALSET}rules:\n  bare-weekday: off\n  dangling-actor: \n`,
    );
  });

  it('what a code can be set to', async () => {
    const asked = await ask(FILE, `${EVALSET}rules:\n  bare-weekday: ‸\n`);
    expect(labels(asked)).toEqual(['error', 'warning', 'info', 'off']);
  });

  it('and nowhere else', async () => {
    expect(labels(await ask(FILE, `${EVALSET}date_forms:\n  ‸\n`))).toEqual(['M', 'Y', 'Q']);
  });
});
