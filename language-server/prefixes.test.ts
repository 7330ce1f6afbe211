import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ResponseError } from 'vscode-languageserver';
import { inspectFile, Kept, readSource } from '../engine/evalset/index.ts';
import { SKILL } from '../engine/evalset/skill.fixture.ts';
import { CARD, WORLD } from '../engine/evalset/testing.ts';
import { complete } from './completion/complete.ts';
import { actionsOf } from './features/code-actions.ts';
import { locationsOf } from './features/definition.ts';
import { foldsOf, selectionAt } from './features/folding.ts';
import { hoverAt } from './features/hover.ts';
import { hintsOf } from './features/inlay-hints.ts';
import { editOf, prepared } from './features/rename.ts';
import { highlightsOf } from './features/references.ts';
import { KeptTokens, tokensIn } from './features/semantic-tokens.ts';
import { wordsOf } from './l10n/words.ts';
import type { AuthorFile } from './project/author-file.ts';
import { isOurs } from './project/lone.ts';
import { uriOf } from './project/uris.ts';

const SAMPLE = path.join(import.meta.dirname, '../samples/harbor');
const sample = (folder: string, ending: string): [string, string][] =>
  readdirSync(path.join(SAMPLE, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(path.join(SAMPLE, folder, name), 'utf8')]);

const words = wordsOf('en');
const project = { buffers: () => new Map() };

/** Asks every feature at the end of a text; what it throws beside a refusal is a fault. */
function askAll(name: string, text: string): void {
  const at = path.join('/x', name);
  const { file: loaded, findings } = inspectFile(readSource(at, text));
  const file: AuthorFile = {
    uri: uriOf(at),
    path: at,
    version: 1,
    loaded,
    evalset: null,
    frozen: false,
    ours: isOurs(loaded, 'evalset'),
    script: null,
    findings,
  };
  const { document } = loaded;
  const position = document.positionAt(text.length);
  const range = { start: { line: 0, character: 0 }, end: position };
  complete(file, text.length, words, '2026-09-06', true);
  hoverAt(file, position, words, '2026-09-06');
  locationsOf(file, position, project, ['definition', 'reference']);
  highlightsOf(file, position);
  unlessRefused(() => prepared(file, position, words));
  unlessRefused(() => editOf(file, position, 'other', words, project));
  hintsOf(file, range, words, '2026-09-06');
  foldsOf(file, new Kept());
  selectionAt(file, position);
  tokensIn(file, undefined, new KeptTokens());
  actionsOf(file, range, { diagnostics: [], only: ['quickfix', 'source.fixAll'] }, words, project);
}

/** A refusal is an answer. */
function unlessRefused(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
  }
}

const json = JSON.stringify(
  [{ case_id: 'A1', turns: [{ text: 'a {{D+1}}\n' }], checkpoints_raw: '[CP1·结果][必选] x' }],
  null,
  2,
);

it.each<[string, string]>([
  ['a.case.yaml', CARD],
  ['w.world.yaml', WORLD],
  ['cases.json', json],
  [
    'm.npc.yaml',
    'actor_key: mia\nknowledge:\n  - |-\n    a\nconditional_replies:\n  - { case_id: A1, reply_text: x }\n',
  ],
  ['cases.checks.yaml', 'checks:\n  A1:\n    CP1:\n      all: [{ message: { says: [\'a\', "b"] } }]\n'],
  ['berthing/SKILL.md', SKILL],
  ...sample('cases', '.case.yaml'),
])('every feature answers in every prefix of %s', { timeout: 120_000 }, (name, text) => {
  for (let end = 0; end <= text.length; end++)
    expect(() => askAll(name, text.slice(0, end)), text.slice(Math.max(0, end - 80), end)).not.toThrow();
});

it('every feature answers where lines of a card are gone', () => {
  const lines = CARD.split('\n');
  for (let from = 0; from < lines.length; from++)
    for (let to = from + 1; to <= lines.length; to++)
      askAll('a.case.yaml', [...lines.slice(0, from), ...lines.slice(to)].join('\n'));
});
