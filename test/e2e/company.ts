import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const SAMPLES = path.join(ROOT, 'samples');

const HARBOR = path.join(SAMPLES, 'harbor');

/** A new empty folder; who makes it outside a test must remove it with `removeDir`. */
export function tempDir(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'sundowner-e2e-'));
}

export function removeDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** A new empty folder that goes away with the test that asked for it. */
export function tempDirOfTest(): string {
  const dir = tempDir();
  onTestFinished(() => removeDir(dir));
  return dir;
}

export interface CompanyOptions {
  /** Seconds of silence that a gate asks for. */
  readonly quiet?: number;
  /** Seconds that a gate waits for an answer. */
  readonly wait?: number;
  /** Changes one author file; `file` is relative to the evalset, with forward slashes. */
  readonly edit?: (file: string, text: string) => string;
  /** The folder to copy into (default: `harbor` in a new temporary folder). */
  readonly into?: string;
}

/** Copies the sample evalset and returns the folder of the copy. The copy plays faster than the sample. */
export function copyCompany(options: CompanyOptions = {}): string {
  const {
    quiet = 0.4,
    wait = 6,
    edit = (_file: string, text: string): string => text,
    into = path.join(tempDir(), 'harbor'),
  } = options;
  for (const entry of readdirSync(HARBOR, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = path.join(entry.parentPath, entry.name);
    const file = path.relative(HARBOR, from).split(path.sep).join('/');
    let text = edit(file, readFileSync(from, 'utf8'));
    if (file.endsWith('.world.yaml')) {
      text = text
        .replace(/^(\s*gate_quiet_sec:).*$/mu, `$1 ${quiet}`)
        .replaceAll(/^(\s*wait_\w+_sec:).*$/gmu, `$1 ${wait}`);
    }
    const to = path.join(into, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
  return into;
}

/** Flags of Node for a command of ours: so short a life does not pay for optimised code, a fifth of its CPU time. */
export const SHORT_LIVED: readonly string[] = ['--no-opt'];

export interface CliResult {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  /** Added to the environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Aborting it sends SIGINT, or the signal that the reason names, as in `abort('SIGKILL')`. */
  readonly signal?: AbortSignal;
  /** Gets everything that was written to stderr so far, whenever there is more. */
  readonly onStderr?: (stderr: string) => void;
}

/** Runs the command line as a process of its own. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...SHORT_LIVED, path.join(ROOT, 'bin/sundowner.mjs'), ...args], {
      cwd: options.cwd ?? os.tmpdir(),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      options.onStderr?.(stderr);
    });
    const stop = () => {
      const reason: unknown = options.signal?.reason;
      child.kill(reason === 'SIGKILL' || reason === 'SIGTERM' ? reason : 'SIGINT');
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      options.signal?.removeEventListener('abort', stop);
      resolve({ code, stdout, stderr });
    });
  });
}
