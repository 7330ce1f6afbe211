import { readFile } from 'node:fs/promises';
import type * as z from 'zod';

/** Whole lines of a log that fit the model; a torn or foreign line is left out. */
export async function readEvents<T>(
  file: string,
  schema: z.ZodType<T>,
): Promise<{ events: readonly T[]; bytes: number }> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const events = lines.flatMap((line): T[] => {
    try {
      const read = schema.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
  return { events, bytes: text.length };
}
