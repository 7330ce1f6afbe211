import { createHash } from 'node:crypto';
import { keysInOrder } from './key-order.ts';

/** sha256 of a text's UTF-8 bytes, 64 hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** First 12 hex digits of a hash, as shown to people. */
export function short(hash: string): string {
  return hash.slice(0, 12);
}

/**
 * What `JSON.stringify` gives for a value as read, in the author's key order. It differs from `JSON.stringify` in one
 * thing: keys like `"10"` keep their place too, where a plain JavaScript object would put them first.
 */
export function authorJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(authorJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) {
    // Undefined is not a parsed value; in a list JSON.stringify writes it as null, and so do we everywhere.
    return value === undefined ? 'null' : JSON.stringify(value);
  }
  const record = value as Readonly<Record<string, unknown>>;
  const members = keysInOrder(record)
    .filter((key) => record[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${authorJson(record[key])}`);
  return `{${members.join(',')}}`;
}

/**
 * Hash of an evalset: sha256 over the UTF-8 bytes of the cards in the given order, each as `authorJson` (no white space
 * between tokens, no defaults filled in), joined by one line feed (U+000A), which JSON never holds raw; no final line
 * feed. Characters stand as themselves; only what `JSON.stringify` must escape is escaped: `"`, `\`, control characters
 * below U+0020, and lone surrogates (`\ud83d`), which UTF-8 cannot hold.
 * Pass `raw` of the cards as read: a copy made by other means loses the order of integer-like keys.
 */
export function evalsetHash(rawCards: readonly unknown[]): string {
  return sha256Hex(rawCards.map(authorJson).join('\n'));
}
