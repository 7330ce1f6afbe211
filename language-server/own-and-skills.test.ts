import { describe, expect, it } from 'vitest';
import {
  CompletionRequest,
  CompletionResolveRequest,
  type CompletionItem,
  type TextEdit,
} from 'vscode-languageserver-protocol';
import { SKILL } from '../engine/evalset/skill.fixture.ts';
import { CARD, EVALSET, evalsetWith, type MarkedFiles } from '../engine/evalset/testing.ts';
import { uriOf } from './project/uris.ts';
import { edited } from './testing/edits.ts';
import { cursorIn, scene } from './testing/scene.ts';

const OWN = JSON.stringify({
  required: ['x_level'],
  properties: {
    x_level: { enum: ['low', 'high'], title: 'Level', description: 'How hard the case is' },
    x_done: { type: 'boolean' },
    x_more: { type: 'object', properties: { x_inner: { const: 7 } } },
    storyline: { enum: ['night shift'], description: 'Ours, with words of the author' },
  },
});
const files: MarkedFiles = {
  ...evalsetWith({ 'evalset.yaml': `${EVALSET}schemas: { cases: own.json }\n`, 'own.json': OWN }),
  '/e/skills/berthing/SKILL.md': SKILL,
};

async function ask(path: string, marked: string, more: MarkedFiles = {}) {
  const { text, position } = cursorIn(marked);
  const found = await scene({ ...files, ...more, [path]: text });
  const textDocument = { uri: uriOf(path) };
  const list = await found.client.connection.sendRequest(CompletionRequest.type, { textDocument, position });
  const items = [...(list === null || Array.isArray(list) ? (list ?? []) : list.items)];
  items.sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
  return { ...found, text, items, position };
}

const taken = ({ text, items }: { text: string; items: CompletionItem[] }, label: string): string => {
  const item = items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`no ${label} among ${items.map((one) => one.label).join(', ')}`);
  return edited(text, [item.textEdit as TextEdit, ...(item.additionalTextEdits ?? [])]);
};

describe('an author’s own schema', () => {
  it('gives its keys behind ours, and what they mean', async () => {
    const asked = await ask('/e/a.case.yaml', `${CARD}‸`);
    const labels = asked.items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['x_level', 'x_done', 'x_more', 'scenario_hidden']));
    expect(labels.filter((label) => label === 'storyline')).toEqual([]);
    expect(asked.items.find(({ label }) => label === 'x_level')).toMatchObject({
      detail: 'Level · required',
      documentation: 'How hard the case is',
    });
    expect(taken(asked, 'x_more')).toBe(`${CARD}x_more:\n  `);
  });

  it.each<[string, string, string[]]>([
    ['choices', 'x_level: ‸', ['high', 'low']],
    ['a flag', 'x_done: ‸', ['false', 'true']],
    ['keys below', 'x_more:\n  ‸', ['x_inner']],
    ['a constant below', 'x_more: { x_inner: ‸ }', ['7']],
  ])('%s', async (_name, lines, expected) => {
    const { items } = await ask('/e/a.case.yaml', `${CARD}${lines}\n`);
    expect(items.map(({ label }) => label).sort()).toEqual(expected);
  });

  it('in a list of cards in JSON too', async () => {
    const marked = '[\n  { "case_id": "A1", "x_level": "‸" }\n]\n';
    const evalset = {
      '/e/evalset.yaml': (files['/e/evalset.yaml'] ?? '').replace('a.case.yaml', 'cases.json'),
    };
    const asked = await ask('/e/cases.json', marked, evalset);
    expect(taken(asked, 'high')).toContain('"x_level": "high" }');
  });

  it.each<[string, RegExp]>([
    ['x_lev‸el: low', /^\*\*x\\_level\*\* · Level\n\nHow hard the case is\n\none of `low`, `high`$/],
    ['x_done: tr‸ue', /boolean/],
  ])('hover %s', async (lines, expected) => {
    const { client, position } = await ask('/e/a.case.yaml', `${CARD}${lines}\n`);
    const hover = await client.hover('/e/a.case.yaml', position);
    expect((hover?.contents as { value: string }).value).toMatch(expected);
  });

  it('adds its words to those of ours', async () => {
    const { client } = await ask('/e/a.case.yaml', `${CARD}‸`);
    const hover = await client.hover('/e/a.case.yaml', { line: 1, character: 2 });
    expect((hover?.contents as { value: string }).value).toMatch(
      /^\*\*storyline\*\*[^]*with words of the author/,
    );
  });
});

describe('files of an evalset', () => {
  const here = { '/e/npc/mia.npc.yaml': '', '/e/b.case.yaml': CARD, '/e/notes.yaml': '', '/e/readme.md': '' };
  it.each<[string, string, string[]]>([
    [
      'cases',
      'name: e\nversion: V1\ncases:\n  - ‸\n',
      ['b.case.yaml', 'notes.yaml', 'own.json', 'a.case.yaml'],
    ],
    [
      'cases in brackets',
      'name: e\ncases: [a.case.yaml, ‸]\n',
      ['b.case.yaml', 'notes.yaml', 'own.json', 'a.case.yaml'],
    ],
    ['world', 'name: e\nworld: ‸\n', ['w.world.yaml', 'notes.yaml', 'own.json']],
    ['npcs', 'name: e\nnpcs:\n  - ‸\n', ['npc/mia.npc.yaml', 'notes.yaml', 'own.json']],
    ['schemas', 'name: e\nschemas:\n  cases: ‸\n', ['notes.yaml', 'own.json']],
  ])('%s', async (_name, marked, expected) => {
    const { items } = await ask(
      '/e/evalset.yaml',
      marked.replace('name: e\n', 'name: e\nx: [a.case.yaml]\n'),
      here,
    );
    const order = items.map(({ label }) => label).filter((label) => /\.|\//.test(label));
    expect(order.filter((label) => label !== 'a.case.yaml')).toEqual(
      expected.filter((label) => label !== 'a.case.yaml'),
    );
  });

  it('what a schema is for', async () => {
    const { items } = await ask('/e/evalset.yaml', 'name: e\nschemas:\n  cases: own.json\n  ‸\n');
    expect(items.map(({ label }) => label)).toEqual([
      'world',
      'npcs',
      'meta',
      'checks',
      'deps',
      'corrections',
      'skills',
    ]);
  });
});

describe('skills', () => {
  const PATH = '/e/skills/berthing/SKILL.md';

  it.each<[string, string, string[]]>([
    ['keys of the front matter', '---\nname: a\n‸\n---\n# A\n', ['compatibility', 'description', 'metadata']],
    ['keys of one without an end', '---\nname: a\n‸\n', ['compatibility', 'description', 'metadata']],
    ['keys below', '---\nmetadata:\n  ‸\n---\n# A\n', ['incomplete', 'version']],
    ['flags', '---\nmetadata:\n  incomplete: ‸\n---\n', ['false', 'true']],
    ['sections that lack', SKILL.replace(/## 触发条件[^#]*/, '‸\n'), ['## 触发条件']],
    [
      'a whole skill',
      '‸',
      ['## 反模式', '## 执行流程', '## 核心原则', '## 触发条件', '## 输出契约', 'New skill'],
    ],
    ['nothing inside a line', `${SKILL}\nwords ‸`, []],
  ])('%s', async (_name, marked, expected) => {
    const { items } = await ask(PATH, marked);
    expect(items.map(({ label }) => label).sort()).toEqual([...expected].sort());
  });

  it('a section is written with its heading, a skill so that only its words lack', async () => {
    const asked = await ask(PATH, `# A\n\n##‸\n`);
    expect(taken(asked, '## 反模式')).toBe('# A\n\n## 反模式\n\n- \n');
    const whole = taken(await ask(PATH, '‸'), 'New skill');
    expect(whole).toMatch(/^---\nname: name\ndescription: \n---\n\n# title\n\n## 核心原则/);
  });

  it('hover in the front matter and on a heading', async () => {
    const { client } = await ask(PATH, SKILL);
    const at = async (word: string) => {
      const line = SKILL.split('\n').findIndex((text) => text.includes(word));
      const hover = await client.hover(PATH, { line, character: SKILL.split('\n')[line]!.indexOf(word) + 1 });
      return (hover?.contents as { value: string } | undefined)?.value ?? '';
    };
    expect(await at('description')).toContain('One sentence: what it is for');
    expect(await at('触发条件')).toContain('when the skill is to be used');
  });

  it('symbols: sections with steps and items', async () => {
    const { client } = await ask(PATH, SKILL);
    const shown = ((await client.symbols(PATH)) ?? []).map((item) =>
      'children' in item
        ? `${item.name}: ${(item.children ?? []).map(({ name }) => name).join(' | ')}`
        : item.name,
    );
    expect(shown.slice(0, 4)).toEqual([
      'Berthing: ',
      '核心原则: Ask before you book | Tides first | Never double-book',
      '触发条件: ',
      '执行流程: Step 0 | Step 1',
    ]);
  });
});

describe('cards on skills', () => {
  const CARD_ON = `kind: skill
case_id: S1
title: Two berths
skills: [berthing]
coverage: 完美匹配
input:
  messages:
    - role: user
      text: |-
        Find a berth
expected: |-
  Asks for the draught
pass: |-
  Asks
`;

  it('symbols: messages, and what is held against the answer', async () => {
    const { client } = await ask('/e/s.case.yaml', CARD_ON);
    const [card] = (await client.symbols('/e/s.case.yaml')) ?? [];
    expect(card).toMatchObject({ name: 'S1', detail: 'Two berths' });
    const children = card !== undefined && 'children' in card ? (card.children ?? []) : [];
    expect(children.map(({ name, detail }) => `${name}: ${detail ?? ''}`)).toEqual([
      '1 user: Find a berth',
      'expected: Asks for the draught',
      'pass: Asks',
    ]);
  });

  it.each<[string, string, string[]]>([
    [
      'coverage',
      CARD_ON.replace('coverage: 完美匹配', 'coverage: ‸'),
      ['完美匹配', '部分覆盖', '完全不覆盖', '多 skill'],
    ],
    ['roles', CARD_ON.replace('role: user', 'role: ‸'), ['user', 'agent']],
    ['skills', CARD_ON.replace('[berthing]', '[‸]'), ['berthing']],
  ])('%s', async (_name, marked, expected) => {
    const evalset = { '/e/evalset.yaml': EVALSET.replace('[a.case.yaml]', '[s.case.yaml]') };
    const { items } = await ask('/e/s.case.yaml', marked, evalset);
    expect(items.map(({ label }) => label)).toEqual(expected);
  });

  it('a skill tells what it is when the client shows it', async () => {
    const evalset = { '/e/evalset.yaml': EVALSET.replace('[a.case.yaml]', '[s.case.yaml]') };
    const { items, client } = await ask('/e/s.case.yaml', CARD_ON.replace('[berthing]', '[‸]'), evalset);
    const item = await client.connection.sendRequest(CompletionResolveRequest.type, items[0]!);
    expect(JSON.stringify(item.documentation)).toMatch(/Finds a berth for a ship.*Step 0 Draught/);
  });

  it('a whole card reads without a finding but for its words', async () => {
    const evalset = { '/e/evalset.yaml': EVALSET.replace('[a.case.yaml]', '[s.case.yaml]') };
    const asked = await ask('/e/s.case.yaml', '‸', evalset);
    const card = taken(asked, 'New case on a skill');
    expect(card).toMatch(/^kind: skill\ncase_id: S01\ntitle: title\n/);
    expect(card).toContain('skill_config:\n  skill_enabled: true\n  active_skills: [berthing]');
  });
});
