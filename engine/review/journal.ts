import { readFile } from 'node:fs/promises';
import { journalEntry, type JournalEntry } from '../../schemas/index.ts';
import { readJournal } from '../batch/journal.ts';
import { isMissing } from './reader.ts';
import { messageOf } from './trouble.ts';

export interface JournalFacts {
  readonly entries: readonly JournalEntry[];
  readonly chained: boolean;
  /** Where the chain, or a line, is broken. */
  readonly fault: string | null;
  /** The last line is unfinished. */
  readonly torn: boolean;
  readonly bytes: number;
}

const NONE: JournalFacts = { entries: [], chained: true, fault: null, torn: false, bytes: 0 };

/** Reads a journal that may be written to, torn, damaged or another tool's; whole lines are taken, others left out. */
export async function readJournalFacts(file: string): Promise<JournalFacts> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return isMissing(error) ? NONE : { ...NONE, chained: false, fault: messageOf(error) };
  }
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const common = { torn: whole < bytes.length, bytes: bytes.length };
  try {
    const read = readJournal(file);
    return { ...common, entries: read.entries, chained: read.chained, fault: read.fault ?? null };
  } catch (error) {
    const lines = bytes.subarray(0, whole).toString('utf8').split('\n');
    return { ...common, entries: lines.flatMap(entryOf), chained: false, fault: messageOf(error) };
  }
}

function entryOf(line: string): JournalEntry[] {
  try {
    const read = journalEntry.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
