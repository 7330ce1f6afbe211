/* global setTimeout, clearTimeout */
// A client of a language server over stdio, as far as the measurements need one.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

export const uriOf = (file) => pathToFileURL(file).href;

export class Client {
  #process;
  #versions = new Map();
  #waiting = [];
  #gone;
  #settings;

  /** `settings`: what the server gets when it asks for its configuration. */
  constructor(args, settings = {}) {
    this.#settings = settings;
    this.#process = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.connection = createMessageConnection(
      new StreamMessageReader(this.#process.stdout),
      new StreamMessageWriter(this.#process.stdin),
    );
    this.connection.onRequest('workspace/configuration', ({ items }) =>
      items.map(({ section }) =>
        section === undefined ? this.#settings : (this.#settings[section] ?? null),
      ),
    );
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('window/workDoneProgress/create', () => null);
    this.connection.onNotification('textDocument/publishDiagnostics', (message) => {
      for (const waiting of [...this.#waiting]) waiting(message);
    });
    this.connection.listen();
  }

  async initialize(folder, pull) {
    await this.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: uriOf(folder),
      workspaceFolders: [{ uri: uriOf(folder), name: 'perf' }],
      capabilities: {
        workspace: { configuration: true, didChangeWatchedFiles: {}, workspaceFolders: true },
        textDocument: {
          ...(pull ? { diagnostic: {} } : { publishDiagnostics: {} }),
          hover: { contentFormat: ['markdown'] },
          completion: { completionItem: { snippetSupport: true } },
        },
      },
    });
    await this.connection.sendNotification('initialized', {});
    await this.connection.sendNotification('workspace/didChangeConfiguration', { settings: this.#settings });
  }

  /** Calls back with what the server logs. */
  onLog(listener) {
    this.connection.onNotification('window/logMessage', listener);
  }

  /** Its exit code, once it ended. */
  get gone() {
    return this.#gone;
  }

  close(file) {
    return this.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: uriOf(file) },
    });
  }

  open(file, languageId, text = readFileSync(file, 'utf8')) {
    this.#versions.set(file, 1);
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uriOf(file), languageId, version: 1, text },
    });
  }

  change(file, range, text) {
    const version = (this.#versions.get(file) ?? 1) + 1;
    this.#versions.set(file, version);
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: uriOf(file), version },
      contentChanges: [range === undefined ? { text } : { range, text }],
    });
  }

  /** The diagnostics of a file, asked for. */
  async pull(file) {
    const { items } = await this.ask('diagnostic', file);
    return items;
  }

  /** The next diagnostics of a file that fit, as they are pushed. */
  pushed(file, fit) {
    return new Promise((resolve) => {
      const look = ({ uri, diagnostics }) => {
        if (uri !== uriOf(file) || !fit(diagnostics)) return;
        this.#waiting.splice(this.#waiting.indexOf(look), 1);
        resolve(diagnostics);
      };
      this.#waiting.push(look);
    });
  }

  ask(what, file, params = {}) {
    return this.connection.sendRequest(`textDocument/${what}`, {
      textDocument: { uri: uriOf(file) },
      ...params,
    });
  }

  /** Megabytes of memory that the server holds; null where the system does not tell. */
  memory() {
    try {
      const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024);
    } catch {
      return null;
    }
  }

  async end() {
    const late = setTimeout(() => this.#process.kill('SIGKILL'), 5000);
    await this.connection.sendRequest('shutdown').catch(() => undefined);
    await this.connection.sendNotification('exit').catch(() => undefined);
    await this.#gone;
    clearTimeout(late);
    this.connection.dispose();
  }
}
