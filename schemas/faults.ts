import * as z from 'zod';
import { isoInstant } from './text.ts';

const count = z.int().min(1);
const ms = z.int().min(0).max(86_400_000);

const when = {
  share: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'That part of the calls, chosen by the seed' }),
  every: count.optional().meta({ description: 'Every n-th call' }),
  first: count.optional().meta({ description: 'The first n calls' }),
  at: z.array(count).min(1).optional().meta({ description: 'The calls of these numbers' }),
  from: count.optional().meta({ description: 'Number of the first call that may be struck' }),
  until: count.optional().meta({ description: 'Number of the last call that may be struck' }),
  ops: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({ description: 'Operations or types of events, such as `im.message.*`; all when absent' }),
  apps: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({ description: 'Callers: `operator`, `actor:<key>`, `agent:<key>`, `*` in them; all when absent' }),
};

const rule = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rate_limit'),
    ...when,
    code: z.union([z.literal(99991400), z.literal(230020), z.literal(11232)]).optional(),
    status: z.union([z.literal(400), z.literal(429)]).optional(),
    reset_sec: z
      .int()
      .min(0)
      .max(86_400)
      .optional()
      .meta({ description: 'x-ogw-ratelimit-reset; 1 when absent' }),
  }),
  z.strictObject({
    kind: z.literal('server_error'),
    ...when,
    status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).optional(),
    body: z.enum(['json', 'text']).optional(),
    done: z.boolean().optional().meta({ description: 'The call is done before it is refused' }),
  }),
  z.strictObject({ kind: z.literal('timeout_before'), ...when, hold_ms: ms.optional() }),
  z.strictObject({ kind: z.literal('timeout_after'), ...when, hold_ms: ms.optional() }),
  z.strictObject({ kind: z.literal('reset'), ...when }),
  z.strictObject({
    kind: z.literal('slow_write'),
    ...when,
    delay_ms: ms,
    part: z
      .enum(['effect', 'answer'])
      .optional()
      .meta({ description: 'What is late; the answer when absent' }),
  }),
  z.strictObject({ kind: z.literal('write_conflict'), ...when }),
  z.strictObject({
    kind: z.literal('dropped_socket'),
    ...when,
    mode: z.enum(['close', 'half_open']).optional(),
    hold_ms: ms.optional().meta({ description: 'How long it stays half-open; 5000 when absent' }),
  }),
  z.strictObject({ kind: z.literal('duplicate_event'), ...when, delay_ms: ms.optional() }),
  z.strictObject({ kind: z.literal('late_event'), ...when, delay_ms: ms }),
  z.strictObject({ kind: z.literal('lost_ack'), ...when }),
]);

/**
 * What goes wrong on purpose on the local platform: `*.faults.yaml`, and `platform.faults` of a batch manifest. Calls are
 * counted by operation and caller; the first rule that strikes decides.
 */
export const faultPlan = z
  .strictObject({
    name: z.string().min(1).optional(),
    seed: z.int(),
    rules: z.array(rule).min(1),
    redelivery: z
      .strictObject({ ack_within_ms: ms.min(1), again_after_ms: z.array(ms) })
      .optional()
      .meta({ description: 'Times of events in place of the documented ones' }),
  })
  .meta({ title: 'Fault plan', description: 'What goes wrong on purpose on the local platform' });

/** Plans that need no file. */
export const NAMED_FAULTS = ['weather', 'storm'] as const;

/** One line of `platform/faults.jsonl`: a fault that was made on purpose. */
export const injectedFault = z.strictObject({
  seq: count,
  ts: isoInstant,
  kind: z.enum(rule.options.map((option) => option.shape.kind.value)),
  rule: z.int().min(0).meta({ description: 'Place of the rule in the plan' }),
  op: z.string(),
  app: z.string(),
  n: count,
  request: z.string(),
  note: z.string().optional(),
});

export type InjectedFaultLine = z.infer<typeof injectedFault>;
export type FaultPlanFile = z.infer<typeof faultPlan>;
