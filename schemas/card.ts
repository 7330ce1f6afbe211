import * as z from 'zod';
import { keyOf, verbatim } from './text.ts';

export const turn = z
  .strictObject({
    turn: z.int().min(1).meta({ description: 'Number of the turn, from 1' }),
    kind: z.enum(['query', 'inject', 'npc_reply_conditional']).meta({
      description:
        '`query`: a question to the agent. `inject`: a follow-up by a colleague in the same thread. `npc_reply_conditional`: a line that is sent only when its `condition` holds.',
    }),
    speaker: keyOf('actor', 'Key of the actor who says it'),
    text: verbatim('What is said, to the letter. One leading mention of the agent becomes a real mention.'),
    condition: verbatim('When a conditional line is sent, in words').optional(),
  })
  .meta({ title: 'Turn' });

export const scenarioHidden = z
  .strictObject({
    note: z.string().optional(),
    text: verbatim('The author’s scenario. Never sent to anyone, never in the agent’s context.'),
  })
  .meta({ title: 'Hidden scenario' });

/** The team card: one case of an evalset for an agent that is a member of group chats. Source: evalset/cases.json. */
export const teamCard = z
  .strictObject({
    kind: z.literal('team').optional().meta({ description: 'Kind of card; `team` when absent' }),
    case_id: z
      .string()
      .min(1)
      .meta({ description: 'Identity of the case, unique in the evalset', defines: 'case' }),
    storyline: z.string().min(1).meta({ description: 'Storyline; the macro score averages over storylines' }),
    group_key: keyOf('group', 'Group in which the question is asked (the stimulus group)'),
    dm: z.boolean().optional().meta({ description: 'Asked in a direct message instead of a group' }),
    dm_peer: z.string().nullable().optional().meta({
      description:
        'Whom the asker writes to; only the agent under test, who is meant when it is absent or null',
    }),
    asker: keyOf('actor', 'Who asks'),
    turns: z.array(turn).min(1).meta({ description: 'Turns in the order in which they are played' }),
    npc_involved: z.array(keyOf('actor', 'Actor')).optional().meta({ description: 'Actors that take part' }),
    needs_llm_npc: z.boolean().optional(),
    rw_type: z.string().optional().meta({
      description:
        'Read or write type, such as `读·检索` or `写·投递`; a case whose type begins with 写 waits longer',
    }),
    difficulty: z.string().optional(),
    tac_dims: z.array(z.string()).optional().meta({ description: 'Capability dimensions' }),
    functional_domain: z.string().optional(),
    checkpoints_raw: verbatim(
      'Checkpoints, one a line: `[CP1·结果][必选] …`, `[扣分] …`, `[一票否决] …`; `[交付门]` marks a delivery gate. A first line `【计分】…` states the scoring protocol.',
    ),
    scenario_hidden: scenarioHidden.optional(),
    exec_notes: verbatim('Notes for director and judge').optional(),
    seed_refs: z
      .array(keyOf('asset', 'Asset'))
      .optional()
      .meta({ description: 'Assets whose content the case rests on' }),
    write_targets: z.array(keyOf('asset', 'Asset')).optional().meta({
      description: 'Assets that the agent is to change; each is recorded before and after the case',
    }),
    anchor_instance: z.string().optional(),
    clock_batch: z.boolean().optional().meta({ description: 'Played at an absolute minute of the day' }),
    clock_at: z.string().optional().meta({
      description:
        'Minute at which a `clock_batch` case is asked, such as `{{D|YYYY-MM-DD}}T10:00:00+08:00`; the first whole minute of the execution when absent',
    }),
    cross_group: z.array(keyOf('group', 'Group')).optional().meta({
      description: 'Verification groups: the agent’s messages there count as evidence of this case',
    }),
    dropped_conditionals: z.array(z.unknown()).optional(),
    dropped_injects: z.array(z.unknown()).optional(),
  })
  .meta({
    title: 'Case card (team)',
    description: 'One case: who asks what where, and the checkpoints it is judged by',
  });

export type Turn = z.infer<typeof turn>;
export type TeamCard = z.infer<typeof teamCard>;

/** `evalset/cases.json`: the exported cards in the evalset's order. */
export const cardList = z.array(teamCard).meta({ title: 'Case cards' });
