import * as vscode from 'vscode';

/** The extension's log: one channel with levels, shown by *Sundowner: Show Log*. */
export class Log implements vscode.Disposable {
  readonly channel = vscode.window.createOutputChannel('Sundowner', { log: true });

  info(text: string): void {
    this.channel.info(text);
  }
  warn(text: string): void {
    this.channel.warn(text);
  }
  error(what: string, error: unknown): void {
    this.channel.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  dispose(): void {
    this.channel.dispose();
  }
}

/** The sentence in an error, for a person. */
export function sentenceOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
