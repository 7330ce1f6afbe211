import type { Pointer } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { verifyPointer, type VerifyOptions } from './quotes.ts';

/** Why something cannot be told of a message that falls into several windows. */
export const sharedWhy = (what: string, cases: readonly string[]): string =>
  `${what} falls into the windows of ${cases.join(' and ')}, and cannot be given to one of them (shared window)`;

/** The evidence without what falls into several windows; itself where nothing does. */
export function unshared(evidence: CaseEvidence): CaseEvidence {
  const messages = evidence.messages.filter((placed) => placed.shared_window === undefined);
  const assets = evidence.assets.filter((file) => file.shared_window === undefined);
  const whole = messages.length === evidence.messages.length && assets.length === evidence.assets.length;
  return whole ? evidence : { ...evidence, messages, assets };
}

/** Why verified pointers do not carry a word: all of them rest on a shared window. Null when one stands without it. */
export function sharedAlone(
  verified: readonly Pointer[],
  evidence: CaseEvidence,
  options: VerifyOptions,
): string | null {
  const own = unshared(evidence);
  if (own === evidence || verified.length === 0) return null;
  if (verified.some((pointer) => verifyPointer(pointer, own, options).ok)) return null;
  const [first] = verified;
  if (first === undefined) return null;
  const file = evidence.assets.find(({ path, shared_window: shared }) => path === first.path && shared);
  const id = 'quote' in first ? first.message_id : undefined;
  const placed =
    evidence.messages.find(({ message, shared_window: shared }) => message.message_id === id && shared) ??
    evidence.messages.find(({ path, shared_window: shared }) => path === first.path && shared);
  const cases = file?.shared_window ?? placed?.shared_window ?? [];
  const what = file === undefined ? `message ${placed?.message.message_id ?? ''}` : first.path;
  return `it rests on a shared window alone: ${sharedWhy(what, cases)}`;
}
