import { describe, expect, it } from 'vitest';
import {
  CodeActionRequest,
  CompletionRequest,
  InlayHintRequest,
  RenameRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  type CodeAction,
  type CompletionList,
  type Position,
} from 'vscode-languageserver-protocol';
import { LineIndex } from '../engine/evalset/lines.ts';
import { readSource } from '../engine/evalset/index.ts';
import { CARD, WORLD } from '../engine/evalset/testing.ts';
import { uriOf } from './project/uris.ts';
import { MODERN } from './testing/client.ts';
import { applied } from './testing/edits.ts';
import { scene } from './testing/scene.ts';

/** So many cards that the file is read in blocks. */
const COUNT = 300;
const CASES = '/x/evalset/cases.json';
const CAPABILITIES = {
  ...MODERN,
  textDocument: {
    ...MODERN.textDocument,
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};
const textDocument = { uri: uriOf(CASES) };

const listOf = (change: (card: Record<string, unknown>, i: number) => Record<string, unknown>): string => {
  const card = readSource('/c.yaml', CARD.replace('Where', '{{D+1}} where')).value as Record<string, unknown>;
  const cards = Array.from({ length: COUNT }, (_, i) => change({ ...card, case_id: `C${i}` }, i));
  return `${JSON.stringify(cards, null, 2)}\n`;
};
const PLAIN = listOf((card) => card);

async function served(text: string) {
  expect(text.length).toBeGreaterThan(100_000);
  const world = JSON.stringify(readSource('/w.yaml', WORLD).value);
  const files = { [CASES]: text, '/x/script/world-preset.json': world };
  const found = await scene(files, { folders: ['/x'], capabilities: CAPABILITIES });
  const lines = new LineIndex(text);
  /** The position of a word behind the id of a card. */
  const at = (id: string, word: string): Position =>
    lines.positionAt(text.indexOf(word, text.indexOf(`"${id}"`)) + 1);
  return { ...found, lines, at, ask: found.client.connection };
}

describe('in a file that is read in blocks', () => {
  it('hints and colours of some lines are those of the whole', async () => {
    const { ask, at } = await served(PLAIN);
    const first = at('C150', '"turns"');
    const range = { start: first, end: { line: first.line + 80, character: 0 } };
    const hints = await ask.sendRequest(InlayHintRequest.type, { textDocument, range });
    expect(hints?.map(({ position }) => position.line)).toEqual(
      ['C150', 'C151', 'C152', 'C153', 'C154']
        .map((id) => at(id, '{{D+1}}').line)
        .filter((line) => line <= range.end.line),
    );
    const whole = await ask.sendRequest(InlayHintRequest.type, {
      textDocument,
      range: { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } },
    });
    expect(whole).toHaveLength(COUNT);

    const full = linesOf((await ask.sendRequest(SemanticTokensRequest.type, { textDocument }))?.data ?? []);
    const some = linesOf(
      (await ask.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range }))?.data ?? [],
    );
    expect(some).toEqual(full.filter((line) => line >= range.start.line && line <= range.end.line));
    expect(full).toHaveLength(COUNT * 4);
  });

  it('a rename reaches every card', async () => {
    const { ask, at, disk } = await served(PLAIN);
    const edit = await ask.sendRequest(RenameRequest.type, {
      textDocument,
      position: at('C299', '"ops"'),
      newName: 'yard',
    });
    expect(applied(edit, disk.texts).get(CASES)).toBe(PLAIN.replaceAll('"ops"', '"yard"'));
  });

  it('a fix lands in its card', async () => {
    const text = listOf(({ asker, ...card }, i) =>
      i === 150 ? { ...card, askr: asker } : { ...card, asker },
    );
    const { ask, at, disk } = await served(text);
    const position = at('C150', '"askr"');
    const actions = (await ask.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: { start: position, end: position },
      context: { diagnostics: [] },
    })) as CodeAction[];
    const fix = actions.find(({ title }) => title === 'Change to asker');
    expect(applied(fix?.edit ?? null, disk.texts).get(CASES)).toBe(text.replace('"askr"', '"asker"'));
  });

  it('a missing key is entered in its card', async () => {
    const text = listOf(({ asker, ...card }, i) => (i === 150 ? card : { ...card, asker }));
    const { ask, at, disk } = await served(text);
    const position = at('C150', '"turns"');
    const actions = (await ask.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: { start: at('C149', '"turns"'), end: position },
      context: { diagnostics: [] },
    })) as CodeAction[];
    const fix = actions.find(({ title }) => title === 'Add "asker"');
    const cards = JSON.parse(applied(fix?.edit ?? null, disk.texts).get(CASES) ?? '') as { asker: string }[];
    expect(cards.map(({ asker }) => asker).filter((asker) => asker !== 'mia')).toEqual(['']);
    expect(cards[150]?.asker).toBe('');
  });

  it('a key is completed in its card', async () => {
    const text = PLAIN.replace('"case_id": "C150",', '"case_id": "C150",\n    "dm');
    const { ask, at } = await served(text);
    const list = (await ask.sendRequest(CompletionRequest.type, {
      textDocument,
      position: { ...at('C150', '"dm'), character: 7 },
    })) as CompletionList;
    const labels = list.items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['dm', 'dm_peer', 'rw_type']));
    expect(labels).not.toContain('storyline');
  });
});

/** The line of each token. */
function linesOf(data: readonly number[]): number[] {
  let line = 0;
  return data.filter((_, i) => i % 5 === 0).map((down) => (line += down));
}
