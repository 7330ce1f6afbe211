import { Script } from 'node:vm';
import { normalise } from '../normalise.ts';

const MAX_PATTERN = 1000;
const MAX_TEXT = 200_000;
/** ms that one match may take: far above any honest match, so that a busy machine changes no verdict. */
const TIME_LIMIT = 1000;

export type Pattern =
  { readonly ok: true; readonly regex: RegExp } | { readonly ok: false; readonly why: string };

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
  { readonly holds: boolean; readonly text: string } | { readonly holds: null; readonly why: string };

/**
 * Matches a text as it stands, then its normalised form (so that a pattern may be written for either).
 * Unknown when the text is too long or the match takes too long.
 * @param accepts whether a match at an offset of the text counts
 */
export function matchPattern(
  regex: RegExp,
  text: string,
  accepts: (text: string, at: number) => boolean = () => true,
): PatternMatch {
  if (text.length > MAX_TEXT) return { holds: null, why: `a text is longer than ${MAX_TEXT} characters` };
  const hits: string[] = [];
  const run = (): void => {
    const found = first(regex, text, accepts) ?? first(regex, normalise(text), accepts);
    if (found !== undefined) hits.push(found);
  };
  // Without a quantifier nothing can blow up, and a context costs about a millisecond.
  if (/[*+?{]/.test(regex.source)) {
    if (!bounded(run)) return { holds: null, why: `/${regex.source}/ took longer than ${TIME_LIMIT} ms` };
  } else run();
  const [hit] = hits;
  return hit === undefined ? { holds: false, text: '' } : { holds: true, text: hit };
}
