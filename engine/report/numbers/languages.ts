import type { Words } from '../words.ts';
import { en } from './en.ts';
import type { NumberWords } from './words.ts';
import { zh } from './zh.ts';

/** The words around numbers that go with the words of verdicts. */
export function numberWords({ locale }: Pick<Words, 'locale'>): NumberWords {
  return locale === 'zh' ? zh : en;
}
