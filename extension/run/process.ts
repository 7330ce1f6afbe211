import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { progressLine, type ProgressLine, type ProgressOf } from '../../schemas/progress.ts';
import type { Log } from '../log.ts';
import { editorRuntime } from '../runtime.ts';
import { argumentsOf, type RunWish } from './command.ts';

/** How a run ended. */
export interface RunEnd {
  /** Exit code of the command; null when a signal ended it, or it could not be started. */
  readonly exit: number | null;
  readonly batch: string | null;
  readonly refused: ProgressOf<'refused'>['findings'];
  readonly errors: readonly ProgressOf<'error'>[];
  /** Lines that were no progress: what a process says when it dies by itself. */
  readonly last: readonly string[];
  readonly stopped: boolean;
}

const KEPT_LINES = 20;

/** One command in a process of its own; the extension host only listens. */
export class RunProcess {
  readonly #lines = new vscode.EventEmitter<ProgressLine>();
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #log: Log;
  readonly #last: string[] = [];
  readonly #errors: ProgressOf<'error'>[] = [];
  #refused: ProgressOf<'refused'>['findings'] = [];
  #batch: string | null = null;
  #stopped = false;
  readonly onLine = this.#lines.event;
  readonly ended: Promise<RunEnd>;

  constructor(
    readonly wish: RunWish,
    options: {
      readonly command: string;
      readonly cwd: string;
      readonly log: Log;
      /** Further variables of its environment: secrets, which are never logged. */
      readonly keys: Readonly<Record<string, string>>;
    },
  ) {
    const { program, env } = editorRuntime();
    const args = argumentsOf(wish, vscode.env.language);
    this.#log = options.log;
    this.#log.info(`run: ${JSON.stringify(args)} in ${options.cwd}`);
    // An array of arguments and no shell: ids with quotes or spaces are data.
    this.#child = spawn(program, [options.command, ...args], {
      cwd: options.cwd,
      env: { ...env, ...options.keys },
      stdio: 'pipe',
      shell: false,
    });
    this.#batch = 'batch' in wish ? wish.batch : null;
    this.ended = this.#listen();
  }

  /** Batch folder, as soon as it exists. */
  get batch(): string | null {
    return this.#batch;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Asks the command to stop in good order: the batch can be resumed. Asking again ends it at once. */
  stop(): void {
    if (this.#stopped) this.#child.kill();
    this.#stopped = true;
    this.#child.stdin.end();
  }

  #listen(): Promise<RunEnd> {
    const stderr = createInterface({ input: this.#child.stderr });
    stderr.on('line', (line) => this.#take(line));
    // Results are read from the batch folder; the pipe must only not fill up.
    this.#child.stdout.resume();
    // The command may end before its stdin is closed.
    this.#child.stdin.on('error', () => undefined);
    return new Promise((resolve) => {
      const end = (exit: number | null): void => {
        resolve({
          exit,
          batch: this.#batch,
          refused: this.#refused,
          errors: this.#errors,
          last: this.#last,
          stopped: this.#stopped,
        });
        this.#lines.dispose();
      };
      this.#child.once('error', (error) => {
        this.#last.push(error.message);
        end(null);
      });
      this.#child.once('close', end);
    });
  }

  #take(text: string): void {
    const line = parse(text);
    if (line === null) {
      this.#log.warn(`run: ${text}`);
      this.#last.push(text);
      if (this.#last.length > KEPT_LINES) this.#last.shift();
      return;
    }
    if (line.event === 'batch') this.#batch = line.dir;
    else if (line.event === 'refused') this.#refused = line.findings;
    else if (line.event === 'error') this.#errors.push(line);
    this.#lines.fire(line);
  }
}

function parse(text: string): ProgressLine | null {
  if (!text.startsWith('{')) return null;
  try {
    return progressLine.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
