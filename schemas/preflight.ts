import * as z from 'zod';

const place = z.strictObject({ line: z.int().min(0), character: z.int().min(0) });

/** Something that stands in the way of a run, or makes it worth less. */
export const preflightProblem = z
  .strictObject({
    severity: z
      .enum(['blocks', 'warns'])
      .meta({ description: '`blocks`: a run is refused. `warns`: it is not' }),
    code: z.string(),
    file: z.string().nullable().meta({ description: 'Absolute path; null where it is about no file' }),
    pointer: z.string(),
    range: z
      .strictObject({ start: place, end: place })
      .nullable()
      .meta({ description: 'As in LSP: lines and UTF-16 columns from 0; null where it is about no place' }),
    message: z.string().meta({ description: 'What is wrong, and the way out' }),
  })
  .meta({ title: 'Problem before a run' });

/** What `sundowner preflight --json` prints. */
export const preflightReport = z
  .strictObject({
    problems: z.array(preflightProblem).meta({ description: 'What blocks comes first' }),
    blocks: z.int(),
    warns: z.int(),
    checks: z.array(z.string()).meta({ description: 'What was looked at' }),
    scopes: z.array(z.string()).meta({
      description: 'What the apps of the platform must be allowed, by the operations of the script',
    }),
  })
  .meta({ title: 'Report before a run' });

export type PreflightReport = z.infer<typeof preflightReport>;
