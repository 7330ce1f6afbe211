import type { DiffEntry, EvidenceMessage, TrustedEvent } from '../../schemas/index.ts';
import type { WorldState } from '../director/state.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { textsOfEvent } from './known-of.ts';
import type { WrittenText } from './model.ts';
import { stringsIn } from './strings.ts';

export interface WrittenSource {
  readonly evidence: CaseEvidence;
  readonly state: WorldState;
  /** Groups of all cases of the batch: what is written there belongs to the case that is played there. */
  readonly groups: ReadonlySet<string>;
  /** Groups of this case. */
  readonly own: ReadonlySet<string>;
  /** Where the trusted events stand, relative to the batch folder. */
  readonly eventsPath: string;
}

/** A time-stamp without milliseconds may lie that much before the instant that it means. */
const UNIT = { ms: 1, s: 1000, min: 60_000 } as const;

/**
 * All that the agent wrote in a case: messages with what they said before an edit or deletion, names of files, rows, lines
 * of documents, titles, and its operations in the case's time: those in the case's groups and on its documents and tables,
 * and those that belong to no case, as a message to a group of no case.
 */
export function writtenIn(source: WrittenSource): WrittenText[] {
  const { evidence } = source;
  return [
    ...evidence.messages.flatMap(({ message, path }) =>
      message.author.kind === 'agent' ? ofMessage(message, path) : [],
    ),
    ...evidence.assets.flatMap(({ path, evidence: asset }): WrittenText[] => {
      const at = Date.parse(asset.at);
      const kind = asset.rows === undefined ? 'document' : 'row';
      const whole =
        asset.linked === true
          ? [asset.text ?? '', ...stringsIn(asset.rows).map(({ text }) => text)]
          : (asset.diff ?? [])
              .filter(byAgent)
              .flatMap((change) => stringsIn(change.after).map(({ text }) => text));
      return [
        ...whole.map((text): WrittenText => ({ text, at, kind, path })),
        { text: asset.title ?? '', at, kind: 'title', path },
      ];
    }),
    ...evidence.events
      .filter((event) => event.actor.kind === 'agent' && belongs(event, source))
      .flatMap((event): WrittenText[] =>
        textsOfEvent(event).map((text) => ({
          text,
          at: Date.parse(event.ts),
          kind: 'operation',
          path: source.eventsPath,
          ...(event.resource.kind === 'message' ? { message_id: event.resource.token } : {}),
        })),
      ),
  ];
}

function ofMessage(message: EvidenceMessage, path: string): WrittenText[] {
  const at = Date.parse(message.ts) + UNIT[message.ts_precision];
  const common = { path, message_id: message.message_id };
  return [
    { text: message.text, at, kind: message.deleted === true ? 'edited' : 'message', ...common },
    ...message.edits.map((edit): WrittenText => ({ text: edit.text, at, kind: 'edited', ...common })),
    ...message.attachments.map((file): WrittenText => ({
      text: file.name ?? '',
      at,
      kind: 'attachment',
      ...common,
    })),
  ];
}

/** Where the platform does not tell who changed something, the agent is the one whom the case let change it. */
const byAgent = (change: DiffEntry): boolean => change.actor === null || change.actor.kind === 'agent';

function belongs({ resource }: TrustedEvent, { state, groups, own, evidence }: WrittenSource): boolean {
  const tokens = [resource.token, ...(resource.parent ?? '').split('/')];
  const group = [...state.chats].find(([, chat]) => tokens.includes(chat))?.[0];
  if (group !== undefined) return own.has(group) || !groups.has(group);
  const asset = [...state.assets].find(([, ref]) => tokens.includes(ref.token))?.[0];
  if (asset === undefined) return true;
  return evidence.assets.some((one) => one.evidence.asset === asset || tokens.includes(one.evidence.asset));
}
