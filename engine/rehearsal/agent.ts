import type { Clock } from '../clock/index.ts';
import type { WorldState } from '../director/state.ts';
import type { LarkMember } from '../platform/lark/member.ts';
import type { PlatformMessage } from '../platform/port.ts';
import type { Hands } from './hands.ts';
import type { Cue, Cues } from './script.ts';
import { replySeconds, type ReplySeconds } from './timing.ts';

export interface RehearsalOptions {
  readonly member: LarkMember;
  readonly clock: Clock;
  readonly state: WorldState;
  readonly hands: Hands;
  readonly cues: Cues;
  readonly seconds: ReplySeconds;
  readonly seed: number;
  /** An act that the platform refused: told, and the agent goes on. */
  readonly told: (case_id: string, why: string) => void;
}

/** The sign by which it shows that it is at work. */
const WORKING = 'Typing';

/**
 * The agent of a rehearsal: a member of the groups like any other, in this process, that answers the script's lines with
 * the acts of a transcript after the time that an agent takes. It hears and acts through the platform alone.
 */
export class RehearsalAgent {
  readonly #o: RehearsalOptions;
  readonly #begun = new Set<string>();
  readonly #work = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(options: RehearsalOptions) {
    this.#o = options;
  }

  /** Opens its connection, and takes up what it had heard when it was ended. */
  async start(): Promise<void> {
    const { member, state } = this.#o;
    await member.listen(({ message_id }) => this.#hear(message_id));
    const since = state.oldestOpenCase;
    if (since === undefined) return;
    for (const chat_id of [...state.chats.values(), ...state.allDirectChats]) {
      for (const message of await member.readGroup({ chat_id, from: since })) {
        const thread = message.thread_id === null ? [] : await member.readThread(message.thread_id);
        for (const one of [message, ...thread]) this.#hear(one.message_id, one);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#o.member.close();
    await Promise.allSettled(this.#work);
  }

  #hear(id: string, known?: PlatformMessage): void {
    if (this.#begun.has(id) || this.#stop.signal.aborted) return;
    this.#begun.add(id);
    // Busy from the moment in which it is heard: no virtual time passes until it waits by itself.
    const leave = this.#o.clock.enter();
    const work = this.#answer(id, known)
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted)
          this.#o.told('', error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        leave();
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  async #answer(id: string, known?: PlatformMessage): Promise<void> {
    const { member, clock, seconds, seed } = this.#o;
    const signal = this.#stop.signal;
    const message = known ?? (await member.read(id, signal));
    const cue = this.#cueOf(message);
    if (cue === undefined || cue.acts.length === 0) return;
    const sign = await member.react(id, WORKING, signal);
    await clock.wait(replySeconds(seconds, seed, `${cue.case_id}/${String(cue.after)}`) * 1000, signal);
    const heard = { ...message, direct: cue.group === null };
    for (const [nth, act] of cue.acts.entries()) {
      try {
        await this.#o.hands.act(act, nth, heard);
      } catch (error) {
        if (signal.aborted) throw error;
        this.#o.told(cue.case_id, error instanceof Error ? error.message : String(error));
      }
    }
    await member.unreact(id, sign, signal);
  }

  /** The line of the script that a message is. Where cases share a text, the one that is being played. */
  #cueOf(message: PlatformMessage): Cue | undefined {
    if (message.author.kind !== 'npc') return undefined;
    const cues = this.#o.cues.get(withoutMentions(message)) ?? [];
    const here = cues.filter(
      ({ group, step }) =>
        step.actor === message.author.key &&
        (group === null || this.#o.state.chats.get(group) === message.chat_id),
    );
    return here.find(({ case_id }) => this.#o.state.isOpen(case_id)) ?? here[0];
  }
}

/** The text without the mentions at its head. */
function withoutMentions({ text, mentions }: PlatformMessage): string {
  let rest = text;
  for (const { name } of mentions) if (rest.startsWith(`@${name} `)) rest = rest.slice(name.length + 2);
  return rest;
}
