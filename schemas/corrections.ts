import * as z from 'zod';
import { keyOf, verbatim } from './text.ts';

const reason = z.string().min(1).meta({ description: 'Why the text cannot be compiled as it stands' });
const common = { case: keyOf('case', 'Case that is corrected'), reason };
const turn = z.int().min(1).meta({ description: 'Number of the turn' });
const from = z
  .string()
  .regex(
    /^\/(exec_notes|dropped_injects|dropped_conditionals|turns)(\/|$)/,
    'expected /exec_notes, or a place below /dropped_injects, /dropped_conditionals or /turns',
  );

/**
 * One correction of how a case was taken apart. None carries a text of its own: what an added turn says is quoted from
 * the card, and is looked up there to the letter.
 */
export const correction = z
  .discriminatedUnion('op', [
    z.strictObject({
      ...common,
      op: z.literal('add_turn').meta({ description: 'A turn that stands elsewhere in the card' }),
      turn: z.int().min(1).meta({ description: 'Number of the new turn; no turn of the card has it' }),
      after: z.int().min(1).meta({ description: 'Number of the turn behind which it is played' }),
      kind: z.enum(['query', 'inject', 'npc_reply_conditional']),
      speaker: keyOf('actor', 'Key of the actor who says it'),
      from: from.meta({ description: 'JSON pointer of the text in the card that holds the line' }),
      text: verbatim('The line, quoted from there to the letter; it stands there once'),
      condition: verbatim('When a conditional line is sent, quoted to the letter').optional(),
      condition_from: from
        .meta({ description: 'Text that holds the condition; that of the line when absent' })
        .optional(),
    }),
    z.strictObject({
      ...common,
      op: z.literal('drop_turn').meta({ description: 'A turn that is none, or stands twice' }),
      turn,
    }),
    z.strictObject({
      ...common,
      op: z.literal('merge_turns').meta({
        description: 'Turns that are one message: neighbours of one kind and speaker, sent as lines of it',
      }),
      turns: z.array(turn).min(2),
    }),
    z.strictObject({
      ...common,
      op: z
        .literal('add_mention')
        .meta({ description: 'A colleague who is really mentioned in the message' }),
      turn,
      who: keyOf('actor', 'Colleague who is mentioned'),
    }),
    z.strictObject({
      ...common,
      op: z.literal('drop_mention').meta({ description: 'The message does not mention the agent' }),
      turn,
    }),
    z.strictObject({
      ...common,
      op: z.literal('merge_mention').meta({
        description:
          'The line begins with a mention of the agent in other words, which the real one replaces',
      }),
      turn,
      written: verbatim('The mention as the line begins with it, such as `@北辰助手`').regex(
        /^[@＠][^\s{}]+$/u,
        'expected @ and a name without white space or braces',
      ),
    }),
  ])
  .meta({ title: 'Correction' });

/** `corrections.yaml`: how cases are to be taken apart where their text is ambiguous. Lines stay to the letter. */
export const correctionsFile = z.strictObject({ corrections: z.array(correction) }).meta({
  title: 'Corrections',
  description: 'Turns and mentions that are added, dropped or merged when cases are compiled',
});

export type Correction = z.infer<typeof correction>;
export type CorrectionsFile = z.infer<typeof correctionsFile>;
