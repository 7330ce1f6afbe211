/** Whether an id may become part of file names: a letter, digit or `_` first, then also `-` and `.`. */
export function isFileName(id: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(id);
}

/** Name of the file that pins an evalset, in the evalset's folder. */
export const PIN_NAME = 'evalset.pin.json';
