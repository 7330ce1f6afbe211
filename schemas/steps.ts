import * as z from 'zod';
import { isoInstant, keyOf, note, verbatim } from './text.ts';

const id = z.string().min(1).meta({ description: 'Step id, unique in the script' });
const perm = z.enum(['view', 'edit', 'full_access']).meta({ description: 'Permission' });
const caseId = keyOf('case', 'Case that the step belongs to');
const claim = z.strictObject({ type: z.string(), asset: z.string(), note: note });

export const fieldType = z.enum(['text', 'number', 'select', 'date', 'checkbox', 'person', 'url']);

export const tableField = z
  .strictObject({
    name: z.string().min(1),
    type: fieldType,
    multiple: z.boolean().optional().meta({ description: 'Several options may be chosen' }),
    options: z.array(z.strictObject({ name: z.string() })).optional(),
  })
  .meta({ title: 'Table field' });

export const cell = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
  .meta({ description: 'Cell value: text, number, truth value, or the names of chosen options' });

export const record = z.record(z.string(), cell).meta({ description: 'Row: field name to cell' });

const wait = z.strictObject({
  id,
  op: z.literal('wait'),
  seconds: z.number().min(0),
  reason: z.string().optional(),
  note,
});

/** Steps that build the world, in order. */
export const presetStep = z
  .discriminatedUnion('op', [
    z.strictObject({ id, op: z.literal('group.create'), key: keyOf('group', 'Group to create'), note }),
    z.strictObject({
      id,
      op: z.literal('group.label'),
      name: z.string().min(1).optional().meta({ description: 'Label; the label of the world when absent' }),
      groups: z
        .array(keyOf('group', 'Group that gets the label'))
        .optional()
        .meta({ description: 'All groups created so far when absent' }),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('doc.create'),
      key: keyOf('asset', 'Asset key of the document'),
      title: z.string(),
      markdown: verbatim('Body of the document as Markdown'),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('base.provision'),
      key: keyOf('asset', 'Asset key of the base'),
      name: z.string(),
      table_name: z.string(),
      fields: z.array(tableField).min(1),
      time_zone: z.string().optional(),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('base.record'),
      base: keyOf('asset', 'Base that the rows go into'),
      records: z.array(record),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('doc.share'),
      doc: keyOf('asset', 'Document'),
      group: keyOf('group', 'Group that gets access'),
      perm,
      actor: keyOf('actor', 'Who posts the link in the group; the operator when absent').optional(),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('base.share'),
      base: keyOf('asset', 'Base'),
      group: keyOf('group', 'Group that gets access'),
      perm,
      actor: keyOf('actor', 'Who posts the link in the group; the operator when absent').optional(),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('doc.comment'),
      doc: keyOf('asset', 'Document'),
      actor: keyOf('actor', 'Who comments'),
      text: verbatim('Comment'),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('calendar.event'),
      organizer: keyOf('actor', 'Organizer'),
      title: z.string(),
      start_rel_min: z.number().meta({ description: 'Start, minutes after the execution instant' }),
      duration_min: z.number(),
      attendees: z.array(keyOf('actor', 'Attendee')),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('msg'),
      group: keyOf('group', 'Group'),
      actor: keyOf('actor', 'Author'),
      text: verbatim('Message of the seed history'),
      wait_ms: z.number().optional(),
      seed_date: z.string().optional().meta({ description: 'Day of the story, MM-DD' }),
      seed_offset: z.int().optional().meta({ description: 'Days from day0' }),
      claims: z.array(claim).optional().meta({ description: 'Facts of the world that the text states' }),
      note,
    }),
    wait,
  ])
  .meta({ title: 'World step' });

/** Steps that admit the agent under test. */
export const castStep = z
  .discriminatedUnion('op', [
    z.strictObject({ id, op: z.literal('agent.create'), agent: keyOf('agent', 'Agent'), note }),
    z.strictObject({ id, op: z.literal('agent.bot'), agent: keyOf('agent', 'Agent'), note }),
    z.strictObject({
      id,
      op: z.literal('doc.grant'),
      doc: keyOf('asset', 'Document'),
      to: z.string().regex(/^(agent|actor):/, 'expected agent:KEY or actor:KEY'),
      perm,
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('base.grant'),
      base: keyOf('asset', 'Base'),
      to: z.string().regex(/^(agent|actor):/, 'expected agent:KEY or actor:KEY'),
      perm,
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('agent.join_all'),
      agent: keyOf('agent', 'Agent'),
      groups: z.array(keyOf('group', 'Group')),
      note,
    }),
    z.strictObject({
      id,
      op: z.literal('canary'),
      group: keyOf('group', 'Group'),
      actor: keyOf('actor', 'Who asks'),
      mention: keyOf('agent', 'Agent'),
      window_sec: z.number().positive(),
      text: verbatim('Question that does not count'),
      claims: z.array(claim).optional(),
      note,
    }),
    wait,
  ])
  .meta({ title: 'Admission step' });

/** A conditional line of an NPC: sent only when its condition is decided to hold. */
export const conditional = z
  .strictObject({
    condition: z.string().meta({ description: 'The condition in words, rendered' }),
    key: z
      .string()
      .meta({ description: '`cond1`, `cond2` … inside the case; names its rule in the checks sidecar' }),
    after: z.string().meta({ description: 'Id of the gate after which it is decided' }),
  })
  .meta({ title: 'Conditional line' });

const snapshot = {
  id,
  label: z.string(),
  compare_to: z.string().optional().meta({ description: 'Label of the snapshot to compare with' }),
  note,
  case_id: caseId,
};

/** Sent to one person alone: the director cannot do it yet, so that cases with it are left out of the selection. */
const dm = z.strictObject({
  id,
  op: z.literal('dm'),
  actor: keyOf('actor', 'Author'),
  to: keyOf('agent', 'Agent that the message is sent to, in the chat of the two'),
  text: z.string(),
  case_id: caseId,
  conditional: conditional.optional(),
  note,
});

/** Steps that play one case. */
export const evalStep = z
  .discriminatedUnion('op', [
    z.strictObject({ ...snapshot, op: z.literal('base.snapshot'), base: keyOf('asset', 'Base') }),
    z.strictObject({ ...snapshot, op: z.literal('doc.snapshot'), doc: keyOf('asset', 'Document') }),
    z.strictObject({
      id,
      op: z.literal('msg'),
      group: keyOf('group', 'Group'),
      actor: keyOf('actor', 'Author'),
      text: z.string(),
      mention: keyOf('agent', 'Agent that is mentioned; nobody when absent').optional(),
      also_mention: z
        .array(keyOf('actor', 'Colleague who is mentioned too'))
        .optional()
        .meta({ description: 'Set by corrections' }),
      case_id: caseId,
      reply_to: z.string().optional().meta({ description: 'Step id of the thread’s root message' }),
      thread_reply: z.boolean().optional(),
      conditional: conditional.optional(),
      note,
    }),
    dm,
    z.discriminatedUnion('kind', [
      z.strictObject({
        id,
        op: z.literal('gate'),
        kind: z.literal('dm_reply_seen').meta({ description: 'Waits for an answer in a direct chat' }),
        actor: keyOf('actor', 'Whose chat with the agent is watched'),
        agent: keyOf('agent', 'Agent that is to answer'),
        max_wait_sec: z.number().positive(),
        instruction: z.string().optional(),
        case_id: caseId,
      }),
      z.strictObject({
        id,
        op: z.literal('gate'),
        kind: z
          .literal('no_dm_speech')
          .meta({ description: 'Waits until the agent is quiet in direct chats' }),
        actors: z.array(keyOf('actor', 'Whose chats with the agent are watched')),
        agent: keyOf('agent', 'Agent that is to be quiet'),
        min_quiet_sec: z.number().min(0),
        note,
        case_id: caseId,
      }),
      z.strictObject({
        id,
        op: z.literal('gate'),
        kind: z.literal('clock').meta({ description: 'Waits for an absolute minute' }),
        at: isoInstant.meta({ description: 'Instant of a whole minute' }),
        note,
        case_id: caseId,
      }),
      z.strictObject({
        id,
        op: z.literal('gate'),
        kind: z.literal('agent_reply_seen'),
        group: keyOf('group', 'Group'),
        max_wait_sec: z.number().positive(),
        instruction: z.string().optional(),
        case_id: caseId,
      }),
      z.strictObject({
        id,
        op: z.literal('gate'),
        kind: z.literal('no_bot_speech'),
        group: keyOf('group', 'Group'),
        min_quiet_sec: z.number().min(0),
        note,
        case_id: caseId,
      }),
    ]),
  ])
  .meta({ title: 'Case step' });

export const presetSteps = z.array(presetStep).meta({ title: 'World steps' });
export const castSteps = z.array(castStep).meta({ title: 'Admission steps' });
export const evalSteps = z.array(evalStep).meta({ title: 'Case steps' });

export type PresetStep = z.infer<typeof presetStep>;
export type CastStep = z.infer<typeof castStep>;
export type EvalStep = z.infer<typeof evalStep>;
export type TableField = z.infer<typeof tableField>;
export type Cell = z.infer<typeof cell>;
export type Row = z.infer<typeof record>;
export type Permission = z.infer<typeof perm>;
export type Conditional = z.infer<typeof conditional>;
/** The steps of one op (and phase). */
export type StepOf<S extends { op: string }, Op extends S['op']> = Extract<S, { op: Op }>;
