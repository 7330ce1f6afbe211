import type { Words } from './words.ts';
import { en } from './words.en.ts';
import { zh } from './words.zh.ts';

/** The words of a language tag: Chinese for `zh…`, English for all others. */
export function wordsOf(locale: string): Words {
  return /^zh\b/i.test(locale) ? zh : en;
}
