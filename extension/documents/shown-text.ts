import * as vscode from 'vscode';
import { outputOf } from './command-text.ts';

/** What the command can show of a batch, as text to read. */
const PARTS = {
  /** The world that it left behind: groups with their messages, documents, tables. */
  world: { ending: '.md', language: 'markdown' },
  /** The faults that were made on purpose, in their order. */
  faults: { ending: '.faults.txt', language: 'plaintext' },
} as const;

export type ShownPart = keyof typeof PARTS;

/** Parts of batches as the command shows them. The path of such a text is the batch folder, with an ending behind it. */
export class ShownText implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #command: string;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registrations: readonly vscode.Disposable[];

  constructor(command: string) {
    this.#command = command;
    const parts: ShownPart[] = ['world', 'faults'];
    this.#registrations = parts.map((part) =>
      vscode.workspace.registerTextDocumentContentProvider(schemeOf(part), this),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const part: ShownPart = uri.scheme === schemeOf('faults') ? 'faults' : 'world';
    const batch = uri.with({ scheme: 'file' }).fsPath.slice(0, -PARTS[part].ending.length);
    const language = ['--language', vscode.env.language];
    // A world that was not kept is no fault: the command says so in a sentence.
    return (await outputOf(this.#command, ['show', `--${part}`, ...language, '--', batch], token)).text;
  }

  async open(part: ShownPart, batch: string): Promise<void> {
    const { ending, language } = PARTS[part];
    const uri = vscode.Uri.file(`${batch}${ending}`).with({ scheme: schemeOf(part) });
    // What stands in an open editor may be from before the batch went on.
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, language);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    for (const one of [...this.#registrations, this.#changed]) one.dispose();
  }
}

const schemeOf = (part: ShownPart): string => `sundowner-${part}`;
