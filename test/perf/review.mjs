#!/usr/bin/env node
// Prints how long the reader process needs to open cases with 100 MB of evidence, to page them, and to list 50 batches
// meanwhile; also as a ratio to a plain JSON.parse of the same files: node test/perf/review.mjs [rounds]
import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MB = 1024 * 1024;
const BATCHES = 50;
const CASES = 94;
const rounds = Number(process.argv[2] ?? 3);
const profiled = process.argv[3] === 'profile';
const home = mkdtempSync(path.join(os.tmpdir(), 'sundowner-perf-'));
const locale = 'en';

/** The tests' own maker of batch folders, bundled: this script runs without a loader. */
async function maker() {
  const outfile = path.join(home, 'fixture.cjs');
  await build({
    entryPoints: [path.join(ROOT, 'engine/review/batch.fixture.ts')],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return (await import(pathToFileURL(outfile).href)).default.MadeBatch;
}

const dirOf = (name) => path.join(home, 'huge', name);
const folders = { folders: [path.join(home, 'runs')], batches: [], locale };

function makeHuge(MadeBatch, name, answers, quotes, inVerdict = false) {
  const batch = new MadeBatch(['C1'], dirOf(name));
  batch.play('C1', answers);
  const at = batch.evidencePath('C1', 'w1');
  batch.judge(
    'C1',
    quotes.map((quote, i) => ({ id: `CP${i + 1}`, met: 'met', evidence: [{ path: at, quote }] })),
  );
  if (!inVerdict) return;
  const file = batch.paths.abs(batch.paths.verdict('C1'));
  const verdict = JSON.parse(readFileSync(file, 'utf8'));
  const own = { chat: 'ops', ts: '2026-09-06T01:00:02.000Z', turn: 1, where: 'thread' };
  verdict.agent_messages = answers.map((text, i) => ({ ...own, message_id: `om_${i + 1}`, text }));
  writeFileSync(file, JSON.stringify(verdict));
}

function makeMany(MadeBatch) {
  const dir = path.join(home, 'runs', 'batch-00');
  const ids = Array.from({ length: CASES }, (_, i) => `C${i + 1}`);
  const batch = new MadeBatch(ids, dir);
  const answer = '北岬线 9月19日 开航，以群里说的为准。';
  for (const id of ids) {
    batch.play(id, ['收到，我查一下。', answer]);
    const evidence = [{ path: batch.evidencePath(id, 'w1'), quote: answer }];
    batch.judge(id, [
      { id: 'CP1', result: true, met: 'met', evidence },
      { id: 'CP2', met: 'unmet', evidence: [] },
    ]);
  }
  const manifest = JSON.parse(readFileSync(path.join(dir, 'manifest.json'), 'utf8'));
  for (let n = 1; n < BATCHES; n++) {
    const copy = path.join(home, 'runs', `batch-${String(n).padStart(2, '0')}`);
    cpSync(dir, copy, { recursive: true });
    const created_at = new Date(Date.parse(manifest.created_at) - n * 60_000).toISOString();
    writeFileSync(
      path.join(copy, 'manifest.json'),
      JSON.stringify({ ...manifest, batch: path.basename(copy), created_at }),
    );
  }
  return { dir, ids, batch };
}

function start() {
  const child = fork(path.join(ROOT, 'dist/extension/reader.cjs'), [], {
    execArgv: profiled ? ['--cpu-prof', '--cpu-prof-dir', path.join(os.tmpdir(), 'sundowner-prof')] : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.listen();
  const ask = (method, params) => connection.sendRequest(method, params);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  // As the extension ends it: the reader goes when its channel closes.
  const stop = async () => {
    connection.dispose();
    child.disconnect();
    await gone;
  };
  /** Most memory that the process ever held, bytes; where the system tells. */
  const peak = () => {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024;
    } catch {
      return Number.NaN;
    }
  };
  return { ask, stop, peak };
}

async function timed(run) {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

const at = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const line = (what, times, base) =>
  console.log(
    `  ${what.padEnd(34)} p50 ${ms(at(times, 0.5)).padStart(9)}  p95 ${ms(at(times, 0.95)).padStart(9)}` +
      (base === undefined ? '' : `  = ${(at(times, 0.5) / base).toFixed(2)} × JSON.parse`),
  );

function filesOf(dir) {
  const own = path.join(dir, 'evidence', 'C1');
  return [
    ...readdirSync(own).map((name) => path.join(own, name)),
    path.join(dir, 'results', 'verdict-C1.json'),
  ];
}

/** Opening, paging and slicing of a huge case, while small requests are asked. */
async function huge(name, what) {
  const dir = dirOf(name);
  const of = { dir, caseId: 'C1', locale };
  const files = filesOf(dir);
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const parse = await timed(() => files.forEach((file) => JSON.parse(readFileSync(file, 'utf8'))));
  console.log(`${what}: ${(size / MB).toFixed(0)} MB; plain JSON.parse ${ms(parse)}`);
  const all = { open: [], page: [], text: [], list: [], verdicts: [] };
  let peak = 0;
  for (let round = 0; round < rounds; round++) {
    const reader = start();
    await reader.ask('batches/list', folders);
    await reader.ask('verdicts/newest', { ...folders, cases: ['C1'] });
    let opened = false;
    const open = timed(() => reader.ask('case/review', of)).then((time) => {
      opened = true;
      all.open.push(time);
    });
    while (!opened) {
      all.list.push(await timed(() => reader.ask('batches/list', folders)));
      all.verdicts.push(await timed(() => reader.ask('verdicts/newest', { ...folders, cases: ['C1'] })));
    }
    await open;
    const { total } = await reader.ask('case/evidence', { ...of, kind: 'thread', from: 0, count: 1 });
    for (let i = 0; i < 20; i++) {
      const from = Math.floor((total * i) / 20);
      all.page.push(
        await timed(() => reader.ask('case/evidence', { ...of, kind: 'thread', from, count: 100 })),
      );
      const slice = { ...of, kind: 'thread', index: 2, from: i * 1_000_000, count: 20_000 };
      all.text.push(await timed(() => reader.ask('case/text', slice)));
    }
    peak = Math.max(peak, reader.peak());
    await reader.stop();
  }
  line('first open', all.open, parse);
  line('page of 100', all.page);
  line('slice of text', all.text);
  line('list of 50 batches meanwhile', all.list);
  line('newest verdicts meanwhile', all.verdicts);
  console.log(`  most memory: ${(peak / MB).toFixed(0)} MB`);
}

async function many({ dir, ids, batch }) {
  console.log(`${BATCHES} batches of ${CASES} cases`);
  const all = { cold: [], list: [], first: [], verdicts: [], changedList: [], changedVerdicts: [] };
  const asked = { ...folders, cases: ids };
  for (let round = 0; round < rounds; round++) {
    const reader = start();
    all.cold.push(await timed(() => reader.ask('batches/list', folders)));
    all.first.push(await timed(() => reader.ask('verdicts/newest', asked)));
    for (let i = 0; i < 10; i++) {
      all.list.push(await timed(() => reader.ask('batches/list', folders)));
      all.verdicts.push(await timed(() => reader.ask('verdicts/newest', asked)));
    }
    for (let i = 0; i < 10; i++) {
      // What a running batch does at each step: a line in the journal of one batch, another case's verdict.
      batch.journal({
        step: `eval.note-${round}-${i}`,
        op: 'msg',
        phase: 'eval',
        status: 'success',
        case_id: 'C1',
      });
      const verdict = path.join(dir, 'results', `verdict-C${i + 1}.json`);
      writeFileSync(verdict, `${readFileSync(verdict, 'utf8')}\n`);
      all.changedList.push(await timed(() => reader.ask('batches/list', folders)));
      all.changedVerdicts.push(await timed(() => reader.ask('verdicts/newest', asked)));
    }
    await reader.stop();
  }
  line('list, cold', all.cold);
  line('list, nothing changed', all.list);
  line('list, one batch changed', all.changedList);
  line('newest verdicts of 94, cold', all.first);
  line('newest verdicts, nothing changed', all.verdicts);
  line('newest verdicts, one batch changed', all.changedVerdicts);
}

try {
  const MadeBatch = await maker();
  const made = makeMany(MadeBatch);
  const lines = Array.from({ length: 200_000 }, (_, i) => `回复第 ${i} 条：${'冷'.repeat(20)}`);
  makeHuge(MadeBatch, 'many', lines, [
    '回复第 199999 条：冷冷冷冷',
    '回复第　100000 条：冷冷',
    '不在里面的一句话',
  ]);
  const mark = '冷机绝缘复检排在九月十日';
  const spaces = `${'Harbor   Tide  '.repeat(3_000_000)}${mark}${'x  '.repeat(15_000_000)}`;
  makeHuge(MadeBatch, 'long', [spaces], [mark, `Tide ${mark}x`, '不在里面的一句话']);
  makeHuge(MadeBatch, 'told', lines, ['回复第 199999 条：冷冷冷冷'], true);
  await many(made);
  await huge('many', '200 000 messages, in two files');
  await huge('long', 'one message of 90 MB, in two files');
  await huge('told', '200 000 messages, also in the verdict');
} finally {
  rmSync(home, { recursive: true, force: true });
}
