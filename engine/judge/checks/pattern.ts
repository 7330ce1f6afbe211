import { Script } from 'node:vm';
import { normalise } from '../normalise.ts';

const MAX_PATTERN = 1000;
const MAX_TEXT = 200_000;
/** ms that one match may take: far above any honest match, so that a busy machine changes no verdict. */
const TIME_LIMIT = 1000;

export type Pattern =
  | { readonly ok: true; readonly regex: RegExp }
  | { readonly ok: false; readonly why: string };

/** Compiles a regular expression with the flags u and s. A bad or overlong one says why; it never throws. */
export function compilePattern(source: string): Pattern {
  if (source.length > MAX_PATTERN)
    return { ok: false, why: `the regular expression is longer than ${MAX_PATTERN} characters` };
  try {
    return { ok: true, regex: new RegExp(source, 'us') };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

const runner = new Script('run()');

/** Runs under V8's own time limit, the only thing that ends a regular expression that backtracks for ever. */
function bounded(run: () => void): boolean {
  try {
    runner.runInNewContext({ run }, { timeout: TIME_LIMIT });
    return true;
  } catch (error) {
    // The error may stem from the context's own realm, where `instanceof Error` is false.
    const code = error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

function first(
  regex: RegExp,
  text: string,
  accepts: (text: string, at: number) => boolean,
): string | undefined {
  for (const match of text.matchAll(new RegExp(regex.source, `${regex.flags}g`)))
    if (accepts(text, match.index)) return match[0];
  return undefined;
}

export type PatternMatch =
  | { readonly holds: boolean; readonly text: string }
  | { readonly holds: null; readonly why: string };

/** A pattern, and whether a match of it at an offset of a text counts. */
export interface Wanted {
  readonly regex: RegExp;
  readonly accepts?: ((text: string, at: number) => boolean) | undefined;
}

/**
 * Matches texts as they stand, then their normalised forms (so that a pattern may be written for either). Unknown when a
 * text is too long or its match takes too long. By text, one result a pattern.
 */
export function matchPatterns(
  patterns: readonly Wanted[],
  texts: readonly string[],
): Map<string, PatternMatch[]> {
  const results = new Map<string, PatternMatch[]>();
  // To end a match by force costs half a millisecond, so that all are made under one limit, and one by one only if it
  // runs out.
  const all = (): void => {
    for (const text of texts) {
      if (text.length > MAX_TEXT) continue;
      results.set(
        text,
        patterns.map((pattern) => found(pattern, text)),
      );
    }
  };
  let together = true;
  if (patterns.some(({ regex }) => canBlowUp(regex))) together = bounded(all);
  else all();
  for (const text of texts) {
    if (together && results.has(text)) continue;
    results.set(
      text,
      patterns.map((pattern) => alone(pattern, text)),
    );
  }
  return results;
}

function found({ regex, accepts = () => true }: Wanted, text: string): PatternMatch {
  const hit = first(regex, text, accepts) ?? first(regex, normalise(text), accepts);
  return hit === undefined ? { holds: false, text: '' } : { holds: true, text: hit };
}

function alone(pattern: Wanted, text: string): PatternMatch {
  if (text.length > MAX_TEXT) return { holds: null, why: `a text is longer than ${MAX_TEXT} characters` };
  const results: PatternMatch[] = [];
  const inTime = bounded(() => results.push(found(pattern, text)));
  const [result] = results;
  return inTime && result !== undefined
    ? result
    : { holds: null, why: `/${pattern.regex.source}/ took longer than ${TIME_LIMIT} ms` };
}

/** The same of one pattern and one text. */
export function matchPattern(regex: RegExp, text: string): PatternMatch {
  // Without a quantifier nothing can blow up, and a context costs about a millisecond.
  if (text.length <= MAX_TEXT && !canBlowUp(regex)) return found({ regex }, text);
  return alone({ regex }, text);
}

const canBlowUp = (regex: RegExp): boolean => /[*+?{]/.test(regex.source);
