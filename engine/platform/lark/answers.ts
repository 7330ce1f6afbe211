import * as z from 'zod';
import { message, messagePage, reactionPage } from './wire.ts';

/** One page of a list. */
function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item).optional(),
    has_more: z.boolean().optional(),
    page_token: z.string().optional(),
  });
}

const person = z.object({ id: z.string() });
const idList = z.array(z.string()).nullish();
const time = z.object({ date: z.string().optional(), timestamp: z.string().optional() });
/** An event as every call of the platform shows it. */
const event = z.object({
  event_id: z.string(),
  organizer_calendar_id: z.string().optional(),
  summary: z.string().optional(),
  start_time: time,
  end_time: time,
  status: z.string().optional(),
  event_organizer: z.object({ user_id: z.string().optional() }).optional(),
});
// Keys of the unused kinds may stand beside the used one, with null in them.
const element = z.object({
  type: z.string(),
  text_run: z.object({ text: z.string().nullish() }).nullish(),
  docs_link: z.object({ url: z.string().nullish() }).nullish(),
  person: z.object({ user_id: z.string().nullish() }).nullish(),
});
const reply = z.object({
  content: z.object({ elements: z.array(element) }),
  user_id: z.string().optional(),
  create_time: z.number().optional(),
});
/** A comment as every call of the platform shows it. */
const comment = z.object({
  comment_id: z.string(),
  user_id: z.string().optional(),
  create_time: z.number().optional(),
  is_solved: z.boolean().optional(),
  reply_list: z.object({ replies: z.array(reply) }).optional(),
});
const block = z.looseObject({
  block_id: z.string(),
  children: z.array(z.string()).optional(),
  table: z.looseObject({ property: z.looseObject({}).optional() }).optional(),
});

export type WireBlock = z.infer<typeof block>;
export type WireReply = z.infer<typeof reply>;
export type WireTime = z.infer<typeof time>;

/** What the connector reads of the `data` of each answer, by the name of the call. */
export const ANSWERS = {
  'bitable.app.create': z.object({
    app: z.object({ app_token: z.string(), default_table_id: z.string().optional() }),
  }),
  'bitable.app.get': z.object({ app: z.object({ name: z.string() }) }),
  'bitable.table.create': z.object({ table_id: z.string() }),
  'bitable.table.list': pageOf(z.object({ table_id: z.string(), name: z.string() })),
  'bitable.field.list': pageOf(z.object({ field_name: z.string(), type: z.number() })),
  'bitable.record.batch_create': z.object({ records: z.array(z.unknown()) }),
  'bitable.record.search': pageOf(
    z.object({
      record_id: z.string(),
      fields: z.record(z.string(), z.unknown()),
      last_modified_by: person.optional(),
    }),
  ),
  'calendar.primary': z.object({
    calendars: z.array(z.object({ calendar: z.object({ calendar_id: z.string() }) })).min(1),
  }),
  'calendar.event.create': z.object({ event }),
  'calendar.event.list': z.object({ items: z.array(event).optional() }),
  'contact.user.get': z.object({ user: z.object({ open_id: z.string() }) }),
  'docx.document.create': z.object({ document: z.object({ document_id: z.string() }) }),
  'docx.document.get': z.object({ document: z.object({ title: z.string() }) }),
  'docx.document.raw_content': z.object({ content: z.string() }),
  'docx.document.convert': z.object({ first_level_block_ids: z.array(z.string()), blocks: z.array(block) }),
  'docx.block.get': z.object({ block }),
  'drive.comment.create': comment,
  'drive.comment.list': pageOf(comment),
  'im.chat.create': z.object({ chat_id: z.string() }),
  'im.chat.list': pageOf(z.object({ chat_id: z.string(), name: z.string().optional() })),
  'im.chat.members.create': z.object({
    invalid_id_list: idList,
    not_existed_id_list: idList,
    pending_approval_id_list: idList,
  }),
  'im.chat.members.get': pageOf(z.object({ member_id: z.string() })),
  'im.chat_p2p.batch_query': z.object({
    p2p_chats: z.array(z.object({ chat_id: z.string() })).optional(),
  }),
  'im.message.create': message,
  'im.message.reply': message,
  'im.message.get': z.object({ items: z.array(message).min(1) }),
  'im.message.list': messagePage,
  'im.reaction.create': z.object({ reaction_id: z.string() }),
  'im.reaction.list': reactionPage,
  'im.tag.create': z.object({
    id: z.string().optional(),
    create_tag_fail_reason: z.object({ duplicate_id: z.string().optional() }).optional(),
  }),
  'im.tag.bound': z.object({
    tag_info_with_bind_versions: z
      .array(z.object({ tag_info: z.object({ id: z.string(), name: z.string() }) }))
      .optional(),
  }),
} as const;
