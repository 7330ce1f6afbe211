import { execFile, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { CodeActionRequest, FileChangeType, type CodeAction } from 'vscode-languageserver-protocol';
import { expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../engine/temp-dir.fixture.ts';
import { uriOf } from './project/uris.ts';
import { MODERN, TestClient } from './testing/client.ts';
import { applied } from './testing/edits.ts';

const run = promisify(execFile);
const sundowner = (...args: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, ['bin/sundowner.mjs', ...args]);

/** The sample company in a folder of its own, and the shipped server over stdio. */
async function start() {
  const folder = tempDir();
  const root = path.join(folder, 'harbor');
  cpSync('samples/harbor', root, { recursive: true });
  const server = spawn(process.execPath, ['dist/extension/server.cjs', '--stdio']);
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  onTestFinished(() => {
    server.kill();
    connection.dispose();
  });
  const client = new TestClient(connection);
  await client.initialize([folder], {
    ...MODERN,
    textDocument: {
      ...MODERN.textDocument,
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    },
  });
  return { client, root };
}

it('a pinned version: a changed character is marked, restored to the byte, and accepted under a new name', async () => {
  const { client, root } = await start();
  const card = path.join(root, 'cases/H02.case.yaml');
  const evalset = path.join(root, 'evalset.yaml');
  const pin = path.join(root, 'evalset.pin.json');
  expect((await sundowner('pin', root)).stdout).toMatch(
    /evalset\.pin\.json: version \S+ pinned; 12 cases, hash/,
  );
  await client.onDisk(pin, FileChangeType.Created);
  expect(await client.pull(card)).toEqual([]);

  const before = readFileSync(card, 'utf8');
  const now = before.replace('，', ',');
  expect(now).not.toBe(before);
  await client.open(card, before);
  await client.change(card, now);
  const [found] = await client.pull(card);
  expect(found).toMatchObject({ code: 'differs-from-pin', severity: 1 });
  expect(found?.message).toContain('“，” U+FF0C (full width) → “,” U+002C, which looks alike');
  const fixes = async (): Promise<CodeAction[]> =>
    ((await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uriOf(card) },
      range: found!.range,
      context: { diagnostics: [found!] },
    })) ?? []) as CodeAction[];
  const texts = () =>
    new Map([
      [card, now],
      [pin, readFileSync(pin, 'utf8')],
    ]);
  const [restore] = await fixes();
  expect(restore?.title).toMatch(/^Restore the pinned text of /);
  const restored = applied(restore?.edit ?? null, texts()).get(card) ?? '';
  expect(restored).toBe(before);
  await client.change(card, restored);
  expect(await client.pull(card)).toEqual([]);

  // Under the pinned name it is no new version: the command says so, and nothing is written.
  await client.change(card, now);
  writeFileSync(card, now);
  const pinned = readFileSync(pin, 'utf8');
  await expect(sundowner('pin', root)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is pinned with other texts\. .* name it in evalset\.yaml/) as string,
  });
  expect(readFileSync(pin, 'utf8')).toBe(pinned);
  expect((await fixes()).map(({ title }) => title)).toEqual([restore?.title]);

  writeFileSync(evalset, readFileSync(evalset, 'utf8').replace(/^version: .*$/m, 'version: V9.9'));
  await client.onDisk(evalset, FileChangeType.Changed);
  const accept = (await fixes()).find(({ title }) => title === 'Accept as a new version: pin V9.9');
  const text = applied(accept?.edit ?? null, texts()).get(pin) ?? '';
  // The command writes the very bytes that the fix does.
  expect((await sundowner('pin', root, '--json')).stdout).toContain('"version": "V9.9"');
  expect(readFileSync(pin, 'utf8')).toBe(text);
  await client.onDisk(pin, FileChangeType.Changed);
  expect(await client.pull(card)).toEqual([]);
}, 90_000);
