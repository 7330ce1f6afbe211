import * as vscode from 'vscode';
import type { Batches } from '../batches/store.ts';
import type { Evalsets } from '../evalsets/evalsets.ts';
import type { Log } from '../log.ts';
import { marksOf, type FileMarks } from './marks.ts';

const NOTHING: FileMarks = { cases: [], points: [] };
/** Rest after a keystroke, before the file is read again. */
const REST_MS = 120;

/** The verdicts of the files that are seen, laid over their present text. */
export class FileVerdicts implements vscode.Disposable {
  readonly #batches: Batches;
  readonly #evalsets: Evalsets;
  readonly #log: Log;
  readonly #marks = new Map<string, FileMarks>();
  readonly #pending = new Map<string, NodeJS.Timeout>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #toDispose: vscode.Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor(batches: Batches, evalsets: Evalsets, log: Log) {
    this.#batches = batches;
    this.#evalsets = evalsets;
    this.#log = log;
    this.#toDispose = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.#readVisible()),
      batches.onDidChange(() => this.#readVisible()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isSeen(document)) this.#soon(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#marks.delete(uri.toString())),
    ];
    this.#readVisible();
  }

  of(uri: vscode.Uri): FileMarks {
    return this.#marks.get(uri.toString()) ?? NOTHING;
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    for (const one of this.#toDispose) one.dispose();
    this.#changed.dispose();
  }

  #readVisible(): void {
    for (const { document } of vscode.window.visibleTextEditors)
      if (isOurs(document)) this.#soon(document, 0);
  }

  #soon(document: vscode.TextDocument, ms = REST_MS): void {
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    this.#pending.set(
      key,
      setTimeout(() => {
        this.#pending.delete(key);
        void this.#read(document).catch((error: unknown) => this.#log.error('verdicts in the source', error));
      }, ms),
    );
  }

  async #read(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const file = await this.#evalsets.ofFile(document.uri);
    if (file === null) return;
    const name = this.#evalsets.known.find((one) => one.root === file.root)?.name;
    const ids = file.cases.map((card) => card.id);
    const verdicts = await this.#batches.verdicts(ids, name);
    // A text that moved on meanwhile has asked again by itself; one that was closed is forgotten already.
    if (document.isClosed || document.version !== version) return;
    this.#marks.set(document.uri.toString(), marksOf(file, verdicts));
    this.#changed.fire(document.uri);
  }
}

/** Files that may hold cases. */
function isOurs(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== 'file') return false;
  return document.languageId === 'evalset' || /\.(json|ya?ml)$/.test(document.uri.path);
}

function isSeen(document: vscode.TextDocument): boolean {
  return isOurs(document) && vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}
