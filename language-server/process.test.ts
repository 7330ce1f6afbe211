import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { FileChangeType, ShutdownRequest, ExitNotification } from 'vscode-languageserver-protocol';
import { expect, it, onTestFinished } from 'vitest';
import { checkBeforeRun, evalsets } from './protocol.ts';
import { TestClient } from './testing/client.ts';

/** The sample company in a folder of its own, and the shipped server over stdio. */
async function start() {
  const folder = mkdtempSync(path.join(os.tmpdir(), '汐港 sundowner-'));
  const root = path.join(folder, 'harbor');
  cpSync('samples/harbor', root, { recursive: true });
  const server = spawn(process.execPath, ['dist/extension/server.cjs', '--stdio']);
  const errors: string[] = [];
  server.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  onTestFinished(() => {
    server.kill();
    connection.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const client = new TestClient(connection);
  const { capabilities } = await client.initialize([folder]);
  return { client, root, server, capabilities, errors };
}

it('the shipped server reads the sample company, hears of edits and files, and ends when told', async () => {
  const { client, root, server, capabilities, errors } = await start();
  expect(capabilities).toMatchObject({
    textDocumentSync: { change: 2 },
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true },
    hoverProvider: true,
    codeLensProvider: {},
    documentSymbolProvider: {},
  });
  const found = await client.connection.sendRequest(evalsets);
  expect(found.map((item) => [item.root, item.cases.length, item.error])).toEqual([[root, 12, null]]);
  expect(await client.connection.sendRequest(checkBeforeRun, { root })).toEqual([]);

  const card = path.join(root, 'cases/H02.case.yaml');
  const world = path.join(root, 'world/harbor.world.yaml');
  expect(await client.pull(card)).toEqual([]);
  const text = readFileSync(world, 'utf8');
  await client.open(world, text);
  await client.change(world, text.replace('  ops:\n', '  opz:\n'));
  expect((await client.places(card))[0]).toMatch(
    /H02\.case\.yaml:3:12-3:15 error sundowner\/dangling-group$/,
  );
  await client.close(world);
  expect(await client.pull(card)).toEqual([]);

  writeFileSync(card, readFileSync(card, 'utf8').replace('asker: asker', 'asker: nobody'));
  await client.onDisk(card, FileChangeType.Changed);
  expect((await client.places(card)).join('\n')).toMatch(/:4:8-4:14 error sundowner\/dangling-actor/);

  await client.connection.sendRequest(ShutdownRequest.type);
  const ended = once(server, 'exit');
  await client.connection.sendNotification(ExitNotification.type);
  expect(await ended).toEqual([0, null]);
  expect(errors).toEqual([]);
});
