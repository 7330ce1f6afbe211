import path from 'node:path';
import * as vscode from 'vscode';
import type { ProgressLine } from '../../schemas/progress.ts';
import type { Log } from '../log.ts';
import type { ModelKeys } from '../model-keys.ts';
import type { RunWish } from './command.ts';
import { RunProcess } from './process.ts';

/** Something happened in a run of this window. */
export interface RunNews {
  readonly run: RunProcess;
  readonly line: ProgressLine | null;
}

/** The runs of this window. A batch that another window runs is known by its lock file only. */
export class Runs implements vscode.Disposable {
  readonly #running = new Set<RunProcess>();
  readonly #news = new vscode.EventEmitter<RunNews>();
  readonly #command: string;
  readonly #keys: Pick<ModelKeys, 'env'>;
  readonly #log: Log;
  /** `line` is null when a run began or ended. */
  readonly onNews = this.#news.event;

  constructor(command: string, keys: Pick<ModelKeys, 'env'>, log: Log) {
    this.#command = command;
    this.#keys = keys;
    this.#log = log;
  }

  get running(): ReadonlySet<RunProcess> {
    return this.#running;
  }

  start(wish: RunWish, cwd: string): RunProcess {
    const run = new RunProcess(wish, {
      command: this.#command,
      cwd,
      log: this.#log,
      keys: this.#keys.env,
    });
    this.#running.add(run);
    run.onLine((line) => this.#news.fire({ run, line }));
    this.#news.fire({ run, line: null });
    void run.ended.then((end) => {
      this.#running.delete(run);
      this.#log.info(`run ended: exit ${end.exit ?? 'by signal'}, batch ${end.batch ?? 'none'}`);
      this.#news.fire({ run, line: null });
    });
    return run;
  }

  /** The run of this window that works on a batch. */
  of(batch: string): RunProcess | undefined {
    return [...this.#running].find((run) => run.batch !== null && path.relative(run.batch, batch) === '');
  }

  /** The window closes: runs stop in good order, and can be resumed. */
  dispose(): void {
    for (const run of this.#running) run.stop();
    this.#news.dispose();
  }
}
