/* global setTimeout, clearTimeout */
// One server over stdio, the texts as the editor has them, and what is asked after each edit.
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '../language-server/client.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** An answer that takes longer is none. */
const PATIENCE_MS = 20_000;
/** Refusals, and answers that something newer made stale. */
const REFUSED = new Set([-32803, -32801, -32800, -32602, -32600]);

export class Session {
  times = [];
  #root;
  #written;
  #texts;
  #until;
  #client;
  #logged = [];
  #first = new Map();

  constructor(root, texts, until) {
    this.#root = root;
    this.#written = texts;
    this.#texts = new Map(texts);
    this.#until = until;
  }

  async start() {
    this.#client = new Client([path.join(ROOT, 'dist/extension/server.cjs'), '--stdio']);
    this.#client.onLog(({ type, message }) => type === 1 && this.#logged.push(message));
    await this.#client.initialize(this.#root, true);
    for (const file of this.#texts.keys()) await this.#open(file);
    for (const file of this.#texts.keys()) this.#first.set(file, await this.#findings(file));
  }

  get memory() {
    return this.#client.memory();
  }

  end() {
    return this.#client.end();
  }

  /** Does a step and asks; null when all is answered, else what went wrong (its kind in the first line). */
  async step(step) {
    const { file, asks } = step;
    const began = performance.now();
    await this.#edit(step);
    const text = this.#texts.get(file);
    const asked = [['diagnostic', 0], ...asks].map(([what, offset]) => [what, paramsOf(what, text, offset)]);
    for (const [what, params] of asked) {
      const fault = await this.#answers(what, file, params);
      if (fault !== null) return fault;
    }
    this.times.push(performance.now() - began);
    return this.#logged.length > 0 ? `a fault is logged\n${this.#logged.join('\n')}` : null;
  }

  /** Puts everything back; null when what was found at first is found again. */
  async restored() {
    for (const file of this.#texts.keys()) await this.#edit({ file, restore: true });
    for (const file of this.#texts.keys()) {
      const found = await this.#findings(file);
      if (found !== this.#first.get(file))
        return `the findings of ${path.basename(file)} are not those of the beginning\n${found}`;
    }
    return null;
  }

  async #findings(file) {
    return JSON.stringify(await this.#client.pull(file));
  }

  #open(file) {
    return this.#client.open(file, languageOf(file), this.#texts.get(file));
  }

  async #edit({ file, put, from, to, copy, cut, reopen, restore }) {
    const text = this.#texts.get(file);
    const cutTo = (offset) => Math.min(offset, text.length);
    if (reopen === true) {
      await this.#client.close(file);
      return this.#open(file);
    }
    if (restore === true || cut !== undefined) {
      const whole = restore === true ? this.#written.get(file) : text.slice(0, cut);
      this.#texts.set(file, whole);
      return this.#client.change(file, undefined, whole);
    }
    const [start, end] = copy === undefined ? [cutTo(from), cutTo(to)] : [cutTo(from), cutTo(from)];
    const words = copy === undefined ? put : text.slice(cutTo(copy[0]), cutTo(copy[1]));
    const range = { start: positionAt(text, start), end: positionAt(text, end) };
    // A position between CR and LF is the end of its line for a server: the edit is made where it says.
    const [a, b] = [offsetAt(text, range.start), offsetAt(text, range.end)];
    this.#texts.set(file, text.slice(0, a) + words + text.slice(b));
    return this.#client.change(file, range, words);
  }

  async #answers(what, file, params) {
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve(`no answer to ${what}`), PATIENCE_MS);
    });
    const gone = this.#client.gone.then((code) => `the server ended (${code}) at ${what}`);
    const answer = this.#client.ask(what, file, params).then(
      (result) =>
        this.#until !== undefined &&
        what === 'diagnostic' &&
        result.items.some(({ code }) => code === this.#until)
          ? `found ${this.#until}`
          : null,
      (error) => (REFUSED.has(error.code) ? null : `error ${error.code} to ${what}\n${error.message}`),
    );
    try {
      return await Promise.race([answer, late, gone]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const languageOf = (file) => (/\.json$/.test(file) ? 'json' : /\.md$/.test(file) ? 'markdown' : 'evalset');

function paramsOf(what, text, offset) {
  const position = positionAt(text, Math.min(offset, text.length));
  const range = { start: { line: 0, character: 0 }, end: position };
  switch (what) {
    case 'references':
      return { position, context: { includeDeclaration: true } };
    case 'rename':
      return { position, newName: 'other' };
    case 'selectionRange':
      return { positions: [position] };
    case 'inlayHint':
      return { range };
    case 'codeAction':
      return { range, context: { diagnostics: [] } };
    default:
      return { position };
  }
}

function positionAt(text, offset) {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1).length };
}

function offsetAt(text, { line, character }) {
  let at = 0;
  for (let i = 0; i < line; i++)
    at += /\r\n|\r|\n/.exec(text.slice(at)).index + /\r\n|\r|\n/.exec(text.slice(at))[0].length;
  const rest = /[\r\n]/.exec(text.slice(at));
  return Math.min(at + character, rest === null ? text.length : at + rest.index);
}
