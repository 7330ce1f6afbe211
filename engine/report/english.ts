import type { Verdict } from '../../schemas/index.ts';
import { plain } from './sentence.ts';
import { caseSentence } from './sentences.ts';
import { en } from './words.en.ts';

/** The state of a case in one English sentence, for a terminal or a log. */
export function sentenceOf(verdict: Verdict): string {
  return plain(caseSentence(verdict, en));
}
