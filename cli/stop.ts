/** Signals that ask a command to stop. SIGHUP: the terminal was closed (on Windows, the console window). */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Turns requests to stop into an abort. */
export class Stopping {
  readonly #abort = new AbortController();
  #unwatch: () => void = () => undefined;
  readonly #onSignal = (): void => {
    // A second request must still end the process at once.
    process.once('SIGINT', () => process.exit(130));
    this.stop();
  };

  constructor() {
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
    // The reader of our output may die before us: then nobody reads, and the run is to end in its own order.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  stop(): void {
    this.#abort.abort(new DOMException('stopped by the user', 'AbortError'));
  }

  /** Stops when stdin ends: for parents that can only close a pipe, and for those that die. */
  watchStdin(): void {
    const { stdin } = process;
    const onEnd = (): void => this.stop();
    for (const event of ['end', 'close', 'error'] as const) stdin.once(event, onEnd);
    stdin.resume();
    this.#unwatch = () => {
      for (const event of ['end', 'close', 'error'] as const) stdin.off(event, onEnd);
      // An open pipe would keep the process alive.
      stdin.on('error', () => undefined);
      stdin.destroy();
    };
  }

  /** Nothing is watched any more. */
  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#unwatch();
  }
}
