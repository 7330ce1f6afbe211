import type { JournalEntry } from '../../schemas/index.ts';
import { PlatformError, type OutgoingMessage, type PlatformMessage } from '../platform/port.ts';
import { logEvent } from './context.ts';
import { perform } from './effect.ts';
import { observe } from './observe.ts';
import { effectOf, type Play } from './play.ts';
import type { CaseNews, LineStep } from './ports.ts';

/** Turn of a line by its step id: `…-q2`, `…-i3`; null for conditional lines. */
export function turnOf(step: LineStep): number | null {
  const suffix = /-[qi](\d+)$/.exec(step.id);
  return suffix === null ? null : Number(suffix[1]);
}

/** Sends a line of the script, to the letter, and reads it back. */
export async function sendLine(play: Play, step: LineStep, because: string | null): Promise<void> {
  const { ctx, ref, dialogue, signal } = play;
  const { about, ...effect } = effectOf(play, step);
  const mention = step.op === 'msg' ? step.mention : undefined;
  const entry = await perform(ctx, {
    ...effect,
    about: { ...about, action: 'send', actor: step.actor, mention, text: step.text, because },
    run: async (key) => {
      const sent = await ctx.platform.send(outgoing(play, step, key), signal);
      // Nobody but its two sides can read a direct message, so the answer itself is the read-back.
      const shown = step.op === 'dm' ? sent : await ctx.platform.read(sent.message_id, signal);
      return readBack(step, shown);
    },
    recover: (intent) => findSent(play, step, intent),
  });
  const known = (entry.seq ?? 0) < ctx.firstSeq;
  dialogue.heardByEnded = known || entry['recovered'] === true;
  const turn = turnOf(step);
  dialogue.sent.push({
    step: step.id,
    message_id: String(entry['message_id']),
    ts: String(entry['sent_at']),
    actor: step.actor,
    turn,
    conditional: because,
    ...(step.op === 'dm' ? { direct: true } : {}),
  });
  if (!known) play.tell(sentNews(turn, because));
  logEvent(ctx, {
    group: ref.group,
    event: because === null ? 'stimulus_sent' : 'conditional_fired',
    case_id: ref.caseId,
    step: step.id,
    note: because ?? `message_id=${String(entry['message_id'])}`,
  });
}

function outgoing(play: Play, step: LineStep, key: string): OutgoingMessage {
  const line = { actor: step.actor, text: step.text, key };
  if (step.op === 'dm') return { ...line, direct: step.to };
  return {
    ...line,
    chat_id: play.ctx.state.chat(step.group),
    ...(step.mention === undefined ? {} : { mention: step.mention }),
    ...(step.also_mention === undefined ? {} : { also_mention: step.also_mention }),
    ...(step.reply_to === undefined ? {} : { reply_to: play.dialogue.root }),
  };
}

/** What the platform shows must be what the script says, by the actor that it names. */
function readBack(step: LineStep, shown: PlatformMessage): Record<string, unknown> {
  if (withoutMentions(step, shown) !== step.text || shown.author.key !== step.actor) {
    throw new PlatformError(
      'read-back',
      0,
      0,
      `${step.id}: the platform shows ${JSON.stringify(shown.text)} by ${shown.author.key} instead of ${JSON.stringify(step.text)} by ${step.actor}`,
    );
  }
  return {
    message_id: shown.message_id,
    chat_id: shown.chat_id,
    sent_at: shown.ts,
    sender_readback: { id: shown.sender_id, key: shown.author.key },
    content_verified: true,
  };
}

/** After a kill between sending and journalling: the line may stand there already. */
async function findSent(
  play: Play,
  step: LineStep,
  intent: JournalEntry,
): Promise<Record<string, unknown> | null> {
  const { ctx, dialogue, signal } = play;
  const listed =
    step.op === 'msg' && step.reply_to === undefined
      ? await ctx.platform.readGroup({ chat_id: ctx.state.chat(step.group), from: play.from }, signal)
      : (await observe(ctx, play.ref, dialogue.rootOrNull, play.from, false, signal)).thread;
  const known = new Set(dialogue.sent.map((line) => line.message_id));
  const found = listed.find(
    (m) =>
      m.author.kind === 'npc' &&
      m.author.key === step.actor &&
      withoutMentions(step, m) === step.text &&
      !known.has(m.message_id) &&
      Date.parse(m.ts) >= Date.parse(intent.ts) - 60_000,
  );
  return found === undefined ? null : readBack(step, found);
}

/** The text without the mentions that the connector put before it. */
function withoutMentions(step: LineStep, shown: PlatformMessage): string {
  if (step.op === 'dm') return shown.text;
  const count = (step.mention === undefined ? 0 : 1) + (step.also_mention?.length ?? 0);
  let { text } = shown;
  for (const { name } of shown.mentions.slice(0, count)) {
    const head = `@${name} `;
    if (text.startsWith(head)) text = text.slice(head.length);
  }
  return text;
}

function sentNews(turn: number | null, because: string | null): CaseNews {
  const what = because !== null ? 'conditional line' : turn === null ? 'line' : `line of turn ${turn}`;
  return { state: 'sent', note: `${what} sent`, ...(turn === null ? {} : { turn }) };
}
