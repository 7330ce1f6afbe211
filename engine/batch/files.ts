import { lstat, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type * as z from 'zod';
import { UsageError } from './errors.ts';

/** Writes a file whole or not at all, fsynced; makes its folder. */
export async function writeText(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, text);
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeText(file, jsonText(value));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** The same, but leaves a file alone that says it already: syncing hundreds of them takes longer than making them. */
export async function writeJsonIfOther(file: string, value: unknown): Promise<void> {
  const text = jsonText(value);
  if ((await readTextIfAny(file)) !== text) await writeText(file, text);
}

/** Text of a file, or undefined when there is none. */
export async function readTextIfAny(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** True for an existing file or folder. */
export async function pathExists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Whether something stands there that must not be written over; throws when that cannot be told. */
async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Puts a copy of an older result beside its file, as `<name>.kept-<n>.json`: a new result never replaces one silently. */
export async function keepBeside(file: string, text: string): Promise<void> {
  for (let n = 1; ; n++) {
    const kept = file.replace(/\.json$/, `.kept-${n}.json`);
    if (await isThere(kept)) continue;
    await writeText(kept, text);
    return;
  }
}

/** Parses a JSON text with a model; the error names the file, the place in it, and what is wrong. */
export function parseJson<T>(file: string, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${file}: not valid JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')}: ${issue.message}`);
  throw new UsageError(`${file}: ${issues.join('; ')}`);
}

export async function readJsonIfAny<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readTextIfAny(file);
  return text === undefined ? undefined : parseJson(file, text, schema);
}

/** Reads a JSON file with a model. `wayOut` says what to do when it is missing. */
export async function readJson<T>(file: string, schema: z.ZodType<T>, wayOut: string): Promise<T> {
  const value = await readJsonIfAny(file, schema);
  if (value === undefined) throw new UsageError(`${file}: no such file; ${wayOut}`);
  return value;
}
