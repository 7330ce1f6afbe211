import { open } from 'node:fs/promises';
import { looseVerdict, objectOf } from './loose.ts';
import { verdictFacts, type VerdictFacts } from './overview.ts';

/** A verdict that is larger is read for the list only as far as the list needs it, bytes. */
export const LARGE_VERDICT = 1024 * 1024;

/** What may stand before an agent's messages, bytes. */
const HEAD = 1024 * 1024;

/** The key at which the agent's messages begin: inside a string its first quote would have a backslash before it. */
const MESSAGES = /[,{]\s*"agent_messages"\s*:/;

/**
 * What the list needs of a verdict, from the beginning of its file: an agent may have written 90 MB, which stand behind
 * it. Undefined when that does not tell; then the whole must be read.
 */
export async function verdictHead(file: string): Promise<VerdictFacts | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(HEAD);
    const { bytesRead } = await handle.read(bytes, 0, HEAD, 0);
    const text = bytes.toString('utf8', 0, bytesRead);
    const at = MESSAGES.exec(text);
    if (at === null) return undefined;
    const value = objectOf(JSON.parse(`${text.slice(0, at.index)}}`));
    const whole = value !== undefined && 'status' in value && 'case' in value && 'group' in value;
    const verdict = whole ? looseVerdict(value) : undefined;
    return verdict === undefined ? undefined : verdictFacts(verdict);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
