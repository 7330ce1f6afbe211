import * as z from 'zod';
import {
  agentMessage,
  humanReview,
  judgeIdentity,
  met,
  noAgentReply,
  pointKind,
  pointer,
  stimulusMessage,
} from './judge.ts';
import { labeller } from './labels.ts';
import { reading } from './ledger.ts';

export const status = z.enum(['PASS', 'FAIL', 'PENDING', 'FAIL_ENV', 'RERUN', 'VOID']).meta({
  description:
    'PENDING: a point is undecided. FAIL_ENV: platform or NPC at fault. RERUN: to be played again. VOID: the agent wrote what it cannot know.',
});

const checkpoint = z.strictObject({
  id: z.string(),
  kind: pointKind,
  result: z.boolean(),
  delivery_gate: z.boolean(),
  text: z.string(),
  met,
  evidence: z.array(pointer),
  reason: z.string(),
  scope_read: z.array(z.string()).optional(),
  cannot_judge: z.string().optional(),
  unstable: z.literal(true).optional(),
  branches: z
    .array(reading)
    .optional()
    .meta({ description: 'Branches of the point, with whether they applied' }),
  raw_met: met.optional().meta({ description: 'The judge’s own word' }),
  by: labeller
    .optional()
    .meta({ description: 'The person whose adopted label decided, in the judge’s place' }),
  judged: z
    .strictObject({
      met,
      reason: z.string(),
      evidence: z.array(pointer),
      scope_read: z.array(z.string()).optional(),
      cannot_judge: z.string().optional(),
    })
    .optional()
    .meta({ description: 'With `by`: what the judge had decided' }),
  gate_override: z
    .literal(true)
    .optional()
    .meta({ description: 'Counts as unmet because a delivery gate is unmet' }),
});

/** Why a case counts for nothing: hidden text of the evalset, or a canary, in what the agent wrote. */
const voided = z.strictObject({
  reason: z.literal('hidden_text'),
  total: z.int().min(1).meta({ description: 'How many places were found; the first ones are in `quotes`' }),
  quotes: z.array(
    z.strictObject({
      kind: z
        .enum(['canary', 'text'])
        .meta({ description: 'A random word of the batch, or a run of hidden text' }),
      quote: z.string().meta({ description: 'In the agent’s own characters' }),
      written: z
        .enum(['message', 'edited', 'attachment', 'document', 'row', 'title', 'operation'])
        .meta({ description: '`edited`: it was edited away or deleted. `operation`: seen by the platform' }),
      path: z.string().meta({ description: 'File of the batch folder that holds what the agent wrote' }),
      message_id: z.string().optional(),
      hidden: z.strictObject({
        file: z.string().meta({ description: 'File of the batch folder that holds the hidden text' }),
        pointer: z.string().meta({ description: 'JSON pointer in it; empty: the file as such' }),
        case_id: z.string().optional(),
      }),
    }),
  ),
});

/** `results/verdict-<case>.json`. */
export const verdict = z
  .strictObject({
    score: z.number().min(0).max(1).nullable(),
    required_total: z.int(),
    required_met: z.int(),
    deductions: z.int(),
    veto: z.strictObject({ triggered: z.boolean(), rule: z.string(), evidence: z.array(pointer) }),
    checkpoints: z.array(checkpoint),
    status,
    bounds: z
      .strictObject({ worst: z.number(), best: z.number() })
      .optional()
      .meta({ description: 'Score if every undecided point fell out badly or well; only without a score' }),
    undecided: z.array(z.string()).optional(),
    env: z.string().optional().meta({ description: 'What failed in the environment' }),
    void: voided
      .optional()
      .meta({ description: 'With VOID: what the agent wrote, and where that is hidden' }),
    attempt: z.int().optional(),
    case_id: z.string(),
    batch: z.string(),
    group: z.string(),
    cross_check: z
      .strictObject({
        judge: judgeIdentity,
        score: z.number().nullable(),
        required_met: z.int(),
        status,
        disagreements: z
          .array(z.unknown())
          .meta({ description: 'Points with two words: `{id, first, second}`; other tools write their own' }),
        agree: z.boolean(),
        points: z
          .array(z.strictObject({ id: z.string(), kind: pointKind, first: met, second: met }))
          .optional()
          .meta({ description: 'Words of both judges on the points that no code decided' }),
      })
      .optional(),
    case: z.strictObject({
      title: z.string(),
      trigger: z.string(),
      storyline: z.string(),
      rw_type: z.string().optional(),
      difficulty: z.string().optional(),
      expected_behavior: z.string(),
      criteria_text: z.string(),
      tac_dims: z.array(z.string()).optional(),
      functional_domain: z.string().optional(),
      scene_l1: z.string().optional(),
      scene_l2: z.string().optional(),
      scene_l2_secondary: z.array(z.string()).optional(),
    }),
    human_review: humanReview.optional(),
    agent_messages: z.array(agentMessage),
    no_agent_reply: noAgentReply,
    stimulus_messages: z.array(stimulusMessage),
    judge: judgeIdentity,
    notes: z.string().optional(),
  })
  .meta({ title: 'Verdict' });

export type Verdict = z.infer<typeof verdict>;
export type VerdictCheckpoint = z.infer<typeof checkpoint>;
export type CaseStatus = z.infer<typeof status>;
