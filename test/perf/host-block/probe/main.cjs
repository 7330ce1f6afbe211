/**
 * Sits in the extension host beside the extension under test. The measuring process connects to the socket that the
 * environment names and sends a JSON object a line, each with its number `n`: `{ do: 'start', profiled }`, `{ do: 'stop' }`,
 * `{ do: 'command', id, args }`, `{ do: 'open', file }` or `{ do: 'task' }`; each is answered with one.
 */
const inspector = require('node:inspector');
const net = require('node:net');
const path = require('node:path');
const process = require('node:process');
const { createInterface } = require('node:readline');
const { monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks');
const { Worker } = require('node:worker_threads');
const vscode = require('vscode');

/** Silences that are told one by one, in milliseconds. */
const NOTED_MS = 15;

/** Monotonic milliseconds that all threads share. */
const clock = () => Number(process.hrtime.bigint()) / 1e6;

class Probe {
  #worker = null;
  #rounds = null;

  start(profiled) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const waits = [];
    const collections = [];
    // Work of the collector is no code of ours, but it is a consequence of it.
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration, detail } of list.getEntries())
        collections.push({ at: startTime, ms: duration, kind: detail.kind });
    });
    observer.observe({ entryTypes: ['gc'] });
    // Before anything is counted: it takes its time.
    const session = profiled ? new inspector.Session() : null;
    if (session !== null) {
      session.connect();
      session.post('Profiler.enable');
      session.post('Profiler.setSamplingInterval', { interval: 1000 });
      session.post('Profiler.start');
    }
    const worker = new Worker(require.resolve('./pinger.cjs'));
    let last = { at: performance.now(), cpu: process.threadCpuUsage() };
    const silences = [];
    worker.on('message', ({ sent }) => {
      const waited = clock() - sent;
      waits.push(waited);
      const now = { at: performance.now(), cpu: process.threadCpuUsage() };
      const wall = now.at - last.at;
      if (wall > NOTED_MS) {
        // What this thread itself worked; the rest of the time the machine gave to others.
        const cpu = (now.cpu.user - last.cpu.user + now.cpu.system - last.cpu.system) / 1000;
        // Only a ping that waited tells of a blocked loop: the pinger, too, can be kept waiting.
        silences.push({ from: last.at, to: now.at, wall, cpu, waited });
      }
      last = now;
      worker.postMessage(0);
    });
    delay.enable();
    this.#worker = worker;
    this.#rounds = {
      delay,
      waits,
      collections,
      observer,
      silences,
      session,
      began: performance.now(),
      cpu: process.threadCpuUsage(),
    };
  }

  async stop() {
    const { delay, waits, collections, observer, silences, session, began, cpu } = this.#rounds;
    delay.disable();
    observer.disconnect();
    const end = process.threadCpuUsage();
    const seconds = (performance.now() - began) / 1000;
    await this.#worker.terminate();
    waits.sort((a, b) => a - b);
    const at = (q) => waits[Math.min(waits.length - 1, Math.floor(waits.length * q))] ?? 0;
    const profile =
      session === null
        ? null
        : await new Promise((resolve, reject) =>
            session.post('Profiler.stop', (error, { profile }) => (error ? reject(error) : resolve(profile))),
          );
    session?.disconnect();
    return {
      seconds,
      busy: (end.user - cpu.user + end.system - cpu.system) / 1e6 / seconds,
      delay: { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
      wait: { count: waits.length, p50: at(0.5), p99: at(0.99), max: at(1) },
      silences: silences.map((one) => ({
        ...one,
        at: one.from - began,
        gc: collections
          .filter((c) => c.at < one.to && c.at + c.ms > one.from)
          .reduce((sum, c) => sum + c.ms, 0),
        ...(profile === null ? {} : { stacks: stacksIn(profile, one) }),
      })),
    };
  }
}

/** The functions in which the samples of a silence lie: `function file:line` from the outermost, with their milliseconds. */
function stacksIn(profile, { from, to }) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])),
  );
  const name = (id) => {
    const { functionName, url, lineNumber, columnNumber } = nodes.get(id).callFrame;
    return `${functionName || '?'} ${url === '' ? '' : `${path.basename(url)}:${lineNumber + 1}:${columnNumber}`}`;
  };
  const sums = new Map();
  // The profiler's clock is the monotonic one, in microseconds; ours began later.
  const origin = Number(process.hrtime.bigint() / 1000n) - performance.now() * 1000;
  let at = profile.startTime;
  profile.samples.forEach((id, i) => {
    const took = profile.timeDeltas[i];
    at += took;
    const ms = (at - origin) / 1000;
    if (ms < from || ms > to + 1) return;
    const stack = [];
    for (let one = id; one !== undefined; one = parents.get(one)) stack.unshift(name(one));
    const key = stack.slice(1).join(' > ');
    sums.set(key, (sums.get(key) ?? 0) + took / 1000);
  });
  return [...sums]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([stack, ms]) => `${ms.toFixed(1)} ms ${stack}`);
}

exports.activate = (context) => {
  const probe = new Probe();
  const answer = async (wish) => {
    switch (wish.do) {
      case 'start':
        return probe.start(wish.profiled);
      case 'stop':
        return probe.stop();
      case 'command':
        return vscode.commands.executeCommand(wish.id, ...wish.args);
      case 'open':
        await vscode.window.showTextDocument(vscode.Uri.file(wish.file), {
          viewColumn: vscode.ViewColumn.One,
        });
        return null;
      case 'task':
        // Not awaited: it ends when the batch does.
        return new Promise((resolve) => {
          const listener = vscode.tasks.onDidEndTaskProcess(({ exitCode }) => {
            listener.dispose();
            resolve(exitCode ?? null);
          });
          void vscode.commands.executeCommand('sundowner.runBatch', {});
        });
      default:
        throw new Error(`no such wish: ${wish.do}`);
    }
  };
  const server = net.createServer((socket) => {
    createInterface({ input: socket }).on('line', (line) => {
      const wish = JSON.parse(line);
      answer(wish).then(
        (value) => socket.write(`${JSON.stringify({ n: wish.n, value: value ?? null })}\n`),
        (error) => socket.write(`${JSON.stringify({ n: wish.n, error: String(error?.stack ?? error) })}\n`),
      );
    });
    socket.on('error', () => undefined);
  });
  server.listen(process.env.SUNDOWNER_PROBE);
  context.subscriptions.push({ dispose: () => server.close() });
};
