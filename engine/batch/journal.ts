import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { journalEntry, type JournalEntry } from '../../schemas/index.ts';
import { UsageError } from './errors.ts';

const FIRST = '0'.repeat(64);

export type JournalRecord = JournalEntry & { seq: number; prev: string; hash: string };
export type JournalInput = Omit<JournalEntry, 'seq' | 'prev' | 'hash' | 'ts'> & {
  step: string;
  status: JournalEntry['status'];
};

function hashOf(entry: Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex');
}

export interface JournalRead {
  readonly entries: readonly JournalEntry[];
  /** Bytes of whole lines; what follows is a line torn by a killed writer. */
  readonly wholeBytes: number;
  /** False for a journal of another tool, or one whose chain is broken: it may be read, never continued. */
  readonly chained: boolean;
  /** First fault of the chain, with its line. */
  readonly fault?: string;
}

/** Reads `journal.jsonl`. A torn last line is left out; any other bad line throws with its number. */
export function readJournal(file: string): JournalRead {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { entries: [], wholeBytes: 0, chained: true };
    }
    throw error;
  }
  return parseJournal(file, bytes);
}

/** What {@link readJournal} makes of a file's bytes. */
export function parseJournal(file: string, bytes: Buffer): JournalRead {
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  const entries: JournalEntry[] = [];
  let prev = FIRST;
  let fault: string | undefined;
  lines.forEach((line, i) => {
    let entry: JournalEntry;
    let written: Record<string, unknown>;
    try {
      written = JSON.parse(line) as Record<string, unknown>;
      entry = journalEntry.parse(written);
    } catch {
      throw new UsageError(
        `${file}:${i + 1}: not a journal line; the journal was edited or damaged. Restore it from a copy, or start a new batch`,
      );
    }
    // The hash is of the line as it was written: the model puts its own keys first.
    const { hash, ...rest } = written;
    const wrong = entry.seq !== i || entry.prev !== prev || hash !== hashOf(rest);
    if (wrong) fault ??= `${file}:${i + 1}: the hash chain does not hold here`;
    prev = entry.hash ?? '';
    entries.push(entry);
  });
  return { entries, wholeBytes, chained: fault === undefined, ...(fault === undefined ? {} : { fault }) };
}

/** The append-only, fsynced, hash-chained journal of a batch. One writer at a time (the batch lock sees to that). */
export class Journal {
  readonly #fd: number;
  readonly #entries: JournalEntry[];
  readonly #now: () => Date;
  readonly #guard: () => void;
  #prev: string;

  private constructor(fd: number, entries: JournalEntry[], now: () => Date, guard: () => void) {
    this.#fd = fd;
    this.#entries = entries;
    this.#now = now;
    this.#guard = guard;
    this.#prev = entries.at(-1)?.hash ?? FIRST;
  }

  /**
   * Opens for append; cuts off a torn last line. Refuses a journal that this tool did not write.
   * @param guard throws when this process may no longer write; asked before each line
   */
  static open(
    file: string,
    now: () => Date = () => new Date(),
    guard: () => void = () => undefined,
  ): Journal {
    const read = readJournal(file);
    if (!read.chained) {
      throw new UsageError(
        `${read.fault ?? file}: this batch can be read but not continued; start a new batch with \`sundowner run\``,
      );
    }
    mkdirSync(path.dirname(file), { recursive: true });
    const fd = openSync(file, 'a+');
    ftruncateSync(fd, read.wholeBytes);
    return new Journal(fd, [...read.entries], now, guard);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Appends one line and returns when it is on the disk. */
  append(input: JournalInput): JournalRecord {
    this.#guard();
    const body: JournalEntry & { seq: number; prev: string } = {
      seq: this.#entries.length,
      prev: this.#prev,
      ts: this.#now().toISOString(),
      ...input,
    };
    // What is not set must not stand in the hashed object either: JSON drops it.
    const plain = JSON.parse(JSON.stringify(body)) as typeof body;
    const record: JournalRecord = { ...plain, hash: hashOf(plain) };
    writeSync(this.#fd, `${JSON.stringify(record)}\n`);
    fsyncSync(this.#fd);
    this.#prev = record.hash;
    this.#entries.push(record);
    return record;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
