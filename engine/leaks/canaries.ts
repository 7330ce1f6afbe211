import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { readJsonIfAny, writeJson, writeText } from '../batch/files.ts';
import type { BatchPaths } from '../batch/paths.ts';
import type { HiddenText } from './model.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 26;

/** A random word that nobody writes by chance: 130 bits, in letters and digits that survive any change of case. */
export function newCanary(): string {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
}

/** `canaries.json`: which random word stands in which hidden text of the batch. */
const canariesFile = z.strictObject({
  schema_version: z.literal(1),
  canaries: z.array(z.strictObject({ canary: z.string(), file: z.string(), case_id: z.string().optional() })),
});

const SAYS = 'sundowner canary';
const WHY = 'This folder or file is hidden from the agent under test. Whoever writes this word has read it:';

/** A YAML text with its canary in a comment behind the last line; null: it can hold none that changes no value. */
export function withComment(file: string, text: string, canary: string): string | null {
  // Without a last line end, one more line would add it to a value.
  return /\.ya?ml$/.test(file) && text.endsWith('\n') ? `${text}# ${SAYS} ${canary}\n` : null;
}

/** The canaries of a batch, kept in its folder: new ones are written before they are used. */
export class Canaries {
  readonly #paths: BatchPaths;
  readonly #all: z.infer<typeof canariesFile>['canaries'];

  private constructor(paths: BatchPaths, all: z.infer<typeof canariesFile>['canaries']) {
    this.#paths = paths;
    this.#all = all;
  }

  /** Those of a batch; none for one of an earlier version. */
  static async open(paths: BatchPaths): Promise<Canaries> {
    const file = await readJsonIfAny(paths.abs(paths.canaries), canariesFile);
    return new Canaries(paths, file?.canaries ?? []);
  }

  /** The canary of a file (relative to the batch folder), if it has one. */
  of(file: string): string | undefined {
    return this.#all.find((one) => one.file === file)?.canary;
  }

  /** Makes canaries for files that have none, and writes them down. */
  async add(files: readonly { readonly file: string; readonly case_id?: string }[]): Promise<void> {
    const missing = files.filter(({ file }) => this.of(file) === undefined);
    if (missing.length === 0) return;
    this.#all.push(...missing.map((one) => ({ canary: newCanary(), ...one })));
    await writeJson(this.#paths.abs(this.#paths.canaries), { schema_version: 1, canaries: this.#all });
  }

  hidden(): HiddenText[] {
    return this.#all.map(({ canary, file, case_id }) => ({
      kind: 'canary',
      text: canary,
      place: { file, pointer: '', ...(case_id === undefined ? {} : { case_id }) },
    }));
  }

  /**
   * The text of an author's file with its canary: a comment behind the last line of a YAML file, which changes no value
   * and no line. Any other file stays as it is, byte for byte, and gets a file beside it.
   */
  async writeFrozen(file: string, text: string): Promise<void> {
    const canary = this.of(file);
    const target = this.#paths.abs(file);
    if (canary === undefined) return writeText(target, text);
    const marked = withComment(file, text, canary);
    await writeText(target, marked ?? text);
    if (marked === null) await this.writeBeside(file);
  }

  /** A file beside the one of a canary, or in the folder, that holds it. */
  async writeBeside(file: string): Promise<void> {
    const canary = this.of(file);
    if (canary !== undefined)
      await writeText(this.#paths.abs(`${file}.canary.txt`), `${WHY}\n${SAYS} ${canary}\n`);
  }
}
