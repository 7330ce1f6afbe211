import { holdsText } from '../normalise.ts';
import { isAffirmed } from './denial.ts';
import { listOf } from './model.ts';
import { compilePattern, matchPatterns, type PatternMatch } from './pattern.ts';
import { allOf, anyOf, notOf, type Truth } from './truth.ts';

/** The text conditions that message and document checks share. */
export interface TextTests {
  readonly says?: string | readonly string[] | undefined;
  readonly says_any?: readonly string[] | undefined;
  readonly says_none?: readonly string[] | undefined;
  readonly matches?: string | readonly string[] | undefined;
  readonly affirms?: string | readonly string[] | undefined;
}

/** Texts that are matched under one limit of time. */
const AT_ONCE = 256;

export interface TextResult {
  readonly holds: Truth;
  /** Passages that decided it: the texts found, or what the patterns matched. */
  readonly found: readonly string[];
  /** Why it is unknown. */
  readonly why: string | null;
}

export interface TextTester {
  /** Looks at texts all at once, which is much faster than one by one. */
  readonly prepare: (texts: readonly string[]) => void;
  readonly test: (text: string) => TextResult;
  /** Why no text can be tested: a bad regular expression. */
  readonly broken: string | null;
  /** The conditions, such as `says “B03”`; empty when there are none. */
  readonly words: string;
}

const quoted = (list: readonly string[]): string => list.map((item) => `“${item}”`).join(', ');

function wordsOf(tests: TextTests): string {
  const parts = [
    tests.says === undefined ? '' : `says ${quoted(listOf(tests.says))}`,
    tests.says_any === undefined ? '' : `says one of ${quoted(tests.says_any)}`,
    tests.says_none === undefined ? '' : `says none of ${quoted(tests.says_none)}`,
    tests.matches === undefined
      ? ''
      : `matches ${listOf(tests.matches)
          .map((item) => `/${item}/`)
          .join(', ')}`,
    tests.affirms === undefined
      ? ''
      : `affirms ${listOf(tests.affirms)
          .map((item) => `/${item}/`)
          .join(', ')}`,
  ];
  return parts.filter((item) => item !== '').join(' and ');
}

/** Prepares text conditions; a text must meet all of them. Texts are compared after normalisation. */
export function textTester(tests: TextTests): TextTester {
  const patterns = [
    ...listOf(tests.matches).map((source) => ({ source, pattern: compilePattern(source), affirmed: false })),
    ...listOf(tests.affirms).map((source) => ({ source, pattern: compilePattern(source), affirmed: true })),
  ];
  const broken = patterns
    .map(({ source, pattern }) => (pattern.ok ? null : `/${source}/ cannot be used: ${pattern.why}`))
    .find((why) => why !== null);
  const wanted = patterns.flatMap(({ pattern, affirmed }) =>
    pattern.ok ? [{ regex: pattern.regex, accepts: affirmed ? isAffirmed : undefined }] : [],
  );
  const known = new Map<string, readonly PatternMatch[]>();
  const prepare = (texts: readonly string[]): void => {
    if (broken !== undefined || wanted.length === 0) return;
    for (let i = 0; i < texts.length; i += AT_ONCE)
      for (const [text, results] of matchPatterns(wanted, texts.slice(i, i + AT_ONCE)))
        known.set(text, results);
  };
  const matchesIn = (text: string): readonly (PatternMatch | null)[] => {
    if (broken !== undefined) return patterns.map(() => null);
    if (!known.has(text)) prepare([text]);
    return known.get(text) ?? [];
  };
  const test = (text: string): TextResult => {
    const has = (needle: string): boolean => holdsText(text, needle);
    const says = listOf(tests.says);
    const any = tests.says_any?.find(has);
    const matches = matchesIn(text);
    const holds = allOf([
      ...says.map(has),
      ...(tests.says_any === undefined ? [] : [any !== undefined]),
      notOf(anyOf((tests.says_none ?? []).map(has))),
      ...matches.map((match) => match?.holds ?? null),
    ]);
    const unsure = matches.find((match) => match?.holds === null);
    return {
      holds,
      found: [
        ...says,
        ...(any === undefined ? [] : [any]),
        ...matches.flatMap((match) => (match?.holds === true ? [match.text] : [])),
      ],
      why: holds === null && unsure?.holds === null ? unsure.why : null,
    };
  };
  return { prepare, test, broken: broken ?? null, words: wordsOf(tests) };
}
