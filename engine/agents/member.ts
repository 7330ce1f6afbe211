import { spawn, type ChildProcess } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { EventEmitter, once } from 'node:events';
import { launchIn, sendOptions, type Sandbox } from './sandbox/launch.ts';
import { askInside } from './sandbox/signals.ts';
import { USAGE_FILE, USAGE_VARIABLE } from './usage.ts';

/** How the bot of a team agent is started: program and arguments, never a shell string. */
export interface MemberCommand {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables of this process to pass on. */
  readonly passEnv: readonly string[];
}

export interface MemberProcess {
  /** True until the process has ended. */
  readonly alive: boolean;
  /** File of its own folder into which it may write what it took (see `usage.ts`). */
  readonly usageFile: string;
  /** Why it ended, in words; null while it runs. */
  readonly ended: string | null;
  /** Resolves when the process ends, with why. */
  whenEnded(signal?: AbortSignal): Promise<string>;
  stop(): Promise<void>;
}

/** What an agent process inherits of ours: what programs need to start, and nothing that tells of the evalset. */
const BASE_ENV = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'SystemRoot',
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
] as const;
const STOP_AFTER_MS = 3000;

/** What an agent gets of the environment of this process. */
export function inheritedEnv(passEnv: readonly string[]): Record<string, string> {
  const passed = [...BASE_ENV, ...passEnv].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(passed);
}

export interface MemberFiles {
  readonly logFile: string;
  readonly pidFile: string;
  /** The process has ended, and its folder is about to go. */
  readonly onLeaving?: (member: Pick<MemberProcess, 'usageFile'>) => void;
}

/**
 * Starts the agent's bot in an empty folder of its own with a cleaned environment, in a sandbox where one is given. Its
 * output goes to `logFile` (no judge reads it), its process id to `pidFile`, so that a later run can end an agent that
 * outlived its director.
 */
export function startMember(
  spec: MemberCommand,
  lark: { app_id: string; app_secret: string; domain: string },
  files: MemberFiles,
  sandbox?: Sandbox,
): MemberProcess {
  const home = mkdtempSync(path.join(tmpdir(), 'agent-'));
  mkdirSync(path.dirname(files.logFile), { recursive: true });
  const launch =
    sandbox === undefined
      ? { command: spec.command, env: { HOME: home, TMPDIR: home } }
      : launchIn(sandbox, spec.command);
  const [program, ...args] = launch.command;
  // Opened here, so that a folder that cannot be written is told before anything runs.
  const logFd = openSync(files.logFile, 'a');
  const child = spawn(program, args, {
    cwd: home,
    env: {
      ...inheritedEnv(spec.passEnv),
      ...launch.env,
      NO_PROXY: '127.0.0.1,localhost',
      ...spec.env,
      LARK_APP_ID: lark.app_id,
      LARK_APP_SECRET: lark.app_secret,
      LARK_DOMAIN: lark.domain,
      [USAGE_VARIABLE]: path.posix.join(launch.env['HOME'] ?? home, USAGE_FILE),
    },
    stdio: ['ignore', 'pipe', 'pipe', sandbox === undefined ? 'ignore' : 'pipe'],
    // A group of its own, so that what the agent started ends with it.
    detached: process.platform !== 'win32',
  });
  if (child.pid !== undefined) writeFileSync(files.pidFile, `${child.pid} ${startTime(child.pid) ?? ''}`);
  if (sandbox !== undefined) sendOptions(child, sandbox, home);
  const log = createWriteStream(files.logFile, { fd: logFd });
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    output.pipe(log, { end: false });
    // A log that fails (a full disk) ends neither us nor the agent, which would wait for its output to be read.
    log.once('error', () => output.unpipe(log).resume());
  }
  return new Member(child, home, files, sandbox !== undefined, () => log.end());
}

class Member implements MemberProcess {
  readonly usageFile: string;
  readonly #child: ChildProcess;
  readonly #sandboxed: boolean;
  readonly #events = new EventEmitter();
  #ended: string | null = null;

  constructor(
    child: ChildProcess,
    home: string,
    files: MemberFiles,
    sandboxed: boolean,
    closeLog: () => void,
  ) {
    this.usageFile = path.join(home, USAGE_FILE);
    this.#child = child;
    this.#sandboxed = sandboxed;
    const end = (why: string): void => {
      if (this.#ended !== null) return;
      this.#ended = why;
      closeLog();
      files.onLeaving?.(this);
      rmSync(home, { recursive: true, force: true });
      rmSync(files.pidFile, { force: true });
      this.#events.emit('ended');
    };
    child.once('error', (error) => end(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      // Bubblewrap tells of a signal as a shell does.
      const by = signal ?? (sandboxed ? signalOf(code ?? 0) : undefined);
      end(by === undefined ? `exited with code ${code ?? 0}` : `was ended by ${by}`);
    });
  }

  get alive(): boolean {
    return this.#ended === null;
  }
  get ended(): string | null {
    return this.#ended;
  }
  async whenEnded(signal?: AbortSignal): Promise<string> {
    if (this.#ended === null) await once(this.#events, 'ended', signal === undefined ? {} : { signal });
    return this.#ended ?? '';
  }
  async stop(): Promise<void> {
    if (this.#ended !== null) return;
    const ended = once(this.#events, 'ended');
    const kill = setTimeout(() => killGroup(this.#child.pid, 'SIGKILL'), STOP_AFTER_MS);
    // Bubblewrap itself would end at once, and the agent with it, before it could put its things in order.
    if (!this.#sandboxed || !askInside(this.#child.pid, 'SIGTERM')) killGroup(this.#child.pid, 'SIGTERM');
    await ended;
    clearTimeout(kill);
  }
}

function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Start time of a process in clock ticks since boot, where the system tells: a pid alone may have been given again. */
function startTime(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Ends an agent process that a killed director left behind. Only the very process that was recorded is touched. */
export function endLeftover(pidFile: string): boolean {
  let text: string;
  try {
    text = readFileSync(pidFile, 'utf8');
  } catch {
    return false;
  }
  rmSync(pidFile, { force: true });
  const [pid, started] = text.split(' ');
  const id = Number(pid);
  if (!Number.isInteger(id) || id <= 1 || started === undefined || started === '') return false;
  if (startTime(id) !== started) return false;
  killGroup(id, 'SIGKILL');
  return true;
}
