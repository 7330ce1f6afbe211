import * as z from 'zod';
import type { Actor, CardEntity, Mention } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { cardContent } from './card.ts';
import { im } from './errors.ts';
import { MentionList } from './mentions.ts';

/** Documented limits of the request body, in bytes. */
const TEXT_LIMIT = 150 * 1024;
const RICH_LIMIT = 30 * 1024;

export interface Content {
  /** the JSON string as it is read back */
  readonly content: string;
  readonly mentions: readonly Mention[];
  /** the card that the message shows from now on */
  readonly card_id?: string;
}

const Text = z.object({ text: z.string() });
const PostElement = z.looseObject({ tag: z.string() });
const PostBody = z.object({ title: z.string().default(''), content: z.array(z.array(PostElement)) });
const Post = z.record(z.string(), PostBody);
const Keyed = {
  image: 'image_key',
  file: 'file_key',
  audio: 'file_key',
  media: 'file_key',
  sticker: 'file_key',
  share_chat: 'chat_id',
  share_user: 'user_id',
} as const;

function json(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw im.invalidParameter('content is not a string in json format');
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw im.invalidParameter(`invalid ${what} content`);
  return result.data;
}

function postElement(element: z.infer<typeof PostElement>, list: MentionList): Record<string, unknown> {
  if (element.tag === 'at') {
    const id = typeof element['user_id'] === 'string' ? element['user_id'] : '';
    if (id === 'all' || id === '@_all') return { tag: 'at', user_id: '@_all', user_name: '', style: [] };
    const key = list.keyOf(id);
    const name = list.mentions.find((m) => m.key === key)?.name ?? '';
    if (key === undefined)
      return {
        tag: 'text',
        text: typeof element['user_name'] === 'string' ? element['user_name'] : '',
        style: [],
      };
    return { tag: 'at', user_id: key, user_name: name, style: [] };
  }
  if (element.tag === 'md') {
    const text = typeof element['text'] === 'string' ? element['text'] : '';
    return { tag: 'text', text: list.inText(text), style: [] };
  }
  if (element.tag === 'text' || element.tag === 'a') return { ...element, style: element['style'] ?? [] };
  return element;
}

/** A post is sent under locales and read back without them. */
function postContent(content: string, list: MentionList): string {
  const locales = read(Post, json(content), 'post');
  const body = locales['zh_cn'] ?? locales['en_us'] ?? Object.values(locales)[0];
  if (body === undefined) throw im.invalidParameter('invalid post content');
  return JSON.stringify({
    title: body.title,
    content: body.content.map((line) => line.map((element) => postElement(element, list))),
  });
}

/**
 * Turns what a sender sent into what readers read.
 * @throws LarkError 230001 for a content that is not what msg_type wants, 230025 above the size limit
 */
export function prepareContent(world: World, actor: Actor, msgType: string, content: string): Content {
  const list = new MentionList(world, actor);
  const limit = msgType === 'text' ? TEXT_LIMIT : RICH_LIMIT;
  if (Buffer.byteLength(content) > limit) throw im.tooLong();
  if (msgType === 'text') {
    const { text } = read(Text, json(content), 'text');
    if (text === '') throw im.invalidParameter('text content is empty');
    return { content: JSON.stringify({ text: list.inText(text) }), mentions: list.mentions };
  }
  if (msgType === 'post') return { content: postContent(content, list), mentions: list.mentions };
  if (msgType === 'interactive') {
    const card = referredCard(world, actor, json(content));
    const shown = cardContent(card?.json ?? json(content), list);
    return {
      content: shown,
      mentions: list.mentions,
      ...(card === undefined ? {} : { card_id: card.card_id }),
    };
  }
  if (!(msgType in Keyed)) throw im.invalidParameter('invalid msg_type');
  const key = Keyed[msgType as keyof typeof Keyed];
  const value = read(z.looseObject({ [key]: z.string() }), json(content), msgType);
  const cover =
    msgType === 'media' && typeof value['image_key'] === 'string' ? value['image_key'] : undefined;
  return {
    content: JSON.stringify({
      [key]: value[key],
      ...(cover === undefined ? {} : { image_key: cover }),
      ...aboutFile(world, msgType, value[key]),
    }),
    mentions: [],
  };
}

const Reference = z.object({ type: z.literal('card'), data: z.object({ card_id: z.string() }) });

/** The card that is shown by its id instead of its text: its maker alone may show it. */
function referredCard(world: World, actor: Actor, content: unknown): CardEntity | undefined {
  const reference = Reference.safeParse(content);
  if (!reference.success) return undefined;
  const card = world.rows.cards.get(reference.data.data.card_id);
  if (card === undefined) throw im.cardFailed(200740, 'The card entity does not exist');
  if (card.owner !== principalOf(actor)) throw im.cardFailed(300311, 'no permission to use this card');
  return card;
}

/** What else is read of a file: its name, how long it lasts. */
function aboutFile(world: World, msgType: string, key: unknown): Record<string, string | number> {
  if (msgType === 'share_chat' || msgType === 'share_user' || msgType === 'sticker') return {};
  const file = world.rows.files.get(String(key));
  if (file === undefined) throw im.invalidParameter('invalid file or image key');
  if ((msgType === 'image') !== (file.kind === 'image')) throw im.wrongFileType();
  const named = msgType === 'file' || msgType === 'media';
  const lasting = msgType === 'audio' || msgType === 'media';
  return {
    ...(named ? { file_name: file.name } : {}),
    ...(lasting && file.duration !== undefined ? { duration: file.duration } : {}),
  };
}
