import { LarkError } from '../core/errors.ts';
import type { Refusals } from '../drive/access.ts';

/** docx answers 400, 403 or 404 by kind of refusal. */
export const docx = {
  invalidParam: () => new LarkError(400, 1770001, 'invalid param'),
  notFound: () => new LarkError(404, 1770002, 'not found'),
  schemaMismatch: () => new LarkError(400, 1770006, 'schema mismatch'),
  tooManyChildren: () => new LarkError(400, 1770007, 'too many children in block'),
  relationMismatch: () => new LarkError(400, 1770013, 'relation mismatch'),
  repeatedId: () => new LarkError(400, 1770019, 'repeated blockID in document'),
  badPageToken: () => new LarkError(400, 1770022, 'invalid page token'),
  wrongOperation: () => new LarkError(400, 1770025, 'operation and block not match'),
  rowOutOfRange: () => new LarkError(400, 1770026, 'row operation over range'),
  noChildren: () => new LarkError(400, 1770028, 'block not support create children'),
  notCreatable: () => new LarkError(400, 1770029, 'block not support to create'),
};

export const docxRefusals: Refusals = {
  notFound: docx.notFound,
  forbidden: (refused) => new LarkError(403, 1770032, 'forbidden', { refused }),
};
