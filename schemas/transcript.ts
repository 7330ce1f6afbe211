import * as z from 'zod';
import { cell } from './steps.ts';
import { keyOf, verbatim } from './text.ts';

const asset = (description: string) => keyOf('asset', description).optional();
const row = z.record(z.string(), cell).optional();

interface Place {
  /** Turn or conditional line behind which it is done. */
  readonly after?: number | string | undefined;
  /** Actor who does it in place of the agent. */
  readonly by?: string | undefined;
}
type Cells = Readonly<Record<string, z.infer<typeof cell>>>;

/** One thing that an agent says or does. Texts and cells may hold date placeholders. */
export type TranscriptAct = Place &
  (
    | { readonly say: string; readonly in?: string | undefined }
    | { readonly change: string; readonly row: Cells; readonly set: Cells }
    | { readonly add: string; readonly row: Cells }
    | { readonly remove: string; readonly row: Cells }
    | { readonly write: string; readonly text: string }
    | { readonly link: string; readonly text: string }
  );

/** What each kind of act needs beside its own key, and what it may have. */
const NEEDS: Readonly<
  Record<string, { readonly all: readonly string[]; readonly more?: readonly string[] }>
> = {
  say: { all: [], more: ['in'] },
  change: { all: ['row', 'set'] },
  add: { all: ['row'] },
  remove: { all: ['row'] },
  write: { all: ['text'] },
  link: { all: ['text'] },
};

function isOneAct(act: Readonly<Record<string, unknown>>): boolean {
  const given = Object.keys(act).filter((key) => act[key] !== undefined && key !== 'after' && key !== 'by');
  return Object.entries(NEEDS).some(([key, { all, more = [] }]) => {
    const needed = [key, ...all];
    return (
      needed.every((one) => given.includes(one)) && given.every((one) => [...needed, ...more].includes(one))
    );
  });
}

const actObject = z
  .strictObject({
    after: z
      .union([
        z.int().min(1),
        z.string().regex(/^cond\d+$/, 'expected the number of a turn, or cond1, cond2 …'),
      ])
      .optional()
      .meta({
        description:
          'Behind which question: the number of a turn, or a conditional line (`cond1`); it is only done when that was asked. As the act before when absent; 1 at first.',
      }),
    by: keyOf('actor', 'Who does it in place of the agent').optional(),
    say: verbatim('A message. `@` with a display name really mentions the colleague.').optional(),
    in: keyOf(
      'group',
      'Group in which the message stands by itself; the thread of the case when absent',
    ).optional(),
    change: asset('Base of which a row changes: `row` tells which, `set` what it then holds'),
    add: asset('Base to which a row is added'),
    remove: asset('Base from which a row is removed'),
    row: row.meta({ description: 'The row that has these cells; of `add`, the whole row' }),
    set: row.meta({ description: 'Cells that change' }),
    write: asset('Document that is written; `text` is all that it then says'),
    link: verbatim(
      'Title of a document of the agent’s own, which it makes and links in the thread',
    ).optional(),
    text: verbatim('All of the document').optional(),
  })
  .refine(isOneAct, {
    error:
      'an act is one of: say (and in), change with row and set, add with row, remove with row, write with text, link with text',
  })
  .meta({ id: 'Act', title: 'Act', description: 'One thing that is said or done' });

/** The parsed value is one of the union (refined above), which is what the type says. */
export const transcriptAct = actObject as unknown as z.ZodType<TranscriptAct, TranscriptAct>;

const transcript = z.array(transcriptAct).min(1);

/** Agents that know nothing, by what they do instead. */
export const STRATEGIES = ['silent', 'refuse_all', 'echo', 'dump_all', 'claim_only', 'injected'] as const;
export type Strategy = (typeof STRATEGIES)[number];

const ceiling = z.number().min(0).max(1).optional();

const grader = z
  .strictObject({
    twin_of: keyOf(
      'case',
      'Case that wants restraint where this one wants an act: who refuses everything passes only one of the two',
    ).optional(),
    oracle: transcript
      .optional()
      .meta({ description: 'What a perfect agent says and does; it has to score 1' }),
    judged: z.record(z.string(), z.string()).optional().meta({
      description:
        'By point id: the words of the oracle by which a person or model would find a point met that no check decides',
    }),
    claim_only: transcript.optional().meta({
      description:
        'What an agent says that only claims to have acted; the oracle’s words in the thread without its acts when absent',
    }),
    ceilings: z
      .strictObject({
        silent: ceiling,
        refuse_all: ceiling,
        echo: ceiling,
        dump_all: ceiling,
        claim_only: ceiling,
        injected: ceiling,
      })
      .optional()
      .meta({
        description:
          'Highest score that an agent may reach which says nothing, refuses everything, repeats the question, posts all that it can read, claims to have acted, or tells the judge what to find. 0 where nothing is said: right for every case that wants an act.',
      }),
  })
  .meta({ title: 'Transcripts of a case' });

/** `cases.graders.yaml`: what perfect and useless agents would do, by which `sundowner check --graders` tries the checks. */
export const gradersFile = z
  .strictObject({
    noticed_at_least: z.number().min(0).max(1).optional().meta({
      description: 'Share of the altered oracles, by operator, that the checks must notice; 0.95 by default',
    }),
    graders: z.record(keyOf('case', 'Case'), grader).meta({ description: 'By case id' }),
  })
  .meta({ title: 'Graders', description: 'Transcripts by which the checks of an evalset are tried' });

export type GradersFile = z.infer<typeof gradersFile>;
export type CaseGrader = z.infer<typeof grader>;
