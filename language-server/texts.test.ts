import { describe, expect, it } from 'vitest';
import {
  FoldingRangeRequest,
  InlayHintRequest,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  type InlayHint,
  type SelectionRange,
} from 'vscode-languageserver-protocol';
import { CARD, EVALSET, evalsetWith, WORLD, type MarkedFiles } from '../engine/evalset/testing.ts';
import { LineIndex } from '../engine/evalset/lines.ts';
import { uriOf } from './project/uris.ts';
import { TOKEN_TYPES } from './prose/tokens.ts';
import { cursorIn, scene } from './testing/scene.ts';

const CASE = '/e/a.case.yaml';
const EVERYTHING = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
const say = (text: string) => CARD.replace('Where does it stand?', text);
const points = (text: string) => CARD.replace('[CP1·结果][必选] Names the place', text);

const textOf = (label: InlayHint['label']): string =>
  typeof label === 'string' ? label : label.map(({ value }) => value).join('');

async function serve(file: string, text: string, files: MarkedFiles = {}, locale = 'en') {
  const found = await scene({ ...evalsetWith(), ...files, [file]: text }, { locale });
  return { ...found, textDocument: { uri: uriOf(file) } };
}

describe('inlay hints', () => {
  async function hinted(file: string, text: string, files: MarkedFiles = {}, locale = 'en') {
    const { client, textDocument } = await serve(file, text, files, locale);
    const hints = await client.connection.sendRequest(InlayHintRequest.type, {
      textDocument,
      range: EVERYTHING,
    });
    const lines = new LineIndex(text);
    let shown = text;
    for (const { position, label } of (hints ?? []).toReversed()) {
      const at = lines.offsetAt(position);
      shown = `${shown.slice(0, at)}⟨${textOf(label)}⟩${shown.slice(at)}`;
    }
    return shown;
  }

  it.each<[string, string, string]>([
    ['a day', say('by {{D+9}}.'), say('by {{D+9}}⟨9月15日 Tue⟩.')],
    ['a form', say('{{D-7|MM-DD}}'), say('{{D-7|MM-DD}}⟨08-30 Sun⟩')],
    ['a month and a quarter', say('{{M-1}} {{Q}}'), say('{{M-1}}⟨8月⟩ {{Q}}⟨Q3⟩')],
    ['what is no date', say('{{D+}} {{X}}'), say('{{D+}} {{X}}')],
    ['checkpoints', points('[CP1·结果][必选] {{D+1}}'), points('[CP1·结果][必选] {{D+1}}')],
  ])('of %s', async (_, text, expected) => {
    expect(await hinted(CASE, text)).toBe(expected);
  });

  it('are of the day that the world names, in its forms', async () => {
    const world = WORLD.replace("'{{D|YYYY-MM-DD}}T", "'2028-02-28T");
    const files = { '/e/w.world.yaml': world, '/e/evalset.yaml': `${EVALSET}date_forms: { M: 'YYYY-MM' }\n` };
    expect(await hinted(CASE, say('{{D+1}} {{M}}'), files, 'zh-cn')).toBe(
      say('{{D+1}}⟨2月29日 周二⟩ {{M}}⟨2028-02⟩'),
    );
  });

  it('stand in JSON behind escapes', async () => {
    const text = `[{ "case_id": "A1", "turns": [{ "text": "\\u4e00\\n{{D+1}}" }] }]`;
    expect(await hinted('/f/evalset/cases.json', text)).toBe(text.replace('}}"', '}}⟨9月7日 Mon⟩"'));
  });

  it('are those of the lines asked for', async () => {
    const text = say('{{D}}\n      {{D+1}}');
    const { client, textDocument } = await serve(CASE, text);
    const line = 10;
    const range = { start: { line, character: 0 }, end: { line, character: 99 } };
    const hints = await client.connection.sendRequest(InlayHintRequest.type, { textDocument, range });
    expect(hints?.map(({ label, position }) => `${textOf(label)} ${position.line}`)).toEqual([
      '9月7日 Mon 10',
    ]);
  });
});

describe('semantic tokens', () => {
  async function coloured(file: string, text: string) {
    const { client, textDocument } = await serve(file, text);
    const { connection } = client;
    const full = await connection.sendRequest(SemanticTokensRequest.type, { textDocument });
    const ranged = await connection.sendRequest(SemanticTokensRangeRequest.type, {
      textDocument,
      range: EVERYTHING,
    });
    expect(ranged?.data).toEqual(full?.data);
    const shown: string[] = [];
    const lines = text.split('\n');
    let [line, character] = [0, 0];
    const { data } = full!;
    for (let i = 0; i < data.length; i += 5) {
      const [down, right, length, type] = data.slice(i, i + 4) as [number, number, number, number];
      [line, character] = [line + down, down > 0 ? right : character + right];
      shown.push(`${lines[line]!.slice(character, character + length)}:${TOKEN_TYPES[type]}`);
    }
    return shown;
  }

  it('of checkpoints, dates and mentions', async () => {
    const text = say('@Ron {{D+2}}（周三） @Nobody').replace(
      '[CP1·结果][必选] Names the place',
      '【计分】得分 = x\n  [CP1·结果][必选][交付门] Names {{D+1}}\n  [扣分] Invents',
    );
    expect(await coloured(CASE, text)).toEqual([
      '@Bo:variable',
      '@Ron:variable',
      '{{D+2}}:number',
      '周三:number',
      '【计分】:keyword',
      '[CP1·结果]:type',
      '[必选]:keyword',
      '[交付门]:keyword',
      '{{D+1}}:number',
      '[扣分]:keyword',
    ]);
  });

  it('in JSON, behind escapes', async () => {
    const text =
      '[{ "case_id": "A1", "turns": [], "checkpoints_raw": "[CP1·结果][必选] a\\n\\u005b扣分] b" }]';
    expect(await coloured('/f/evalset/cases.json', text)).toEqual([
      '[CP1·结果]:type',
      '[必选]:keyword',
      '\\u005b扣分]:keyword',
    ]);
  });
});

describe('folding', () => {
  async function folds(file: string, text: string): Promise<string[]> {
    const { client, textDocument } = await serve(file, text);
    const found = await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
    const lines = text.split('\n');
    return (found ?? [])
      .toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)
      .map(
        ({ startLine, endLine, kind }) =>
          `${lines[startLine]!.trim()} … ${lines[endLine]!.trim()}${kind === undefined ? '' : ` (${kind})`}`,
      );
  }

  it('of a card: turns, texts, comments', async () => {
    expect(await folds(CASE, `# one\n# two\n${CARD}`)).toEqual([
      '# one … # two (comment)',
      'case_id: A1 … seed_refs: [plan]',
      'turns: … @Bo Where does it stand?',
      '- turn: 1 … @Bo Where does it stand?',
      'text: |- … @Bo Where does it stand?',
      'checkpoints_raw: |- … [CP1·结果][必选] Names the place',
    ]);
  });

  it('of a JSON list: each card', async () => {
    const text =
      '[\n  {\n    "case_id": "A1",\n    "turns": []\n  },\n  {\n    "case_id": "A2",\n    "turns": []\n  }\n]\n';
    expect(await folds('/f/evalset/cases.json', text)).toEqual(['{ … },', '{ … }']);
  });

  it('of a large list is the same as of a small one', async () => {
    const card = (i: number) => CARD.replace('A1', `L${i}`).trimEnd().replaceAll('\n', '\n  ');
    const list = (count: number) => Array.from({ length: count }, (_, i) => `- ${card(i)}\n`).join('');
    const small = await folds('/f/evalset/cases.yaml', list(3));
    const large = await folds('/f/evalset/cases.yaml', list(300));
    expect(large).toHaveLength(small.length * 100);
  });
});

describe('selection', () => {
  it.each<[string, string, readonly string[]]>([
    ['a value', CARD.replace('asker: mia', 'asker: m‸ia'), ['mia', 'asker: mia']],
    ['a key', CARD.replace('asker: mia', 'as‸ker: mia'), ['asker', 'asker: mia']],
    ['an item', CARD.replace('kind: query', 'kind: qu‸ery'), ['query', 'kind: query']],
  ])('widens from %s', async (_, marked, expected) => {
    const { text, position } = cursorIn(marked);
    const { client, textDocument } = await serve(CASE, text);
    const [found] =
      (await client.connection.sendRequest(SelectionRangeRequest.type, {
        textDocument,
        positions: [position],
      })) ?? [];
    const lines = new LineIndex(text);
    const shown: string[] = [];
    for (let at: SelectionRange | undefined = found; at !== undefined; at = at.parent)
      shown.push(text.slice(lines.offsetAt(at.range.start), lines.offsetAt(at.range.end)));
    expect(shown.slice(0, expected.length)).toEqual(expected);
    expect(shown.at(-1)?.trimEnd()).toBe(text.trimEnd());
  });
});
