#!/usr/bin/env node
// Prints how long a client over stdio waits: for fresh diagnostics after a change, for completion and for hover; the
// memory of the server; and the same change through yaml-language-server with the same JSON Schema, as a ratio.
// node test/perf/language-server.mjs [rounds] [json|files|yaml]      SUNDOWNER_PEER=0 leaves the peer out,
// SUNDOWNER_SERVER_FLAGS=--cpu-prof profiles the server
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client, uriOf } from './language-server/client.mjs';
import { manyFiles, oneJson, oneYaml } from './language-server/workloads.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const rounds = Number(process.argv[2] ?? 60);
const PEER_ROUNDS = 5;
const flags = (process.env.SUNDOWNER_SERVER_FLAGS ?? '').split(' ').filter((flag) => flag !== '');
const read = (file) => readFileSync(file, 'utf8');

const shown = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return {
    p50: at(0.5),
    text: `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms (${sorted.length})`,
  };
};

/** A place in a text: of the first occurrence of `word` behind `share` of it. */
function rangeOf(text, word, share) {
  const offset = text.indexOf(word, Math.floor(text.length * share));
  if (offset < 0) throw new Error(`there is no ${word}`);
  const line = text.slice(0, offset).split('\n').length - 1;
  const character = offset - (text.lastIndexOf('\n', offset - 1) + 1);
  return { start: { line, character }, end: { line, character: character + word.length } };
}

const withEnd = ({ start }, length) => ({ start, end: { ...start, character: start.character + length } });

/** Writes a word and takes it back; each time what `fresh` waits for must say so. */
async function edits(client, file, [from, to], share, count, fresh) {
  const range = rangeOf(read(file), from, share);
  const times = [];
  for (let i = 0; i < count; i++) {
    const wrong = i % 2 === 0;
    const waiting = fresh(wrong);
    const began = performance.now();
    await client.change(file, withEnd(range, wrong ? from.length : to.length), wrong ? to : from);
    await waiting();
    times.push(performance.now() - began);
  }
  return times;
}

const pulled = (client, file) => (wrong) => async () => {
  const items = await client.pull(file);
  if (items.some(({ severity }) => severity === 1) !== wrong)
    throw new Error(
      `${file}: ${JSON.stringify(items.slice(0, 3))} where it ${wrong ? 'is' : 'is not'} wrong`,
    );
};

const KEYS = { evalset: 'asker: ', json: '"asker": ' };
/** The value of a key as it is written, and one that no world has. */
const words = (load) => {
  const written = new RegExp(`${KEYS[load.languageId]}(.*)`).exec(read(load.card))[0];
  return [written, written.replace(/(: ['"]?)/, '$1no_')];
};

async function ours(load, root) {
  const client = new Client([...flags, path.join(ROOT, 'dist/extension/server.cjs'), '--stdio']);
  try {
    await client.initialize(root, true);
    const began = performance.now();
    await client.open(load.card, load.languageId);
    const first = await client.pull(load.card);
    console.log(
      `${load.what}: first answer ${((performance.now() - began) / 1000).toFixed(2)} s, ${first.length} findings`,
    );
    const own = shown(
      await edits(client, load.card, words(load), load.share, rounds, pulled(client, load.card)),
    );
    console.log(`  edit, own diagnostics: ${own.text}`);
    if (load.world !== undefined) {
      await client.open(load.world, load.languageId);
      const world = await edits(
        client,
        load.world,
        ['  ops:\n', '  opz:\n'],
        0,
        rounds,
        pulled(client, load.other),
      );
      console.log(`  edit in the world, diagnostics of a card: ${shown(world).text}`);
    }
    const { start } = rangeOf(read(load.card), KEYS[load.languageId].trim(), load.share);
    for (const what of ['hover', 'completion']) {
      const times = [];
      for (let i = 0; i < rounds; i++) {
        // Behind an edit, as when somebody types.
        await client.change(load.card, { start, end: start }, '');
        const asked = performance.now();
        await client
          .ask(what, load.card, { position: { ...start, character: start.character + 2 } })
          .catch(() => null);
        times.push(performance.now() - asked);
      }
      console.log(`  ${what}: ${shown(times).text}`);
    }
    console.log(`  memory: ${client.memory() ?? '?'} MB`);
    return own.p50;
  } finally {
    await client.end();
  }
}

async function peer(load, root) {
  const bin = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
  const schema = uriOf(path.join(ROOT, 'schemas/json', `${load.schema}.schema.json`));
  const client = new Client([bin, '--stdio'], {
    yaml: { validate: true, schemas: { [schema]: ['*'] }, maxItemsComputed: 1 },
    '[yaml]': {},
    editor: {},
    files: {},
  });
  try {
    await client.initialize(root, false);
    const ready = client.pushed(load.card, () => true);
    await client.open(load.card, 'yaml');
    await ready;
    // A word that only the schema refuses: the peer knows nothing of the other files.
    const wrong =
      load.languageId === 'json' ? ['"kind": "query"', '"kind": "qery"'] : ['kind: query', 'kind: qery'];
    const fresh = (bad) => {
      const pushed = client.pushed(load.card, (items) => items.length > 0 === bad);
      return () => pushed;
    };
    return shown(await edits(client, load.card, wrong, load.share, PEER_ROUNDS, fresh));
  } finally {
    await client.end();
  }
}

console.log(`load average ${os.loadavg()[0].toFixed(1)}`);
const LOADS = {
  json: (root) => oneJson(root, 5000),
  files: (root) => manyFiles(root, 1000),
  yaml: (root) => oneYaml(root, 110_000),
};
const only = process.argv[3];
for (const [name, make] of Object.entries(LOADS)) {
  if (only !== undefined && name !== only) continue;
  const root = mkdtempSync(path.join(os.tmpdir(), 'sundowner-perf-'));
  try {
    const load = make(root);
    const own = await ours(load, root);
    if (process.env.SUNDOWNER_PEER !== '0') {
      const { p50, text } = await peer(load, root);
      console.log(
        `  yaml-language-server, the same schema: ${text}; ${(p50 / own).toFixed(1)} times as long`,
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
