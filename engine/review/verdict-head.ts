import { objectOf } from './loose/values.ts';
import type { SoftReader } from './reader.ts';

/** A verdict that is larger is read only as far as a list needs it, bytes. */
export const LARGE_VERDICT = 1024 * 1024;

/** What may stand before an agent's messages, and behind them, bytes. */
const HEAD = 1024 * 1024;
const TAIL = 64 * 1024;

/** The key at which the agent's messages begin: inside a string its first quote would have a backslash before it. */
const MESSAGES = /[,{]\s*"agent_messages"\s*:/;

/** Keys that may stand behind them; none of them is a key of a message. */
const BEHIND = /,\s*(?="(?:no_agent_reply|stimulus_messages|judge|notes|human_review|env)"\s*:)/g;

/**
 * A verdict without the messages of the agent, from both ends of its file: an agent may have written 90 MB, which stand
 * between them. Undefined when that does not tell, or when the file does not end as an object does: then the whole
 * must be read.
 */
export async function verdictWithoutMessages(
  reader: SoftReader,
  relative: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const ends = await reader.ends(relative, HEAD, TAIL);
  if (ends === undefined) return undefined;
  const [start, end] = ends;
  const at = MESSAGES.exec(start);
  const head = at === null ? undefined : parsed(`${start.slice(0, at.index)}}`);
  if (head === undefined || !('status' in head && 'case' in head && 'group' in head)) return undefined;
  for (const { index, 0: comma } of end.matchAll(BEHIND)) {
    const tail = parsed(`{${end.slice(index + comma.length)}`);
    if (tail !== undefined) return { ...head, ...tail, agent_messages: [] };
  }
  return undefined;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
