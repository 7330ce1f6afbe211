import type { PlatformMessage } from '../platform/port.ts';
import type { DirectorContext } from './context.ts';
import type { CaseRef, Observation, SentLine } from './ports.ts';

/** Reactions by which an agent shows that it is at work. */
export const WORKING: ReadonlySet<string> = new Set([
  'Typing',
  'OneSecond',
  'OnIt',
  'THINKING',
  'StatusInFlight',
]);

/**
 * Reads what belongs to a case now: its thread, everything else that the agent wrote
 * into its group's own list (quoting somebody or not), the agent's messages in
 * the verification groups. `deep` also opens the other threads of those groups, as the closing collection must.
 * A case in direct messages has the chats of its actors with the agent in place of a thread.
 */
export async function observe(
  ctx: DirectorContext,
  ref: CaseRef,
  rootId: string | null,
  from: string,
  deep: boolean,
  signal?: AbortSignal,
): Promise<Observation> {
  const own =
    ref.direct === undefined
      ? await inGroup(ctx, ref.group, rootId, from, signal)
      : await inDirectChats(ctx, ref, ref.direct, from, signal);
  const verification = [];
  for (const key of ref.crossGroups) {
    verification.push({
      group: key,
      messages: await agentMessages(ctx, ctx.state.chat(key), from, deep, signal),
    });
  }
  return { at: new Date(ctx.clock.now()).toISOString(), ...own, verification };
}

type Own = Pick<Observation, 'thread' | 'toplevel' | 'chats'>;

async function inGroup(
  ctx: DirectorContext,
  key: string,
  rootId: string | null,
  from: string,
  signal?: AbortSignal,
): Promise<Own> {
  const chat = ctx.state.chat(key);
  const group = await ctx.platform.readGroup({ chat_id: chat, from }, signal);
  const root =
    rootId === null
      ? null
      : (group.find((m) => m.message_id === rootId) ?? (await ctx.platform.read(rootId, signal)));
  const answersRoot = (m: PlatformMessage): boolean => rootId !== null && m.root_id === rootId;
  const inThread =
    root === null || root.thread_id === null ? [] : await ctx.platform.readThread(root.thread_id, signal);
  // An answer by plain quoting stands in the group's list, yet belongs to the question.
  const quoted = group.filter((m) => answersRoot(m) && !inThread.some((t) => t.message_id === m.message_id));
  return {
    thread: root === null ? [] : inThread.length === 0 ? [root, ...quoted] : merge(inThread, quoted),
    toplevel: group.filter((m) => m.author.kind === 'agent' && m.message_id !== rootId && !answersRoot(m)),
  };
}

async function inDirectChats(
  ctx: DirectorContext,
  ref: CaseRef,
  actors: readonly string[],
  from: string,
  signal?: AbortSignal,
): Promise<Own> {
  const thread: PlatformMessage[] = [];
  const chats = new Map<string, string>();
  for (const actor of actors) {
    const chat_id = ctx.state.directChat(actor);
    const input = { actor, agent: ref.agent, from, ...(chat_id === undefined ? {} : { chat_id }) };
    for (const message of await ctx.platform.readDirect(input, signal)) {
      thread.push(message);
      chats.set(message.chat_id, directKey(actor));
    }
  }
  return { thread: thread.sort((a, b) => a.ts.localeCompare(b.ts)), toplevel: [], chats };
}

/** Name of an actor's chat with the agent, where evidence names a chat. */
export function directKey(actor: string): string {
  return `direct:${actor}`;
}

/** Quoted answers join the thread by time; the thread's own order stays. */
function merge(thread: readonly PlatformMessage[], quoted: readonly PlatformMessage[]): PlatformMessage[] {
  const all = [...thread];
  for (const q of quoted) {
    const at = all.findIndex((m) => m.ts > q.ts);
    all.splice(at === -1 ? all.length : at, 0, q);
  }
  return all;
}

async function agentMessages(
  ctx: DirectorContext,
  chat_id: string,
  from: string,
  deep: boolean,
  signal?: AbortSignal,
): Promise<PlatformMessage[]> {
  const byAgent = (m: PlatformMessage): boolean => m.author.kind === 'agent' && m.ts >= from;
  if (!deep) return (await ctx.platform.readGroup({ chat_id, from }, signal)).filter(byAgent);
  // An old message may carry a thread with a new reply, so every root is looked at.
  const roots = await ctx.platform.readGroup({ chat_id, from: new Date(0).toISOString() }, signal);
  const found = roots.filter(byAgent);
  const seen = new Set(found.map((m) => m.message_id));
  for (const root of roots) {
    if (root.thread_id === null) continue;
    for (const m of await ctx.platform.readThread(root.thread_id, signal)) {
      if (byAgent(m) && !seen.has(m.message_id)) {
        seen.add(m.message_id);
        found.push(m);
      }
    }
  }
  return found.sort((a, b) => a.ts.localeCompare(b.ts));
}

/** True while the agent's sign of work stands on the message. */
export async function isWorking(
  ctx: DirectorContext,
  line: SentLine,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await signsOfWork(ctx, line, signal)).some((at) => at >= ctx.agent.since);
}

/** True when a process of the agent that has ended left its sign of work: it was not finished with the message. */
export async function leftUnfinished(
  ctx: DirectorContext,
  line: SentLine,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await signsOfWork(ctx, line, signal)).some((at) => at < ctx.agent.since);
}

async function signsOfWork(ctx: DirectorContext, line: SentLine, signal?: AbortSignal): Promise<number[]> {
  const { message_id, actor } = line;
  const reactions =
    line.direct === true
      ? await ctx.platform.directReactions({ actor, message_id }, signal)
      : await ctx.platform.reactions(message_id, signal);
  return reactions.filter((r) => r.by.kind === 'agent' && WORKING.has(r.emoji)).map((r) => r.at);
}

export function agentOf(observation: Observation): PlatformMessage[] {
  return [
    ...observation.thread.filter((m) => m.author.kind === 'agent'),
    ...observation.toplevel,
    ...observation.verification.flatMap((v) => v.messages),
  ];
}

/** The agent's messages that came after the line `messageId`: in the thread by position, elsewhere by time. */
export function repliesAfter(observation: Observation, messageId: string, ts: string): PlatformMessage[] {
  const at = observation.thread.findIndex((m) => m.message_id === messageId);
  return [
    ...observation.thread.slice(at + 1).filter((m) => m.author.kind === 'agent'),
    ...observation.toplevel.filter((m) => m.ts >= ts),
  ];
}
