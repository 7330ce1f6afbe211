import { tell } from '../told.ts';
import { settable } from './code.ts';

/** Findings on the pinned version, and on characters that are not what they seem. */
export const PINS = settable([
  ['differs-from-pin', tell`A text differs from the pinned version.`],
  [
    'invisible-character',
    tell`A character that cannot be seen stands in a text that is sent or judged.`,
    'warning',
  ],
  ['look-alike', tell`A character looks like another one that was probably meant.`, 'warning'],
]);
