import * as z from 'zod';
import { judgeAgreement } from './agreement.ts';
import { evalsetManifest, execManifest, scriptManifest } from './batch.ts';
import { budgetInSummary } from './budget.ts';
import { batchStatistics } from './statistics.ts';
import { isoDate, sha256, shortHash } from './text.ts';

const selectionLineage = z.looseObject({
  label: z.string(),
  case_count: z.int(),
  method: z.string().optional(),
});

/** `results/summary.json`. Means are over scored cases; `bounds` says what they would be with the others as 0 and as 1. */
export const summary = z
  .strictObject({
    label: z.string(),
    day0: isoDate,
    mode: z.string(),
    world_version: z.string(),
    agent_project_id: z.string().optional(),
    agent: z.strictObject({
      name: z.string(),
      model: z.string().optional(),
      model_source: z.string().optional(),
      model_confirmed_by: z.string().optional(),
      model_confirmed_at: z.string().optional(),
      project_id: z.string().optional(),
      bot_app_id: z.string().optional(),
    }),
    started_at: z.string(),
    finished_at: z.string(),
    eval_started_at: z.string().nullable(),
    eval_finished_at: z.string().nullable(),
    cross_check: z
      .strictObject({ cases: z.int(), agree: z.int(), disagree_cases: z.array(z.string()) })
      .optional(),
    case_total: z.int(),
    cases_planned: z.int(),
    cases_run: z.int(),
    counts: z.record(z.string(), z.int()).meta({
      description:
        'Cases by status (`NOT_RUN`: without a verdict), and `total`; other tools leave out those that do not occur',
    }),
    scored_total: z.int(),
    micro: z.number().nullable().meta({ description: 'Mean of the case scores over scored cases' }),
    macro: z.number().nullable().meta({ description: 'Mean of the storyline means' }),
    checkpoint_hit_rate: z
      .number()
      .nullable()
      .meta({ description: 'Required points met after the gate / all required points' }),
    bounds: z
      .strictObject({
        micro: z.strictObject({ worst: z.number(), best: z.number() }),
        macro: z.strictObject({ worst: z.number(), best: z.number() }),
      })
      .optional()
      .meta({ description: 'With every case that has no score counted as 0 and as 1' }),
    storylines: z.int(),
    by_storyline: z
      .array(
        z.strictObject({
          storyline: z.string(),
          cases: z.int(),
          scored: z.int(),
          mean: z.number().nullable(),
        }),
      )
      .optional(),
    void_cases: z
      .array(z.string())
      .optional()
      .meta({ description: 'Cases in which the agent wrote what it cannot know; they have no score' }),
    veto_triggered: z.int(),
    human_review: z
      .strictObject({
        cases: z.int(),
        by_dimension: z.record(z.string(), z.int()),
        case_ids: z.array(z.string()),
      })
      .optional(),
    budget: budgetInSummary
      .optional()
      .meta({ description: 'What the batch used of its budget; absent: it had none' }),
    mixed_script: z
      .literal(true)
      .optional()
      .meta({ description: 'Not all cases were served by one script: see the manifest' }),
    order: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: 'Order actually run, by group' }),
    lineage: z.strictObject({
      evalset: evalsetManifest
        .omit({ selection: true, compiled_cases_at: true, generated_at: true, seed_assets: true })
        .extend({
          selection_file: z.strictObject({ file: z.string(), sha256, short: shortHash }).optional(),
        }),
      script: scriptManifest
        .pick({ label: true, day0: true, hash: true, short: true, steps: true, compiled_at: true })
        .extend({
          files: z.int(),
          exec_manifest: execManifest.pick({ world_bound_sha256: true, created_at: true }),
        }),
      world: z.strictObject({ version: z.string(), manifest_short: shortHash, masters: z.int() }),
      selection: selectionLineage,
      cases_run: z.int(),
    }),
    agreement: judgeAgreement.optional(),
    statistics: batchStatistics.optional(),
    statistics_limit: z.string().optional(),
    updated_at: z.string(),
  })
  .meta({ title: 'Batch summary' });

export type Summary = z.infer<typeof summary>;
