import type { Passage } from './passage.ts';

const CONFIDENTIAL = /保密|机密|秘密|仅限|不得外传|confidential|internal only|do not share/iu;

/** Whether a document says of itself that it is not for everyone. */
export const saysConfidential = (text: string) => CONFIDENTIAL.test(text);

/**
 * Whether a passage may be repeated in a chat: where it was seen always, elsewhere only what was seen in an open chat
 * and does not call itself confidential.
 */
export function mayRepeat(passage: Passage, chatId: string, privateChats: ReadonlySet<string>): boolean {
  if (passage.chatIds.includes(chatId)) return true;
  return !passage.confidential && passage.chatIds.some((id) => !privateChats.has(id));
}
