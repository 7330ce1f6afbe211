import type { Author, EvidenceMessage } from '../../schemas/index.ts';
import type * as z from 'zod';
import { isoInstant } from '../../schemas/text.ts';

/**
 * Checks of the long lists of a batch folder, by hand: 200 000 messages would take a model seconds. A check says yes
 * only to what the model accepts as it is; for everything else the model is asked.
 */
export interface LongList {
  /** Key of the file that holds the list. */
  readonly key: string;
  readonly fits: (item: unknown) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const PLAIN_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function isInstant(value: unknown): value is string {
  return isText(value) && (PLAIN_INSTANT.test(value) || isoInstant.safeParse(value).success);
}

/** Whether an object has no other keys than these. */
function hasOnly(value: Fields, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}

const AUTHOR = new Set(['kind', 'key']);
function isAuthor(value: unknown): value is Author {
  if (!isObject(value) || !isText(value['key']) || !hasOnly(value, AUTHOR)) return false;
  const kind = value['kind'];
  return kind === 'agent' || kind === 'npc' || kind === 'other';
}

const EDIT = new Set(['ts', 'text']);
const isEdit = (value: unknown): boolean =>
  isObject(value) && isInstant(value['ts']) && isText(value['text']) && hasOnly(value, EDIT);

const isAttachment = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['kind']) &&
  isText(value['name'] ?? '') &&
  isText(value['key'] ?? '') &&
  value['name'] !== null &&
  value['key'] !== null &&
  hasOnly(value, new Set(['kind', 'name', 'key']));

const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);

const MESSAGE: ReadonlySet<string> = new Set<keyof EvidenceMessage>([
  'message_id',
  'chat',
  'thread_id',
  'ts',
  'ts_precision',
  'author',
  'text',
  'mentions',
  'edits',
  'attachments',
  'deleted',
]);

function isMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { thread_id: thread, ts_precision: precision, deleted } = value;
  return (
    isText(value['message_id']) &&
    isText(value['chat']) &&
    isText(value['text']) &&
    (thread === null || isText(thread)) &&
    (precision === 'ms' || precision === 's' || precision === 'min') &&
    (deleted === undefined || typeof deleted === 'boolean') &&
    isInstant(value['ts']) &&
    isAuthor(value['author']) &&
    isListOf(value['mentions'], isAuthor) &&
    isListOf(value['edits'], isEdit) &&
    isListOf(value['attachments'], isAttachment) &&
    hasOnly(value, MESSAGE)
  );
}

const TOLD = new Set(['chat', 'message_id', 'ts', 'text', 'turn', 'where', 'substantive_chosen']);

function isAgentMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { turn, where, substantive_chosen: chosen } = value;
  return (
    isText(value['chat']) &&
    isText(value['message_id']) &&
    isText(value['text']) &&
    isInstant(value['ts']) &&
    (turn === null || Number.isSafeInteger(turn)) &&
    (where === 'thread' || where === 'toplevel' || where === 'verification') &&
    (chosen === undefined || typeof chosen === 'boolean') &&
    hasOnly(value, TOLD)
  );
}

export const MESSAGES: LongList = { key: 'messages', fits: isMessage };
export const AGENT_MESSAGES: LongList = { key: 'agent_messages', fits: isAgentMessage };

/** What the model says of a value; its long list is checked by hand. The same as without `long`, in less time. */
export function parseQuickly<T extends object>(
  value: unknown,
  schema: z.ZodType<T>,
  long?: LongList,
): z.ZodSafeParseResult<T> {
  if (long === undefined || !isObject(value)) return schema.safeParse(value);
  const list = value[long.key];
  if (!Array.isArray(list) || !list.every(long.fits)) return schema.safeParse(value);
  const rest = schema.safeParse({ ...value, [long.key]: [] });
  return rest.success ? { ...rest, data: Object.assign(rest.data, { [long.key]: list }) } : rest;
}
