import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { usageLine, type UsageLine } from '../../schemas/index.ts';
import { LineLog, readLines } from '../batch/lines.ts';

/** Name of the variable that tells an agent's process where it may report what it took. */
export const USAGE_VARIABLE = 'AGENT_USAGE_FILE';
/** Name of that file in the agent's own folder. */
export const USAGE_FILE = 'usage.jsonl';

/** Most bytes that are read of one process's reports: the file is the agent's own to write. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What reports about one thing come to: their sum, and how many of them are silent about it. */
export interface Told {
  readonly sum: number;
  readonly silent: number;
}

/** What was reported of one message, or beside all messages. */
export interface Reported {
  readonly tokens: Told;
  readonly cost: Told;
}

const NONE: Reported = { tokens: { sum: 0, silent: 0 }, cost: { sum: 0, silent: 0 } };

/**
 * What the agent under test says that it took. Its process writes JSON lines into a file of its own folder, which goes
 * with the process; each line is kept in the batch folder as soon as it is read, and read back when the batch goes on.
 */
export class UsageReports {
  readonly #kept: string;
  #log: LineLog | undefined;
  readonly #currency: string;
  readonly #byMessage = new Map<string, Reported>();
  readonly #read = new Map<string, number>();
  #beside: Reported = NONE;

  /**
   * @param kept file of the batch folder that holds all lines read so far
   * @param currency of the budget; money in another one is not known
   */
  constructor(kept: string, currency: string) {
    this.#currency = currency;
    this.#kept = kept;
    for (const line of readLines(kept, usageLine)) this.#add(line);
  }

  of(messageId: string): Reported | undefined {
    return this.#byMessage.get(messageId);
  }

  /** What was reported of no message, or of messages that are none of `known`: it was taken all the same. */
  beside(known: ReadonlySet<string>): Reported {
    let sum = this.#beside;
    for (const [id, reported] of this.#byMessage) if (!known.has(id)) sum = plus(sum, reported);
    return sum;
  }

  /**
   * Reads the lines that came to an agent's file since the last time; one that is still being written waits, unless the
   * process has ended. Never throws: nothing that an agent leaves there may stop a run.
   * @returns lines that are no reports, in words
   */
  collect(file: string, ended: boolean): string[] {
    const text = this.#news(file, ended);
    const refused: string[] = [];
    for (const one of text.split('\n')) {
      if (one.trim() === '') continue;
      const line = parsed(one);
      if (line === undefined) refused.push(one.slice(0, 200));
      else {
        this.#log ??= new LineLog(this.#kept);
        this.#log.append(line);
        this.#add(line);
      }
    }
    return refused;
  }

  #news(file: string, ended: boolean): string {
    const from = this.#read.get(file) ?? 0;
    const bytes = readFrom(file, from);
    const end = ended ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
    this.#read.set(file, from + end);
    return bytes.subarray(0, end).toString('utf8');
  }

  #add(line: UsageLine): void {
    const cost = line.currency === undefined || line.currency === this.#currency ? line.cost : undefined;
    const reported = { tokens: told(line.tokens), cost: told(cost) };
    const { message_id: id } = line;
    if (id === undefined) this.#beside = plus(this.#beside, reported);
    else this.#byMessage.set(id, plus(this.#byMessage.get(id) ?? NONE, reported));
  }
}

const told = (amount: number | undefined): Told => ({
  sum: amount ?? 0,
  silent: amount === undefined ? 1 : 0,
});

const both = (a: Told, b: Told): Told => ({ sum: a.sum + b.sum, silent: a.silent + b.silent });

const plus = (a: Reported, b: Reported): Reported => ({
  tokens: both(a.tokens, b.tokens),
  cost: both(a.cost, b.cost),
});

function parsed(text: string): UsageLine | undefined {
  try {
    return usageLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The agent may have put anything there: only a plain file is read, and never through a link. */
function readFrom(file: string, from: number): Buffer {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = fstatSync(fd);
    if (!fstatSync(fd).isFile()) return Buffer.alloc(0);
    const bytes = Buffer.alloc(Math.max(0, Math.min(size, MOST_BYTES) - from));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
