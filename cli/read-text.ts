import { readFile } from 'node:fs/promises';
import { UsageError } from '../engine/batch/errors.ts';
import { decodeUtf8, NotUtf8Error } from '../engine/evalset/encoding.ts';

/**
 * The text of a file in UTF-8. What is made from it is written elsewhere, so bytes that are no UTF-8 are refused rather
 * than replaced.
 * @throws UsageError that names the file
 */
export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(
      `${file}: the file cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  });
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error;
    throw new UsageError(`${file}:${error.at.line + 1}: ${error.message}`);
  }
}
