import { expect, it } from 'vitest';
import { CodeActionRequest, type CodeAction } from 'vscode-languageserver-protocol';
import { compileEvalset } from '../engine/compile/index.ts';
import { checkScript } from '../engine/compile/verify/index.ts';
import { NotUtf8Error, saveAsUtf8 } from '../engine/evalset/encoding.ts';
import { checkEvalset, noFiles, overlayFiles } from '../engine/evalset/index.ts';
import { CARD, WORLD, evalsetWith, unmark, type MarkedFiles } from '../engine/evalset/testing.ts';
import { uriOf } from './project/uris.ts';
import { MODERN, shownDiagnostic } from './testing/client.ts';
import { applied } from './testing/edits.ts';
import { scene } from './testing/scene.ts';

const SOURCE = CARD.replace('Where does it stand?', 'Where does it stand by {{D+2}}, and why?');
const CASE = '/e/a.case.yaml';
const EXEC = '/b/script/exec-ops.json';
const EVAL = '/b/script/eval-ops.json';

/** The evalset, and beside it what its compile left, some of it changed. */
async function compiled(change: (name: string, text: string) => string, more: MarkedFiles = {}) {
  const files = evalsetWith({
    'a.case.yaml': SOURCE,
    'w.world.yaml': WORLD.replace('title: Secret', "title: Secret\n    markdown: '# Secret'"),
  });
  const { evalset } = await checkEvalset('/e', overlayFiles(new Map(Object.entries(files)), noFiles()));
  const result = compileEvalset(evalset!, { day0: '2026-09-06', now: () => new Date(0) });
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  const { script } = result;
  const made: Record<string, string> = {
    ...files,
    '/b/manifest.json': '{}',
    '/b/script/manifest.json': JSON.stringify(script.manifests),
  };
  for (const [name, text] of Object.entries(files)) made[name.replace('/e/', '/b/evalset/')] = text;
  for (const [name, text] of script.files) made[`/b/script/${name}`] = change(name, text);
  return { ...made, ...more } as MarkedFiles;
}

async function opened(files: MarkedFiles) {
  const found = await scene(files, {
    folders: ['/e', '/b'],
    capabilities: {
      ...MODERN,
      textDocument: {
        ...MODERN.textDocument,
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  });
  const { client, places, disk } = found;
  const fixes = async (file: string): Promise<CodeAction[]> => {
    const [diagnostic] = await client.pull(file);
    const list = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uriOf(file) },
      range: diagnostic!.range,
      context: { diagnostics: [diagnostic!] },
    });
    return (list ?? []) as CodeAction[];
  };
  return { client, places, disk, fixes };
}

const inMessages = (from: string, to: string) => (name: string, text: string) =>
  /^(exec|eval)-/.test(name) ? text.replaceAll(`"text": "${from}`, `"text": "${to}`) : text;

it('a script that is the rendered source has nothing to say', async () => {
  const { client } = await opened(await compiled((_, text) => text));
  for (const file of [EXEC, EVAL]) expect(await client.pull(file)).toEqual([]);
});

it('a text that is not is marked at the character; it is restored to the byte, or the card is changed', async () => {
  const files = await compiled(inMessages('Where does', 'Where⟦,⟧ does'));
  const { client, places, fixes, disk } = await opened(files);
  for (const file of [EXEC, EVAL]) {
    const found = await client.pull(file);
    expect(found.map((item) => shownDiagnostic(file, item))).toEqual(
      places
        .filter((place) => place.startsWith(file))
        .map((place) => `${place} error sundowner/script-differs`),
    );
    expect(found[0]?.message).toContain('“,” U+002C was put in');
  }
  const [restore, accept] = await fixes(EXEC);
  const before = unmark(await compiled((_, text) => text)).texts.get(EXEC);
  expect(restore?.title).toBe('Restore the rendered source');
  expect(applied(restore?.edit ?? null, disk.texts)).toEqual(new Map([[EXEC, before]]));
  expect(accept?.title).toMatch(/^Accept as a new version: change case A1 itself/);
  expect(applied(accept?.edit ?? null, disk.texts)).toEqual(
    new Map([[CASE, SOURCE.replace('Where does', 'Where, does')]]),
  );
});

it('behind a date the change finds its place in the card; in a date there is none', async () => {
  const behind = await opened(await compiled((_, text) => text.replaceAll('and why?', 'and why！')));
  const accepted = (await behind.fixes(EVAL)).map(({ edit }) =>
    applied(edit ?? null, behind.disk.texts).get(CASE),
  );
  expect(accepted[1]).toBe(SOURCE.replace('and why?', 'and why！'));
  const inside = await opened(await compiled((_, text) => text.replaceAll('9月8日', '9月9日')));
  expect((await inside.fixes(EVAL)).map(({ title }) => title)).toEqual(['Restore the rendered source']);
});

it('a batch that was run is told of, and left as it is', async () => {
  const { client, fixes } = await opened(
    await compiled(inMessages('Where does', 'There does'), { '/b/journal.jsonl': '' }),
  );
  expect(await client.pull(EXEC)).toHaveLength(1);
  expect(await fixes(EXEC)).toEqual([]);
});

it('checkpoints too, in the card of the judge', async () => {
  const files = await compiled((_, text) =>
    text.replace(
      '"checkpoints_rendered": "[CP1·结果][必选] Names',
      '"checkpoints_rendered": "[CP1·结果][必选] Name⟦d⟧',
    ),
  );
  const { client, places } = await opened(files);
  const found = (await client.pull(EVAL)).map((item) => shownDiagnostic(EVAL, item));
  expect(found).toContain(`${places[0]} error sundowner/script-differs`);
});

it('an evalset that cannot be read, or a changed order, is told of at the head of the provenance', async () => {
  const broken = await opened(await compiled((_, text) => text, { '/b/evalset/a.case.yaml': 'case_id: [' }));
  expect((await broken.client.pull('/b/script/provenance.json')).map(({ code }) => code)).toEqual([
    'script-unverified',
  ]);
});

it.each([
  ['in another encoding', new NotUtf8Error(saveAsUtf8('GB18030'), { line: 0, character: 0 }), 'not-utf8'],
  ['that the disk refuses', new Error('input/output error'), 'unreadable-file'],
])('a file of a script %s is a finding, and ends nothing', async (_name, error, code) => {
  const disk = overlayFiles(unmark(await compiled((_, text) => text)).texts, noFiles());
  const files = {
    ...disk,
    read: (at: string) => (at === EVAL ? Promise.reject(error) : disk.read(at)),
  };
  const found = await checkScript('/b', files);
  expect(found.map((finding) => [finding.file, finding.code])).toEqual([[EVAL, code]]);
});
