import {
  assetEvidence,
  messageEvidence,
  type EvidenceMessage,
  type MessageEvidence,
  type Verdict,
} from '../../schemas/index.ts';
import type { AssetFile, CaseEvidence, PlacedMessage, Stimulus } from '../evidence/model.ts';
import { evidenceFiles } from './case-files.ts';
import { looseAsset, looseMessages } from './loose/evidence.ts';
import { objectOf } from './loose/values.ts';
import { MESSAGES, parseQuickly } from './quick.ts';
import type { SoftReader } from './reader.ts';

interface MessageFile {
  readonly path: string;
  readonly evidence: MessageEvidence;
}

/** What a verdict, or a template, holds of the messages themselves. */
export type Told = Pick<Verdict, 'agent_messages' | 'stimulus_messages' | 'no_agent_reply'>;

export interface Rebuilt {
  readonly evidence: CaseEvidence;
  /** No evidence file of messages was there: they are the verdict's own. */
  readonly fromVerdict: boolean;
}

/**
 * Evidence of a case without a journal that tells which files are whose: from whatever evidence files stand in its
 * folder, and when they hold no messages, from what the verdict itself tells of them.
 */
export async function rebuildEvidence(
  reader: SoftReader,
  caseId: string,
  told: Told,
  group: string,
): Promise<Rebuilt> {
  const files: MessageFile[] = [];
  const assets: AssetFile[] = [];
  for (const path of await evidenceFiles(reader.paths, caseId)) {
    if (/(^|\/)(judge|labels)-[^/]*$/.test(path)) continue;
    const value = objectOf(await reader.json(path));
    if (value === undefined) continue;
    if ('messages' in value) {
      const read = parseQuickly(value, messageEvidence, MESSAGES);
      const evidence = read.success ? read.data : looseMessages(value);
      if (evidence !== undefined) files.push({ path, evidence });
    } else if ('asset' in value) {
      const read = assetEvidence.safeParse(value);
      const evidence = read.success ? read.data : looseAsset(value);
      if (evidence !== undefined) assets.push({ path, evidence });
    }
  }
  const stimuli = told.stimulus_messages.map((sent): Stimulus => {
    const turn = /-[qi](\d+)$/.exec(sent.step)?.[1];
    return { ...sent, turn: turn === undefined ? null : Number(turn) };
  });
  files.sort((a, b) => endOf(a) - endOf(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const closing = files.at(-1);
  const messages =
    closing === undefined
      ? fromTold(told, stimuli, reader.paths.verdict(caseId))
      : fromFiles(files, told, group);
  const instants = messages.map((placed) => placed.message.ts).sort();
  return {
    fromVerdict: closing === undefined,
    evidence: {
      case_id: caseId,
      group,
      window: closing?.evidence.window ?? { from: instants[0] ?? '', to: instants.at(-1) ?? '' },
      messages,
      stimuli,
      assets,
      scope: [...files.map((file) => file.path), ...assets.map((file) => file.path)].sort(),
      noAgentReply:
        told.no_agent_reply === null
          ? null
          : { reason: told.no_agent_reply.reason, path: told.no_agent_reply.evidence[0]?.path ?? '' },
      substantive: told.agent_messages.filter((m) => m.substantive_chosen === true).map((m) => m.message_id),
      env: null,
      events: [],
    },
  };
}

/** When the window of a file ends, ms; before everything when it does not say. */
function endOf({ evidence }: MessageFile): number {
  const at = Date.parse(evidence.window.to);
  return Number.isNaN(at) ? 0 : at;
}

/**
 * Each message that any of the files holds, once: as the latest file has it, where the first one has it. Without a
 * journal nothing says which gate closed the case, and a later one may have looked elsewhere.
 */
function fromFiles(files: readonly MessageFile[], told: Told, group: string): PlacedMessage[] {
  const known = new Map(told.agent_messages.map((message) => [message.message_id, message]));
  const latest = new Map<string, EvidenceMessage>();
  const holding = new Map<string, { path: string; text: string }[]>();
  for (const { path, evidence } of files)
    for (const message of evidence.messages) {
      const { message_id: id, text } = message;
      latest.set(id, message);
      const paths = holding.get(id);
      if (paths === undefined) holding.set(id, [{ path, text }]);
      else if (paths.at(-1)?.path !== path) paths.push({ path, text });
    }
  return [...latest].map(([id, message]): PlacedMessage => {
    const own = known.get(id);
    const where = own?.where ?? (message.chat === group || group === '' ? 'thread' : 'verification');
    const same = (holding.get(id) ?? []).filter(({ text }) => text === message.text).map((one) => one.path);
    const [path = '', ...also] = same;
    return { message, where, turn: own?.turn ?? null, path, ...(also.length === 0 ? {} : { also }) };
  });
}

/** Lines by turn, each with the agent's answers behind it: clocks of different precision do not order them. */
function fromTold(told: Told, stimuli: readonly Stimulus[], path: string): PlacedMessage[] {
  const left = new Set(told.agent_messages);
  const placed: PlacedMessage[] = [];
  const answer = (message: Told['agent_messages'][number]): void => {
    left.delete(message);
    placed.push({
      message: asMessage(message, { kind: 'agent', key: 'agent' }),
      where: message.where,
      turn: message.turn,
      path,
    });
  };
  for (const sent of stimuli) {
    placed.push({
      message: asMessage(sent, { kind: 'npc', key: sent.actor }),
      where: 'thread',
      turn: sent.turn,
      path,
    });
    if (sent.turn === null) continue;
    for (const message of told.agent_messages)
      if (message.where === 'thread' && message.turn === sent.turn) answer(message);
  }
  for (const message of told.agent_messages) if (left.has(message)) answer(message);
  return placed;
}

function asMessage(
  { message_id, chat, ts, text }: { message_id: string; chat: string; ts: string; text: string },
  author: EvidenceMessage['author'],
): EvidenceMessage {
  return {
    message_id,
    chat,
    thread_id: null,
    ts,
    // The verdict does not tell the precision; a whole minute is taken for one.
    ts_precision: /:\d\d:00(\.0+)?(Z|[+-]\d\d:\d\d)$/.test(ts) ? 'min' : 'ms',
    author,
    text,
    mentions: [],
    edits: [],
    attachments: [],
  };
}
