import { tell } from '../told.ts';
import { fixed, settable } from './code.ts';

/** Findings on how a text is written, and on the author's own schemas. */
export const FILES = [
  ...fixed([
    ['not-utf8', tell`The file is in another encoding than UTF-8.`],
    ['merge-conflict', tell`A merge conflict stands in the file.`],
    ['bad-schema', tell`A JSON Schema that the evalset names cannot be used.`],
    ['slow-schema', tell`A JSON Schema that the evalset names takes too long.`],
    ['schema-mismatch', tell`A value does not fit the JSON Schema that the evalset names for it.`],
  ]),
  ...settable([
    ['unused-schema', tell`A JSON Schema is named for files that the evalset does not have.`, 'warning'],
    ['mixed-line-ends', tell`The lines of a file end in more than one way.`, 'warning'],
  ]),
];
