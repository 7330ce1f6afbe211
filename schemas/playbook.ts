import * as z from 'zod';
import { keyOf, verbatim } from './text.ts';

const sendable = z.strictObject({
  case_id: keyOf('case', 'Case in which the line may be said'),
  condition: verbatim('When it is said'),
  reply_text: verbatim('The line, to the letter'),
  source: z.string().optional(),
});

const description = z.strictObject({
  case_id: keyOf('case', 'Case that it describes'),
  condition: verbatim('What it describes'),
  reply_text: z.null(),
  description: z.string(),
  sendable: z.literal(false),
  source: z.string().optional(),
  why: z.string().optional(),
});

/** One card of `npc/npc-playbook.json` or a `*.npc.yaml`: a fictional colleague. */
export const playbook = z
  .strictObject({
    actor_key: z
      .string()
      .min(1)
      .meta({ description: 'Key of the actor in the world preset', refers: 'actor' }),
    name: z.string(),
    name_cn: z.string().optional(),
    role: z.string(),
    groups: z.array(keyOf('group', 'Group')).meta({ description: 'Groups that the colleague is in' }),
    persona_prompt: verbatim('Who the colleague is and how they speak'),
    knowledge: z.array(verbatim('A fact')).meta({ description: 'What the colleague knows' }),
    traps: z.array(z.unknown()).optional().meta({ description: 'Set-ups meant to mislead' }),
    silence_rules: z
      .array(z.strictObject({ case_id: keyOf('case', 'Case'), rule: z.string() }))
      .optional()
      .meta({ description: 'Cases in which the colleague stays silent even when mentioned' }),
    conditional_replies: z.array(z.union([sendable, description])).optional(),
  })
  .meta({
    title: 'NPC playbook',
    description: 'A fictional colleague: persona, knowledge, and when they answer',
  });

export const playbookList = z.array(playbook).meta({ title: 'NPC playbooks' });

export type Playbook = z.infer<typeof playbook>;
