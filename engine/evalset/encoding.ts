import { Buffer, isUtf8 } from 'node:buffer';
import { LineIndex } from './lines.ts';
import type { Position } from './model.ts';
import { tell, toldIn, type Told } from './told.ts';

/** Bytes that are no UTF-8 text. `told` names the encoding that they are most likely in, and the way out. */
export class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
  readonly told: Told;
  /** Where the first byte stands that is none of UTF-8. */
  readonly at: Position;

  constructor(told: Told, at: Position) {
    super(toldIn(told));
    this.told = told;
    this.at = at;
  }
}

const START: Position = { line: 0, character: 0 };
/** So many bytes are looked at to tell an encoding. */
const SAMPLE = 65_536;

/**
 * The text of bytes in UTF-8, with its byte order mark where it has one. Nothing is replaced: what a reader of today makes
 * up for a byte would be judged tomorrow as the author's word.
 * @throws NotUtf8Error
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== null) throw new NotUtf8Error(saveAsUtf8(wide), START);
  // The quickest way to text: that nothing is replaced is known by now.
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const at = firstBad(bytes);
  throw new NotUtf8Error(
    isChinese(bytes) ? saveAsUtf8('GB18030 (GBK)') : tell`The file is not UTF-8 text. ${WAY_OUT}`,
    at,
  );
}

/** In a browser or a server there is no other moment at which the author can still read the text. */
const WAY_OUT: Told = tell`Reopen it in the encoding that it was written in (in VS Code: the name of the encoding in the status bar, "Reopen with Encoding"), then "Save with Encoding", UTF-8.`;

export const saveAsUtf8 = (encoding: string): Told =>
  tell`The file is written in ${encoding}, not in UTF-8. Save it as UTF-8 (in VS Code: the name of the encoding in the status bar, "Reopen with Encoding" ${encoding}, then "Save with Encoding" UTF-8).`;

/** UTF-16 or UTF-32, by the byte order mark or by the zero bytes of ordinary letters. */
function wideEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe)
    return c === 0 && d === 0 && bytes.length % 4 === 0 ? 'UTF-32 LE' : 'UTF-16 LE';
  if (a === 0xfe && b === 0xff) return 'UTF-16 BE';
  const sample = bytes.subarray(0, SAMPLE);
  return utf16Order(sample.length, (i) => sample[i] ?? 1);
}

/**
 * The order of the bytes of UTF-16 without a mark: zeros stand at every other place, and hardly elsewhere. `at`: the byte
 * (or the character that it was taken for) at a place.
 */
export function utf16Order(length: number, at: (i: number) => number): 'UTF-16 LE' | 'UTF-16 BE' | null {
  if (length < 4) return null;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (at(i) === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Chinese letters have no zero byte, but line ends, spaces and keys do.
  const enough = Math.max(2, length / 16);
  if (odd >= enough && even * 10 < odd) return 'UTF-16 LE';
  return even >= enough && odd * 10 < even ? 'UTF-16 BE' : null;
}

/** Whether the bytes read as GB18030, and most of what is not ASCII as Chinese. */
function isChinese(bytes: Uint8Array): boolean {
  try {
    // A sample may end inside a letter: what is read as a stream may.
    const text = new TextDecoder('gb18030', { fatal: true }).decode(bytes.subarray(0, SAMPLE), {
      stream: true,
    });
    const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
    const chinese = text.match(/[\p{sc=Han}\u3000-\u303f\uff00-\uffef\u2010-\u2026]/gu)?.length ?? 0;
    return foreign > 0 && chinese >= foreign * 0.8;
  } catch {
    return false;
  }
}

/** Where the first byte stands that cannot be read; characters before it are counted as an editor counts them. */
function firstBad(bytes: Uint8Array): Position {
  let low = 0;
  let high = bytes.length;
  // A beginning is good up to the bad byte, but may end inside a letter: then a byte or two less is good.
  const good = (length: number): boolean =>
    [0, 1, 2, 3].some((less) => isUtf8(bytes.subarray(0, Math.max(0, length - less))));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (good(middle)) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && !isUtf8(bytes.subarray(0, low))) low -= 1;
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, low));
  return new LineIndex(before).positionAt(before.length);
}
