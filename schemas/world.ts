import * as z from 'zod';
import { castStep, presetStep, record, tableField } from './steps.ts';
import { isoDate, keyOf, note, verbatim } from './text.ts';

export const execParams = z
  .strictObject({
    wait_single_sec: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'Longest wait for an answer; 180 by default' }),
    wait_write_sec: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'The same in a write case; 300 by default' }),
    wait_conditional_sec: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'The same in a case with conditional lines; 600 by default' }),
    gate_quiet_sec: z
      .number()
      .min(0)
      .optional()
      .meta({ description: 'Quiet time of the agent that closes a case; 90 by default' }),
    gate_max_sec: z.number().positive().optional().meta({
      description: 'After this time a case is closed even if the agent never falls quiet; 900 by default',
    }),
    observe_every_sec: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'How often the director looks; 20 by default, .25 on the local platform' }),
    settle_sec: z
      .number()
      .min(0)
      .optional()
      .meta({ description: 'Pause between seed history and admission; 300 by default' }),
    adaptive_wait: z.boolean().optional(),
    skip_files: z.array(z.string()).optional(),
  })
  .meta({ title: 'Execution parameters' });

export const actor = z
  .strictObject({
    profile: z.string().optional().meta({ description: 'Account profile that speaks for the actor' }),
    display_name: z.string().meta({ description: 'Name as the platform shows it' }),
    search_query: z.string().optional(),
    email: z.string().optional(),
    npc_name: z.string().optional(),
    npc_name_cn: z.string().optional(),
    role: z.string().optional(),
    tenant: z.string().optional(),
  })
  .meta({ title: 'Actor' });

export const group = z
  .strictObject({
    name: z.string().meta({ description: 'Name of the group, such as `#客服群`' }),
    description: z.string().optional(),
    private: z.boolean().optional().meta({ description: 'Only its members see it' }),
    members: z
      .array(keyOf('actor', 'Member'))
      .meta({ description: 'Members; `asker` stands for whoever asks' }),
  })
  .meta({ title: 'Group' });

export const teamAgent = z
  .strictObject({
    key: z.string().min(1).meta({ description: 'Key of the agent under test', defines: 'agent' }),
    name: z.string().meta({ description: 'Display name; a trailing ` #n` counts instances' }),
    description: z.string().optional(),
    conduct: z.string().optional(),
    groups: z.array(keyOf('group', 'Group')).meta({ description: 'Groups that the agent joins' }),
  })
  .meta({ title: 'Agent under test' });

const share = z.strictObject({
  group: keyOf('group', 'Group that gets the link and access'),
  perm: z.enum(['view', 'edit', 'full_access']),
  actor: keyOf('actor', 'Who posts the link; the operator when absent').optional(),
});

const assetCommon = {
  title: z.string().meta({ description: 'Title' }),
  shares: z.array(share).optional(),
  agent: z
    .enum(['view', 'edit', 'full_access'])
    .optional()
    .meta({ description: 'What the agent is granted directly' }),
  note,
};

/** An asset: a document or a base. Without content it only registers the key (a bound world carries content in its steps). */
export const asset = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('doc'),
      ...assetCommon,
      markdown: verbatim('Body of the document as Markdown').optional(),
    }),
    z.strictObject({
      kind: z.literal('base'),
      ...assetCommon,
      table_name: z.string().optional(),
      fields: z.array(tableField).optional(),
      records: z.array(record).optional(),
      time_zone: z.string().optional(),
    }),
  ])
  .meta({ title: 'Asset' });

export const historyMessage = z
  .strictObject({
    group: keyOf('group', 'Group'),
    actor: keyOf('actor', 'Author'),
    day: z.int().optional().meta({ description: 'Day of the story, days from day0 (negative: before)' }),
    text: verbatim('Message, to the letter'),
  })
  .meta({ title: 'Seed message' });

export const nameAlias = z.tuple([z.string(), z.string()]);

/**
 * The world preset. A master holds placeholders, `assets` and `history`; a bound one is an instance on one day0 and
 * carries `phases`. A world that has `phases` is used as its script says; nothing is generated beside them.
 */
export const worldPreset = z
  .strictObject({
    scenario_id: z.string().min(1),
    schema_version: z.literal(2),
    label: z.string().meta({ description: 'Name of the batch series' }),
    operator_profile: z.string().optional(),
    render: z
      .strictObject({
        day0: isoDate.optional().meta({ description: 'Evaluation day; set when the world is bound' }),
        tenant: z.string().optional(),
        name_mode: z.string().optional(),
        agent_name: z.string().meta({ description: 'Display name of the agent under test' }),
        kickoff_local: z.string().meta({
          description: 'Instant at which relative minutes start; may hold {{D|YYYY-MM-DD}} in a master',
        }),
        exec_params: execParams,
        name_aliases: z.array(nameAlias).optional().meta({ description: 'Other names of the same person' }),
        note,
      })
      .meta({ title: 'Rendering and execution' }),
    actors: z.record(z.string(), actor).meta({ description: 'Actors by key', defines: 'actor' }),
    actors_total: z.int().optional(),
    groups: z.record(z.string(), group).meta({ description: 'Groups by key', defines: 'group' }),
    groups_total: z.int().optional(),
    team_agents: z.array(teamAgent).min(1),
    assets: z.record(z.string(), asset).optional().meta({
      description: 'Documents and bases by key, in the order in which they are built',
      defines: 'asset',
    }),
    history: z.array(historyMessage).optional().meta({ description: 'Seed messages in order' }),
    phases: z
      .strictObject({ preset: z.array(presetStep).optional(), cast: z.array(castStep).optional() })
      .optional()
      .meta({ description: 'The script of the world as steps' }),
  })
  .meta({
    title: 'World preset',
    description: 'A fictional company: actors, groups, documents, tables, seed history',
  });

export type WorldPreset = z.infer<typeof worldPreset>;
export type Asset = z.infer<typeof asset>;
export type ExecParams = z.infer<typeof execParams>;
export type TeamAgent = z.infer<typeof teamAgent>;
export type Actor = z.infer<typeof actor>;
export type Group = z.infer<typeof group>;
