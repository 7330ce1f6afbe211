import * as z from 'zod';
import { reading, worldBefore } from './ledger.ts';
import { asked, modelJudging } from './model-judge.ts';
import { pointer } from './pointer.ts';
import { isoInstant } from './text.ts';

export { pointer, type Pointer } from './pointer.ts';

export const judgeIdentity = z
  .strictObject({
    mode: z
      .string()
      .meta({ description: 'How it was judged: `rule`, `manual`, `model`, or another tool’s word' }),
    model: z.string().meta({ description: 'Model, person or rule set that decided' }),
    judged_at: z.string().nullable(),
    version: z.string().optional().meta({
      description: 'Version of a judging model: its name in the evalset, and a hash of prompt and settings',
    }),
  })
  .meta({ title: 'Judge' });

export const pointKind = z
  .enum(['required', 'deduction', 'veto'])
  .meta({ description: 'For a deduction or veto, `met` means triggered' });

export const met = z
  .enum(['met', 'unmet'])
  .nullable()
  .meta({ description: 'null: not decided, or cannot be judged (then `cannot_judge` says why)' });

const answer = {
  met,
  reason: z.string(),
  evidence: z.array(pointer),
  scope_read: z
    .array(z.string())
    .optional()
    .meta({ description: 'Files that were read; needed for unmet and not triggered, and complete' }),
  cannot_judge: z.string().optional().meta({ description: 'Why the point cannot be judged' }),
  unstable: z
    .literal(true)
    .optional()
    .meta({ description: 'Asked again, the judge gave another word; the first counts' }),
};

export const point = z.strictObject({
  id: z.string(),
  kind: pointKind,
  result: z.boolean().meta({ description: 'A `[结果]` point: unmet when a delivery gate is unmet' }),
  delivery_gate: z.boolean(),
  text: z.string(),
  text_rendered: z.string(),
});

const branches = z
  .array(reading)
  .optional()
  .meta({ description: 'Its branches of `cases.deps.yaml`, with whether they apply in this batch' });

export const templateDecision = z
  .strictObject({ ...point.shape, branches, ...answer })
  .meta({ title: 'Decision' });

export const agentMessage = z.strictObject({
  chat: z.string(),
  message_id: z.string(),
  ts: isoInstant,
  text: z.string(),
  turn: z.int().nullable().meta({ description: 'Turn that it answers; null outside the thread' }),
  where: z.enum(['thread', 'toplevel', 'verification']),
  substantive_chosen: z.boolean().optional().meta({ description: 'The reply that let the gate pass' }),
  shared_window: z.array(z.string()).optional().meta({
    description:
      'Cases in whose windows it falls, none of which it can be given to: alone it decides nothing',
  }),
});

export const stimulusMessage = z.strictObject({
  chat: z.string(),
  message_id: z.string(),
  ts: isoInstant,
  actor: z.string().meta({ description: 'Display name' }),
  text: z.string(),
  step: z.string(),
  conditional: z.string().nullable().meta({ description: 'Why a conditional line was sent' }),
});

export const noAgentReply = z.strictObject({ reason: z.string(), evidence: z.array(pointer) }).nullable();

const ofOtherCase = z.strictObject({
  case_id: z.string(),
  message_id: z.string(),
  chat: z.string(),
  why: z.string().meta({ description: 'By what it belongs there' }),
});

/** `evidence/<case>/judge-<case>.template.json`: all but the answers. */
export const judgeTemplate = z
  .strictObject({
    case_id: z.string(),
    judge: judgeIdentity,
    case: z.strictObject({
      query: z.array(z.string()),
      storyline: z.string(),
      rw_type: z.string().optional(),
      group: z.string(),
      asker: z.string(),
      cross_group: z.array(z.string()),
      write_targets: z.array(z.string()),
      exec_notes_rendered: z.string().optional(),
    }),
    checkpoints_rendered: z.string(),
    decisions: z.array(templateDecision),
    agent_messages: z.array(agentMessage),
    stimulus_messages: z.array(stimulusMessage),
    no_agent_reply: noAgentReply,
    scope: z.array(z.string()).optional().meta({ description: 'Files in the scope of the case' }),
    world_before: worldBefore
      .optional()
      .meta({ description: 'What earlier cases left in the world, and the order actually run' }),
    of_other_cases: z.array(ofOtherCase).optional().meta({
      description: 'Messages in the window of the case that belong to another one: they are no evidence here',
    }),
    notes: z.string().optional(),
    canary: z
      .string()
      .optional()
      .meta({ description: 'Random word: an agent that writes it has read this file' }),
  })
  .meta({ title: 'Judge template' });

export const humanReview = z
  .strictObject({
    flagged: z.boolean().optional(),
    dimension: z.string(),
    reason: z.string(),
    flagged_by: z.string(),
    flagged_at: z.string(),
  })
  .meta({ title: 'Flag' });

/** `evidence/<case>/judge-<case>.json`: the filled template, whole or in part. */
export const judgeFilled = z
  .strictObject({
    case_id: z.string().optional(),
    judge: judgeIdentity,
    case: judgeTemplate.shape.case.optional(),
    checkpoints_rendered: z.string().optional(),
    decisions: z.array(
      z.strictObject({
        id: z.string(),
        ...point.omit({ id: true }).partial().shape,
        branches,
        ...answer,
        asked: asked.optional(),
      }),
    ),
    agent_messages: z.array(agentMessage).optional(),
    stimulus_messages: z.array(stimulusMessage).optional(),
    no_agent_reply: noAgentReply.optional(),
    scope: z.array(z.string()).optional(),
    world_before: worldBefore.optional(),
    of_other_cases: z.array(ofOtherCase).optional(),
    human_review: humanReview.optional(),
    judging: modelJudging.optional(),
    notes: z.string().optional(),
  })
  .meta({ title: 'Judge file' });

export type Point = z.infer<typeof point>;
export type PointKind = z.infer<typeof pointKind>;
export type TemplateDecision = z.infer<typeof templateDecision>;
export type JudgeTemplate = z.infer<typeof judgeTemplate>;
export type JudgeFilled = z.infer<typeof judgeFilled>;
export type AgentMessage = z.infer<typeof agentMessage>;
export type StimulusMessage = z.infer<typeof stimulusMessage>;
export type JudgeIdentity = z.infer<typeof judgeIdentity>;
