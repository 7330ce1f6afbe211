import type { AssetEvidence, Author, EvidenceMessage, MessageEvidence } from '../../../schemas/index.ts';
import { diffEntry, tableRow } from '../../../schemas/evidence.ts';
import { instant, maybe, objectOf, objects, str, type Loose } from './values.ts';

function author(value: unknown): Author {
  const item = objectOf(value);
  const kind = item?.['kind'];
  return { kind: kind === 'agent' || kind === 'npc' ? kind : 'other', key: str(item?.['key'], '?') };
}

function message(item: Loose, i: number): EvidenceMessage {
  const precision = item['ts_precision'];
  return {
    message_id: str(item['message_id'], `message-${i}`),
    chat: str(item['chat']),
    thread_id: maybe(item['thread_id']) ?? null,
    ts: instant(item['ts']),
    ts_precision: precision === 'min' || precision === 's' ? precision : 'ms',
    author: author(item['author']),
    text: str(item['text']),
    mentions: Array.isArray(item['mentions']) ? item['mentions'].map(author) : [],
    edits: objects(item['edits']).map((edit) => ({ ts: instant(edit['ts']), text: str(edit['text']) })),
    attachments: objects(item['attachments']).map((one) => ({
      kind: str(one['kind']),
      name: str(one['name']),
    })),
    ...(item['deleted'] === true ? { deleted: true } : {}),
  };
}

export function looseMessages(value: unknown): MessageEvidence | undefined {
  const v = objectOf(value);
  if (v === undefined || !Array.isArray(v['messages'])) return undefined;
  const messages = objects(v['messages']).map(message);
  const window = objectOf(v['window']);
  return {
    case_id: str(v['case_id']),
    step: str(v['step']),
    window: {
      from: instant(window?.['from']),
      to: instant(window?.['to']),
    },
    scope: objects(v['scope']).flatMap((one): MessageEvidence['scope'] => {
      const kind = one['kind'];
      return kind === 'thread' || kind === 'toplevel' || kind === 'verification'
        ? [{ chat: str(one['chat']), kind }]
        : [];
    }),
    messages,
  };
}

export function looseAsset(value: unknown): AssetEvidence | undefined {
  const v = objectOf(value);
  const asset = maybe(v?.['asset']);
  if (v === undefined || asset === undefined) return undefined;
  const some = (key: string): Record<string, string> => {
    const text = maybe(v[key]);
    return text === undefined ? {} : { [key]: text };
  };
  const list = <T>(key: string, parse: (item: unknown) => { success: true; data: T } | { success: false }) =>
    Array.isArray(v[key])
      ? v[key].flatMap((item: unknown) => {
          const read = parse(item);
          return read.success ? [read.data] : [];
        })
      : undefined;
  const rows = list('rows', (item) => tableRow.safeParse(item));
  const diff = list('diff', (item) => diffEntry.safeParse(item));
  return {
    case_id: str(v['case_id']),
    step: str(v['step']),
    asset,
    at: instant(v['at']),
    ...(v['linked'] === true ? { linked: true } : {}),
    ...some('title'),
    ...some('unreadable'),
    ...some('text'),
    ...some('compare_to'),
    ...(rows === undefined ? {} : { rows }),
    ...(diff === undefined ? {} : { diff }),
  };
}
