import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random lower-case hex of `length` characters. */
export function hex(length: number): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);
}

/** Random letters and digits. */
export function alphanumeric(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
}

/** Fresh ids in the formats that current real payloads show. */
export const newId = {
  message: () => `om_x100b${hex(27)}`,
  thread: () => `omt_${hex(16)}`,
  chat: () => `oc_${hex(32)}`,
  union: () => `on_${hex(32)}`,
  user: () => hex(8),
  department: () => `od-${hex(32)}`,
  app: () => `cli_${hex(16)}`,
  reaction: () => alphanumeric(64),
  /** documents, bases, files: 27 characters */
  drive: () => alphanumeric(27),
  /** blocks: 27 characters, a lower-case letter first, as in every captured tree */
  block: () => `x${alphanumeric(26)}`,
  table: () => `tbl${alphanumeric(13)}`,
  view: () => `vew${alphanumeric(7)}`,
  field: () => `fld${alphanumeric(7)}`,
  option: () => `opt${alphanumeric(7)}`,
  record: () => `recu${alphanumeric(10)}`,
  event: () => hex(32),
  uuid: () => randomUUID() as string,
  /** 18 to 19 digits, first not 0 */
  digits: (length: number) =>
    `${randomInt(1, 10)}${Array.from({ length: length - 1 }, () => randomInt(10)).join('')}`,
};

/** The open_id by which `app` knows `principal`: one person has another one for each app. */
export function openIdOf(app: string, principal: string): string {
  return `ou_${createHash('sha256').update(`${app}|${principal}`).digest('hex').slice(0, 32)}`;
}
