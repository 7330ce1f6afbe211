import * as z from 'zod';
import { budgetInManifest, mostPerTurn } from './budget.ts';
import { faultPlan } from './faults.ts';
import { isoDate, isoInstant, sha256, shortHash } from './text.ts';
import { rehearsal } from './evalset.ts';
import { exportSource } from './meta.ts';
import { selectionBudget, uncoveredValue } from './script.ts';

/** One line of `journal.jsonl`. Journals of other tools have neither chain nor `phase`: they are read, never continued. */
export const journalEntry = z
  .looseObject({
    seq: z.int().min(0).optional(),
    prev: z.string().optional().meta({ description: 'hash of the line before; 64 zeros on the first' }),
    hash: z.string().optional().meta({ description: 'sha256 over `prev` and the line without `hash`' }),
    ts: isoInstant,
    step: z.string().meta({ description: 'Phase and step id, such as `eval.e-product-031-T135-q1`' }),
    status: z.enum(['intent', 'success', 'failed', 'skipped']),
    op: z.string().optional(),
    action: z.string().optional(),
    phase: z.string().optional(),
    case_id: z.string().optional(),
    group: z.string().optional(),
  })
  .meta({ title: 'Journal line' });

export const journalLines = z.array(journalEntry).meta({ title: 'Journal' });

/** One line of `evidence/director.jsonl`. */
export const directorEvent = z
  .looseObject({
    at: isoInstant,
    group: z.string(),
    event: z.string(),
    case_id: z.string().optional(),
    step: z.string().optional(),
    exit: z.int().optional(),
    note: z.string().optional(),
  })
  .meta({ title: 'Director event' });

export const directorLines = z.array(directorEvent).meta({ title: 'Director events' });

/** `decisions/<step>.json`: whether a conditional line was sent, and why. */
export const decision = z
  .strictObject({
    file: z.string(),
    fire: z.boolean(),
    reason: z.string(),
    trigger_message_id: z.string().optional(),
    decided_by: z.string().meta({ description: '`rule`, a model, or a person' }),
    undecided: z
      .literal(true)
      .optional()
      .meta({ description: 'No rule could decide; the line was not sent' }),
  })
  .meta({ title: 'Decision on a conditional line' });

/** `decisions/<step>.ask.json`: a conditional line that neither rule nor model could decide; a person is asked. */
export const personQuestion = z
  .strictObject({
    step: z.string(),
    case_id: z.string(),
    condition: z.string(),
    actor: z.string().meta({ description: 'Who would say the line' }),
    text: z.string().meta({ description: 'The line' }),
    messages: z.array(z.strictObject({ message_id: z.string(), by: z.string(), text: z.string() })),
  })
  .meta({ title: 'Question to a person' });

/** `decisions/<step>.answer.json`: what the person said. */
export const personAnswer = z
  .strictObject({
    send: z.boolean(),
    reason: z.string(),
    by: z.string().min(1).meta({ description: 'Who decided' }),
    message_id: z.string().optional().meta({ description: 'Message of the agent that decided it' }),
  })
  .meta({ title: 'Answer of a person' });

const selectionInManifest = z.strictObject({
  file: z.string(),
  sha256,
  short: shortHash,
  label: z.string(),
  case_count: z.int(),
  method: z.string(),
  uncovered: z.array(uncoveredValue).optional(),
  source: exportSource.optional(),
});

export const evalsetManifest = z
  .strictObject({
    name: z.string(),
    version: z.string(),
    base_iteration: z.string().optional(),
    case_total: z.int(),
    hash: sha256,
    short: shortHash,
    hash_rule: z.string(),
    source: exportSource.optional(),
    selection: selectionInManifest.optional(),
    parent: z
      .strictObject({
        name: z.string(),
        version: z.string(),
        base_iteration: z.string().optional(),
        case_total: z.int(),
        hash: sha256,
        short: shortHash,
        file_sha256: sha256.optional(),
        source: exportSource.optional(),
      })
      .optional(),
    npc: z.strictObject({ count: z.int(), hash: sha256, short: shortHash }).optional(),
    seed_assets: z.int().optional(),
    judging: z.strictObject({ hash: sha256, short: shortHash }).optional(),
    deps: z.strictObject({ hash: sha256, short: shortHash }).optional(),
    compiled_cases_at: isoInstant.optional(),
    generated_at: isoInstant.optional(),
  })
  .meta({ title: 'Evalset manifest' });

export const scriptManifest = z
  .strictObject({
    label: z.string(),
    day0: isoDate,
    hash: sha256,
    short: shortHash,
    evalset_short: shortHash,
    evalset_parent_short: shortHash.optional(),
    npc_short: shortHash.optional(),
    corrections: z
      .strictObject({ hash: sha256, short: shortHash, count: z.int() })
      .optional()
      .meta({ description: '`corrections.yaml`; what it did is in the script’s own hash' }),
    world_manifest_short: shortHash,
    world_version: z.string(),
    files: z.array(
      z.strictObject({
        file: z.string(),
        short: shortHash,
        hash: sha256,
        steps: z.int().optional(),
        mtime: isoInstant.optional(),
      }),
    ),
    steps: z.strictObject({ preset: z.int(), cast: z.int(), eval: z.int() }),
    compiled_at: isoInstant,
    generated_at: isoInstant.optional(),
  })
  .meta({ title: 'Script manifest' });

export const execManifest = z
  .strictObject({
    created_at: isoInstant,
    world_bound_sha256: sha256,
    bundles: z.array(
      z.strictObject({
        group: z.string(),
        group_name: z.string(),
        file: z.string(),
        cases: z.array(z.string()),
        case_count: z.int(),
        eval_steps: z.int(),
        lint: z.string(),
        est_minutes: z.number(),
      }),
    ),
    excluded_count: z.int(),
    selection: z.strictObject({
      label: z.string(),
      case_count: z.int(),
      budget: selectionBudget.optional(),
    }),
  })
  .meta({ title: 'Execution manifest' });

/** `script/manifest.json`, and the three manifests of other tools in one file. */
export const manifests = z
  .strictObject({ evalset: evalsetManifest, script: scriptManifest, exec: execManifest })
  .meta({ title: 'Manifests' });

/** `manifest.json` of a batch: its identity and how it was run. */
export const batchManifest = z
  .strictObject({
    schema_version: z.literal(1),
    batch: z.string(),
    mode: z.string().meta({ description: '`full`, `selection: …` or `single`' }),
    label: z.string(),
    day0: isoDate,
    identity: z.strictObject({ evalset: sha256, script: sha256, world: sha256 }),
    judging: z.strictObject({ hash: sha256, short: shortHash }).optional(),
    isolation: z.enum(['sandbox', 'none']).meta({
      description: '`sandbox`: the agent’s process saw the system and its own files, and this was tried',
    }),
    isolation_note: z.string().optional().meta({ description: 'Why there is no sandbox' }),
    platform: z.strictObject({
      kind: z.enum(['local', 'lark']),
      domain: z.string().optional(),
      name: z.string().optional().meta({ description: 'Name of a tenant’s settings; never a secret' }),
      file: z.string().optional().meta({ description: 'Where they stand, when outside the evalset' }),
      operator: z.string().optional().meta({ description: 'App id of the operator' }),
      faults: faultPlan
        .optional()
        .meta({ description: 'What goes wrong on purpose: the local platform only' }),
    }),
    agent: z.strictObject({
      name: z.string().meta({ description: 'Name of the agent definition' }),
      driver: z.string(),
      command: z
        .array(z.string())
        .optional()
        .meta({ description: '`${node}` and `${sundowner}` are filled in when the agent is started' }),
      env: z.record(z.string(), z.string()).optional(),
      pass_env: z.array(z.string()).optional(),
      model: z.string().optional(),
      most_per_turn: mostPerTurn.optional(),
      rehearsal: rehearsal.optional(),
      isolation: z.literal('sandbox').optional().meta({ description: 'May only be run in a sandbox' }),
      sandbox: z
        .strictObject({
          read: z.array(z.string()).optional(),
          hide: z.array(z.string()).optional().meta({ description: 'Folders that it must not see' }),
        })
        .optional(),
      key: z.string(),
      display_name: z.string(),
    }),
    clock: z
      .literal('virtual')
      .optional()
      .meta({ description: 'Time jumps to the next event; absent: the time of the machine' }),
    judge: z.string(),
    second_judge: z.string().optional(),
    budget: budgetInManifest.optional(),
    cases: z.array(z.string()),
    mixed_script: z
      .array(
        z.strictObject({
          folder: z.string().meta({ description: 'Where its files stand' }),
          script: sha256,
          accepted_at: isoInstant,
          cases: z.array(z.string()).meta({ description: 'Cases that had not begun, and that it serves' }),
        }),
      )
      .min(1)
      .optional()
      .meta({ description: 'Changed scripts that were accepted on the way; absent: one script served all' }),
    keep_world: z
      .literal(true)
      .optional()
      .meta({ description: 'A `single` batch keeps its world when it has ended' }),
    runs_of: z
      .strictObject({
        id: z.string().meta({ description: 'The same in all batches of one `run --runs`' }),
        run: z.int().min(1),
        of: z.int().min(1),
      })
      .optional()
      .meta({ description: 'Which of several runs of one script this batch is' }),
    created_at: isoInstant,
    sundowner_version: z.string(),
  })
  .meta({ title: 'Batch manifest' });

export type JournalEntry = z.infer<typeof journalEntry>;
export type DirectorEvent = z.infer<typeof directorEvent>;
export type Decision = z.infer<typeof decision>;
export type PersonQuestion = z.infer<typeof personQuestion>;
export type PersonAnswer = z.infer<typeof personAnswer>;
export type Manifests = z.infer<typeof manifests>;
export type EvalsetManifest = z.infer<typeof evalsetManifest>;
export type ScriptManifest = z.infer<typeof scriptManifest>;
export type ExecManifest = z.infer<typeof execManifest>;
export type BatchManifest = z.infer<typeof batchManifest>;
