import * as z from 'zod';
import { diffEntry } from './evidence.ts';

/** Evidence pointer: `path` leads to a file of the batch folder; a quote stands in it to the letter. */
export const pointer = z
  .union([
    z.strictObject({ path: z.string(), quote: z.string(), message_id: z.string().optional() }),
    z.strictObject({ path: z.string(), diff: z.union([diffEntry, z.string()]) }),
  ])
  .meta({ title: 'Evidence pointer' });

export type Pointer = z.infer<typeof pointer>;
