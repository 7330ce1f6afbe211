import * as vscode from 'vscode';
import { terminalText } from '../plain.ts';
import type { Readiness } from '../run/ready.ts';
import type { RunWish } from '../run/command.ts';
import type { RunProcess } from '../run/process.ts';
import type { Runs } from '../run/runs.ts';
import { isMilestone, progressText, whyNot } from '../run/words.ts';

const CTRL_C = '\x03';

/** The terminal of a batch task: the run is a child process, and closing the terminal stops it in good order. */
export class RunTerminal implements vscode.Pseudoterminal {
  readonly #write = new vscode.EventEmitter<string>();
  readonly #close = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.#write.event;
  readonly onDidClose = this.#close.event;
  #run: RunProcess | null = null;
  #closed = false;

  constructor(
    readonly wish: RunWish,
    readonly cwd: string,
    readonly runs: Runs,
    readonly ready: (root: string) => Promise<Readiness>,
    /** A batch in one sentence, when it can be told. */
    readonly summary: (batch: string) => Promise<string | null>,
  ) {}

  open(): void {
    this.#play().then(
      (code) => this.#close.fire(code),
      (error: unknown) => {
        this.#say(error instanceof Error ? error.message : String(error));
        this.#close.fire(2);
      },
    );
  }

  close(): void {
    this.#closed = true;
    this.#run?.stop();
  }

  handleInput(data: string): void {
    if (!data.includes(CTRL_C)) return;
    this.#say(vscode.l10n.t('Stopping; what was done is kept.'));
    this.#run?.stop();
  }

  async #play(): Promise<number> {
    if (this.wish.action === 'run') {
      const ready = await this.ready(this.wish.evalset);
      if (!ready.ok) {
        this.#say(ready.why);
        return 1;
      }
    }
    // The terminal may have been closed while files were saved.
    if (this.#closed) return 130;
    const run = this.runs.start(this.wish, this.cwd);
    this.#run = run;
    const listener = run.onLine((line) => {
      const text = progressText(line);
      if (text !== null && isMilestone(line)) this.#say(text);
    });
    const end = await run.ended;
    listener.dispose();
    const why = whyNot(end);
    if (why !== null && end.errors.every((error) => error.message !== why)) this.#say(why);
    for (const finding of end.refused)
      this.#say(
        `${finding.file}:${finding.range.start.line + 1}:${finding.range.start.character + 1}: ${finding.message}`,
      );
    if (end.batch !== null && (end.stopped || end.exit === 130))
      this.#say(vscode.l10n.t('Stopped. The batch can be resumed: {0}', end.batch));
    const summary = end.batch === null ? null : await this.summary(end.batch);
    if (summary !== null) this.#say(summary);
    return end.exit ?? 2;
  }

  #say(text: string): void {
    this.#write.fire(terminalText(text));
  }
}
