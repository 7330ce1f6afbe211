import * as z from 'zod';
import { cell, record } from './steps.ts';
import { isoInstant } from './text.ts';

export const author = z
  .strictObject({
    kind: z
      .enum(['agent', 'npc', 'other'])
      .meta({ description: '`other`: a person or bot that the world does not know' }),
    key: z.string().meta({ description: 'Agent or actor key; the platform’s id for `other`' }),
  })
  .meta({ title: 'Author' });

export const evidenceMessage = z
  .strictObject({
    message_id: z.string(),
    chat: z.string().meta({ description: 'Group key' }),
    thread_id: z.string().nullable(),
    root_id: z
      .string()
      .optional()
      .meta({ description: 'The message that it answers, by the platform; absent where it answers none' }),
    ts: isoInstant,
    ts_precision: z.enum(['ms', 's', 'min']).meta({ description: 'Precision of the platform’s time-stamp' }),
    author,
    text: z.string().meta({ description: 'Whole text; mentions as @Name' }),
    mentions: z.array(author).meta({ description: 'Who is really mentioned (not only named in the text)' }),
    edits: z
      .array(z.strictObject({ ts: isoInstant, text: z.string() }))
      .meta({ description: 'Earlier texts, oldest first' }),
    edits_unknown: z.literal(true).optional().meta({
      description: 'The message was edited or deleted, and nobody recorded what it said before',
    }),
    attachments: z.array(
      z.strictObject({ kind: z.string(), name: z.string().optional(), key: z.string().optional() }),
    ),
    deleted: z.boolean().optional(),
  })
  .meta({ title: 'Message' });

export const scopeEntry = z.strictObject({
  chat: z.string().meta({ description: 'Group key' }),
  kind: z.enum(['thread', 'toplevel', 'verification']),
});

const unrecorded = z.literal(true).optional().meta({
  description:
    'Nobody but the platform itself records operations (a real tenant): earlier texts of messages, who changed a document and who removed a row are not known',
});

/** `evidence/<case>/<step>.json`: the messages in the case's scope, in thread order, as read at that step. */
export const messageEvidence = z
  .strictObject({
    case_id: z.string(),
    step: z.string(),
    window: z.strictObject({ from: isoInstant, to: isoInstant }),
    unrecorded,
    scope: z.array(scopeEntry),
    messages: z.array(evidenceMessage),
  })
  .meta({ title: 'Message evidence' });

export const diffEntry = z
  .strictObject({
    op: z.enum(['add', 'remove', 'change']),
    path: z.string().meta({
      description:
        'JSON pointer: `/<record id>` for a row, `/<record id>/<field>` for a cell, `/<line>` for a text line',
    }),
    before: z.union([cell, record]).optional(),
    after: z.union([cell, record]).optional(),
    actor: author
      .nullable()
      .meta({ description: 'Who made the change; null when the platform does not tell' }),
  })
  .meta({ title: 'Change' });

export const tableRow = z.strictObject({ record_id: z.string(), fields: record });

/** `evidence/<case>/<step>.json` of a document or base: its content at an instant, and what changed since `compare_to`. */
export const assetEvidence = z
  .strictObject({
    case_id: z.string(),
    step: z.string(),
    asset: z
      .string()
      .meta({ description: 'Asset key, or the platform’s token of a document that the agent linked' }),
    linked: z.boolean().optional().meta({ description: 'Read because the agent linked it' }),
    title: z.string().optional(),
    at: isoInstant,
    unrecorded,
    unreadable: z.string().optional().meta({ description: 'Why it could not be read' }),
    text: z.string().optional(),
    rows: z.array(tableRow).optional(),
    compare_to: z.string().optional().meta({ description: 'Step of the snapshot that `diff` compares with' }),
    diff: z.array(diffEntry).optional(),
  })
  .meta({ title: 'Asset evidence' });

/** One line of `events.jsonl`: an operation that the platform or harness saw, never what the agent says of itself. */
export const trustedEvent = z
  .strictObject({
    seq: z.int(),
    ts: isoInstant,
    source: z.enum(['world', 'proxy', 'protocol', 'harness']),
    actor: author,
    op: z.string(),
    outcome: z.enum(['done', 'blocked']),
    code: z.number().optional(),
    resource: z.strictObject({
      kind: z.string(),
      token: z.string(),
      parent: z.string().optional(),
      asset: z.string().optional(),
    }),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ title: 'Trusted event' });

export type Author = z.infer<typeof author>;
export type EvidenceMessage = z.infer<typeof evidenceMessage>;
export type MessageEvidence = z.infer<typeof messageEvidence>;
export type AssetEvidence = z.infer<typeof assetEvidence>;
export type DiffEntry = z.infer<typeof diffEntry>;
export type TableRow = z.infer<typeof tableRow>;
export type TrustedEvent = z.infer<typeof trustedEvent>;
export type ScopeEntry = z.infer<typeof scopeEntry>;
