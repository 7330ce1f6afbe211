import { journalEntry, type JournalEntry } from '../../schemas/index.ts';
import { parseJournal } from '../batch/journal.ts';
import { lineOf, type SoftReader } from './reader.ts';
import { messageOf } from './trouble.ts';

export interface JournalFacts {
  readonly entries: readonly JournalEntry[];
  readonly chained: boolean;
  /** Its lines have hashes: this tool wrote it, whatever became of it. */
  readonly ours: boolean;
  /** Where the chain, or a line, is broken. */
  readonly fault: string | null;
  /** The last line is unfinished. */
  readonly torn: boolean;
}

const NONE: JournalFacts = { entries: [], chained: true, ours: false, fault: null, torn: false };

/** Reads a journal that may be written to, torn, damaged or another tool's; whole lines are taken, others left out. */
export async function readJournalFacts(reader: SoftReader): Promise<JournalFacts> {
  const { paths, troubles } = reader;
  const before = troubles.length;
  const bytes = await reader.buffer(paths.journal);
  const file = paths.abs(paths.journal);
  if (bytes === undefined)
    return troubles.length === before ? NONE : { ...NONE, chained: false, fault: `${file}: cannot be read` };
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const torn = whole < bytes.length;
  try {
    const { entries, chained, fault } = parseJournal(file, bytes);
    return { torn, entries, chained, fault: fault ?? null, ours: entries.some(hasHash) };
  } catch (error) {
    const lines = bytes.subarray(0, whole).toString('utf8').split('\n');
    const entries = lines.flatMap((line) => lineOf(line, journalEntry));
    return { torn, entries, chained: false, fault: messageOf(error), ours: entries.some(hasHash) };
  }
}

const hasHash = (entry: JournalEntry): boolean => entry.hash !== undefined;
