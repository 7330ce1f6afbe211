import type { PlatformMessage } from '../platform/port.ts';
import type { DirectorContext } from './context.ts';

/** A line that may stand in a group: sent before a kill, and not journalled. */
export interface SoughtLine {
  readonly chat_id: string;
  readonly isIt: (text: string) => boolean;
  /** ISO instant of the intent. */
  readonly since: string;
  /** It begins with a mention, which is no part of the text. */
  readonly mention?: boolean;
}

/** Clocks of the platform and ours may differ by this much, ms. */
const SLACK = 60_000;

/** Looks for the line; what the journal knows as another step's is not it. */
export async function findLine(
  ctx: DirectorContext,
  line: SoughtLine,
  signal?: AbortSignal,
): Promise<PlatformMessage | null> {
  const { chat_id, isIt, since, mention = false } = line;
  const from = new Date(Date.parse(since) - SLACK).toISOString();
  const known = new Set(ctx.journal.entries.map((entry) => entry['message_id']));
  const listed = await ctx.platform.readGroup({ chat_id, from }, signal);
  const shown = (m: PlatformMessage): string => {
    const name = m.mentions[0]?.name;
    return mention && name !== undefined ? m.text.replace(`@${name} `, '') : m.text;
  };
  return listed.find((m) => m.author.kind !== 'agent' && isIt(shown(m)) && !known.has(m.message_id)) ?? null;
}
