import * as z from 'zod';
import { labelsFile, labelWord } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { rowsOfCsv } from './csv.ts';

/** A label of a file; `batch` null: the file does not say of which batch it is. */
export interface GivenLabel {
  readonly batch: string | null;
  readonly case_id: string;
  readonly point: string;
  readonly word: z.infer<typeof labelWord>;
  readonly by: { readonly kind: 'person' | 'model'; readonly id: string };
  readonly at: string;
}

const entry = z.strictObject({
  batch: z.string().min(1).optional(),
  case: z.string().min(1),
  point: z.string().min(1),
  word: labelWord,
  by: z.union([
    z.string().min(1),
    z.strictObject({ kind: z.enum(['person', 'model']), id: z.string().min(1) }),
  ]),
  kind: z.enum(['person', 'model']).optional(),
  at: z.string().optional(),
});
const COLUMNS = Object.keys(entry.shape);
const NEEDED = ['case', 'point', 'word', 'by'];
const WAY_OUT =
  'a label file is a JSON list of {case, point, word, by}, one of our label files, or CSV with these columns; word is met, unmet or cannot';

/** Reads labels that were given elsewhere. @throws {UsageError} with the line, or the place in the list, of every fault */
export function labelsFrom(file: string, text: string): GivenLabel[] {
  const faults: string[] = [];
  const found = /^\s*[[{]/.test(text) ? fromJson(file, text, faults) : fromCsv(file, text, faults);
  if (faults.length === 0 && found.length === 0) faults.push(`${file}: it holds no label`);
  if (faults.length === 0) return found;
  const most = 10;
  const rest = faults.length > most ? [`… and ${faults.length - most} more`] : [];
  throw new UsageError([...faults.slice(0, most), ...rest, `${file}: ${WAY_OUT}`].join('\n'));
}

function fromJson(file: string, text: string, faults: string[]): GivenLabel[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    faults.push(`${file}: not valid JSON (${error instanceof Error ? error.message : String(error)})`);
    return [];
  }
  const own = labelsFile.safeParse(value);
  if (own.success)
    return own.data.labels
      .filter((label) => label.withdrawn === undefined)
      .map(({ point, word, by, at }) => ({ batch: null, case_id: own.data.case_id, point, word, by, at }));
  if (!Array.isArray(value)) {
    faults.push(`${file}: neither a list nor a label file`);
    return [];
  }
  return value.flatMap((one: unknown, i) => given(one, `${file}: entry ${i + 1}`, faults));
}

function fromCsv(file: string, text: string, faults: string[]): GivenLabel[] {
  const [head, ...rows] = rowsOfCsv(text);
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  const foreign = names.filter((name) => !COLUMNS.includes(name));
  if (missing.length > 0) faults.push(`${file}:1: no column ${missing.join(', ')}`);
  if (foreign.length > 0) faults.push(`${file}:1: unknown column ${foreign.join(', ')}`);
  if (faults.length > 0) return [];
  return rows.flatMap(({ line, cells }) => {
    if (cells.length !== names.length) {
      faults.push(`${file}:${line}: ${cells.length} cells, where the head has ${names.length}`);
      return [];
    }
    const filled = names.map((name, i): [string, string] => [name, (cells[i] ?? '').trim()]);
    const record = Object.fromEntries(filled.filter(([, cell]) => cell !== ''));
    return given(record, `${file}:${line}`, faults);
  });
}

function given(value: unknown, where: string, faults: string[]): GivenLabel[] {
  const parsed = entry.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    faults.push(`${where}: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
    return [];
  }
  const { batch = null, case: case_id, point, word, by, kind = 'person', at = '' } = parsed.data;
  return [{ batch, case_id, point, word, by: typeof by === 'string' ? { kind, id: by } : by, at }];
}
