import { LarkError, type ErrorDetail } from '../core/errors.ts';
import type { Refusals } from '../drive/access.ts';

function error(status: number, code: number, msg: string, detail: ErrorDetail = {}): LarkError {
  return new LarkError(status, code, msg, detail);
}

const wrong = (sentence: string): string =>
  `Invalid request parameter: ''. Correct format : ${sentence}. Please check and modify accordingly.`;

/** bitable answers most refusals with HTTP 200: the SDK resolves, and the code tells. */
export const bitable = {
  wrongBody: () => error(200, 1254001, 'WrongRequestBody'),
  typesDoNotMatch: () => error(400, 1254015, 'Field types do not match.'),
  invalidFilter: (sentence: string) => error(200, 1254018, 'InvalidFilter', { message: wrong(sentence) }),
  invalidSort: (sentence: string) => error(200, 1254019, 'InvalidSort', { message: wrong(sentence) }),
  invalidPageToken: () => error(200, 1254013, 'InvalidPageToken'),
  badClientToken: () =>
    error(400, 1254037, 'Invalid client token, make sure that it complies with the specification.'),
  baseNotFound: () => error(200, 1254040, 'BaseTokenNotFound'),
  tableNotFound: () => error(200, 1254041, 'TableIdNotFound'),
  viewNotFound: () => error(200, 1254042, 'ViewIdNotFound'),
  recordNotFound: () => error(200, 1254043, 'RecordIdNotFound'),
  fieldNotFound: () => error(200, 1254044, 'FieldIdNotFound'),
  fieldNameNotFound: (name: string) =>
    error(200, 1254045, 'FieldNameNotFound', { message: wrong(`fields.${name}`) }),
  conversion: (code: number, msg: string, field: string) =>
    error(200, code, msg, { message: wrong(`field '${field}'`) }),
  tableNameTaken: () => error(200, 1254012, 'TableNameDuplicated'),
  fieldNameTaken: () => error(200, 1254014, 'FieldNameDuplicated'),
  tooManyAtOnce: () => error(200, 1254104, 'RecordAddOnceExceedLimit'),
  tokenConflict: () =>
    error(400, 1255006, 'Client token conflict, please generate a new client token and try again.'),
};

/** @param deniedStatus 403, but 200 on search */
export function bitableRefusals(deniedStatus: 200 | 403): Refusals {
  return {
    notFound: bitable.baseNotFound,
    forbidden: (refused) => error(deniedStatus, 1254302, 'Permission denied.', { refused }),
  };
}
