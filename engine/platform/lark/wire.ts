import * as z from 'zod';

/** A message as every call of the platform shows it. */
export const message = z.object({
  message_id: z.string(),
  chat_id: z.string().optional(),
  root_id: z.string().optional(),
  thread_id: z.string().optional(),
  msg_type: z.string(),
  create_time: z.string().regex(/^\d+$/),
  deleted: z.boolean().optional(),
  updated: z.boolean().optional(),
  sender: z.object({ id: z.string(), id_type: z.string().optional(), sender_type: z.string().optional() }),
  body: z.object({ content: z.string() }).optional(),
  mentions: z.array(z.object({ key: z.string(), id: z.string(), name: z.string() })).optional(),
});
export type WireMessage = z.infer<typeof message>;

/** One page of messages. */
export const messagePage = z.object({
  items: z.array(message).optional(),
  has_more: z.boolean().optional(),
  page_token: z.string().optional(),
});

/** One page of reactions. */
export const reactionPage = z.object({
  items: z
    .array(
      z.object({
        operator: z.object({ operator_id: z.string(), operator_type: z.string() }),
        reaction_type: z.object({ emoji_type: z.string() }),
        action_time: z.string(),
      }),
    )
    .optional(),
  has_more: z.boolean().optional(),
  page_token: z.string().optional(),
});
