import type { ErrorObject } from 'ajv';
import { sha256Hex } from '../hash.ts';
import type { SourceDocument } from '../source.ts';
import { tell, type Told } from '../told.ts';
import { Guard, TooSlowError } from './guard.ts';
import { isSchema, type Matches } from './walk.ts';

/** An author's JSON Schema that can be used. */
export interface CompiledSchema {
  readonly document: SourceDocument;
  /** Of its text. */
  readonly hash: string;
  /** What is wrong with a value; empty when it fits. */
  readonly errorsOf: (value: unknown) => readonly ErrorObject[];
  readonly matches: Matches;
  readonly guard: Guard;
  /** Set when it was given up: it is not tried again until its text changes. */
  slow: boolean;
}

/** What keeps a schema from being used, and the way out. */
export interface UnusableSchema {
  readonly problem: Told;
}

const MAX_LENGTH = 1_000_000;
const COMPILE_MS = 2000;
const MATCH_MS = 100;
const DRAFTS = [
  [/draft-07/, async () => (await import('ajv')).Ajv],
  [/2019-09/, async () => (await import('ajv/dist/2019.js')).Ajv2019],
  [/2020-12/, async () => (await import('ajv/dist/2020.js')).Ajv2020],
] as const;

/** Makes a schema out of a file. Nothing is fetched, and what takes too long is given up. */
export async function compileSchema(document: SourceDocument): Promise<CompiledSchema | UnusableSchema> {
  const [broken] = document.problems;
  if (broken !== undefined)
    return unusable(
      tell`line ${document.positionAt(broken.range.from).line + 1}: ${broken.message} Mend it there.`,
    );
  if (document.slice(0, MAX_LENGTH + 1).length > MAX_LENGTH)
    return unusable(tell`it is longer than a million characters. Keep what it checks, and drop the rest.`);
  const schema = document.value;
  if (!isSchema(schema) && typeof schema !== 'boolean')
    return unusable(tell`a schema is a map, such as { "properties": { … } }.`);
  const named = isSchema(schema) ? (schema['$schema'] ?? '2020-12') : '2020-12';
  const draft = typeof named === 'string' ? named : JSON.stringify(named);
  const make = DRAFTS.find(([pattern]) => pattern.test(draft))?.[1];
  if (make === undefined)
    return unusable(
      tell`its "$schema" is ${draft.slice(0, 100)}. Use draft-07, 2019-09 or 2020-12, or leave "$schema" out.`,
    );
  const Ajv = await make();
  const guard = new Guard();
  const compile = (unicodeRegExp: boolean) =>
    guard.within(COMPILE_MS, () => {
      const ajv = new Ajv({
        allErrors: true,
        logger: false,
        strict: false,
        unicodeRegExp,
        validateFormats: false,
        validateSchema: false,
      });
      if (ajv.validateSchema(schema) !== true) return { problem: misfit(document, ajv.errors ?? []) };
      const validate = ajv.compile(schema);
      return { validate };
    });
  try {
    let made;
    try {
      made = compile(true);
    } catch (error) {
      // Patterns of old are often written in a way that only the older reading of them allows.
      if (!String(error).includes('regular expression')) throw error;
      made = compile(false);
    }
    if (made.validate === undefined) return { problem: made.problem };
    const { validate } = made;
    return {
      document,
      hash: sha256Hex(document.text),
      guard,
      matches: matcher(guard),
      slow: false,
      errorsOf: (value) => (validate(value) ? [] : (validate.errors ?? [])),
    };
  } catch (error) {
    return unusable(reasonOf(error));
  }
}

/** Each pattern and key is looked at once; the keys of an evalset are few. */
function matcher(guard: Guard): Matches {
  const known = new Map<string, boolean>();
  return (pattern, key) => {
    const both = `${pattern}\0${key}`;
    let fits = known.get(both);
    if (fits === undefined) {
      if (known.size > 10_000) known.clear();
      try {
        fits = guard.within(MATCH_MS, () => new RegExp(pattern, 'u').test(key));
      } catch {
        fits = false;
      }
      known.set(both, fits);
    }
    return fits;
  };
}

const unusable = (problem: Told): UnusableSchema => ({ problem });

function reasonOf(error: unknown): Told {
  if (error instanceof TooSlowError)
    return tell`it could not be made ready in ${COMPILE_MS / 1000} seconds. Make it smaller.`;
  const { missingRef } = (error ?? {}) as { missingRef?: unknown };
  if (typeof missingRef === 'string' && missingRef.startsWith('#'))
    return tell`it refers to "${missingRef}", and nothing stands there. Mend the reference.`;
  if (typeof missingRef === 'string')
    return tell`it refers to "${missingRef}", and nothing is fetched or looked up outside of the file. Copy that into its "$defs" and refer to it as "#/$defs/…".`;
  return tell`${error instanceof Error ? error.message : String(error)}. Mend it there.`;
}

function misfit(document: SourceDocument, errors: readonly ErrorObject[]): Told {
  const [first] = errors;
  const path = (first?.instancePath ?? '').split('/').slice(1);
  const line = document.positionAt(document.locate(path).from).line + 1;
  return tell`line ${line}: "${first?.instancePath ?? ''}" ${first?.message ?? 'is wrong'}. Mend it there.`;
}
