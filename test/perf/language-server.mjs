#!/usr/bin/env node
// Prints how long a change takes until a client over stdio has fresh diagnostics, in an evalset of many card files:
// node test/perf/language-server.mjs [cases]
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ROUNDS = 60;
const wanted = Number(process.argv[2] ?? 1000);
const temporary = mkdtempSync(path.join(os.tmpdir(), 'sundowner-perf-'));
const evalset = path.join(temporary, 'harbor');
const card = (name) => path.join(evalset, 'cases', `${name}.case.yaml`);
const read = (file) => readFileSync(file, 'utf8');

function make() {
  cpSync(path.join(ROOT, 'samples/harbor'), evalset, { recursive: true });
  // Conditional replies belong to a playbook's case, so the cards that have one are not copied.
  const sources = [1, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => read(card(`H${String(n).padStart(2, '0')}`)));
  const added = Array.from({ length: wanted - 12 }, (_, i) => `P${String(i + 1).padStart(4, '0')}`);
  added.forEach((id, i) =>
    writeFileSync(card(id), sources[i % sources.length].replace(/^case_id: .*$/m, `case_id: ${id}`)),
  );
  const list = path.join(evalset, 'evalset.yaml');
  const lines = added.map((id) => `  - cases/${id}.case.yaml\n`).join('');
  writeFileSync(list, read(list).replace('world:', `${lines}world:`));
}

const server = spawn(process.execPath, [path.join(ROOT, 'dist/extension/server.cjs'), '--stdio'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
try {
  make();
  const client = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  client.listen();
  const uri = (file) => pathToFileURL(file).href;
  await client.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    workspaceFolders: [{ uri: uri(temporary), name: 'perf' }],
    capabilities: {
      workspace: { didChangeWatchedFiles: {}, workspaceFolders: true },
      textDocument: { diagnostic: {} },
    },
  });
  await client.sendNotification('initialized', {});
  const pull = async (file) =>
    (await client.sendRequest('textDocument/diagnostic', { textDocument: { uri: uri(file) } })).items;
  const open = (file) =>
    client.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uri(file), languageId: 'evalset', version: 1, text: read(file) },
    });

  const cold = performance.now();
  await pull(card('H01'));
  console.log(`${wanted} card files, first answer: ${((performance.now() - cold) / 1000).toFixed(2)} s`);

  /** Writes and takes back one word in `edited`, and pulls `seen`: what it says must change each time. */
  const measure = async (what, edited, [from, to], seen) => {
    await open(edited);
    const text = read(edited);
    const offset = text.indexOf(from);
    const start = { line: text.slice(0, offset).split('\n').length - 1, character: 0 };
    start.character = offset - (text.lastIndexOf('\n', offset - 1) + 1);
    const times = [];
    for (let i = 0; i < ROUNDS; i++) {
      const [now, next] = i % 2 === 0 ? [from, to] : [to, from];
      const end = { line: start.line, character: start.character + now.length };
      const began = performance.now();
      await client.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(edited), version: i + 2 },
        contentChanges: [{ range: { start, end }, text: next }],
      });
      const items = await pull(seen);
      times.push(performance.now() - began);
      if (items.length > 0 !== (i % 2 === 0))
        throw new Error(`${what}: round ${i}: ${items.length} diagnostics`);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
    console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${ROUNDS} edits)`);
  };
  await measure(
    'edit in a card, its own diagnostics',
    card('H01'),
    ['asker: asker', 'asker: nobodyy'],
    card('H01'),
  );
  const world = path.join(evalset, 'world/harbor.world.yaml');
  await measure('edit in the world, diagnostics of a card', world, ['  ops:\n', '  opz:\n'], card('H02'));
} finally {
  server.kill();
  rmSync(temporary, { recursive: true, force: true });
}
