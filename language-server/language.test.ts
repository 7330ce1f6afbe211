import { expect, it } from 'vitest';
import {
  CodeActionRequest,
  DocumentDiagnosticRequest,
  type CodeAction,
} from 'vscode-languageserver-protocol';
import { CARD, evalsetWith } from '../engine/evalset/testing.ts';
import { uriOf } from './project/uris.ts';
import { checkBeforeRun, evalsets } from './protocol.ts';
import { MODERN } from './testing/client.ts';
import { scene } from './testing/scene.ts';

const CASE = '/e/a.case.yaml';
const FILES = evalsetWith({ 'a.case.yaml': CARD.replace('asker: mia', 'asker: mya') });
const CAPABILITIES = {
  ...MODERN,
  textDocument: {
    ...MODERN.textDocument,
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

it.each([
  ['en', '"mya" is not among the actors of the world. Did you mean "mia"? Known: mia, ron.'],
  ['zh-cn', '世界的人物里没有“mya”。是不是想写“mia”？已有：mia, ron。'],
])('findings are told in %s, with their fixes', async (locale, message) => {
  const { client } = await scene(FILES, { capabilities: CAPABILITIES, locale });
  const textDocument = { uri: uriOf(CASE) };
  const report = await client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument });
  const items = report.kind === 'full' ? report.items : [];
  expect(items.map((item) => item.message)).toEqual([message]);

  const [shown] = items;
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument,
    range: shown!.range,
    context: { diagnostics: items },
  });
  expect((actions as CodeAction[])[0]?.diagnostics).toEqual([shown]);

  const hindrances = await client.connection.sendRequest(checkBeforeRun, { root: '/e' });
  expect(hindrances.map((item) => item.message)).toEqual([message]);
  const [outline] = await client.connection.sendRequest(evalsets);
  expect(outline?.error).toBe(`a.case.yaml:4: ${message}`);
});
