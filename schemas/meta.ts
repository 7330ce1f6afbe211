import * as z from 'zod';
import { keyOf } from './text.ts';

const scenes = {
  tac_dims: z.array(z.string()).optional(),
  functional_domain: z.string().optional(),
  scene_l1: z.string().optional(),
  scene_l2: z.string().optional(),
  scene_l2_secondary: z.array(z.string()).optional(),
};

/** Origin of an export from a collaboration platform. */
export const exportSource = z
  .strictObject({
    kind: z.string(),
    token: z.string().optional(),
    url: z.string().optional(),
    doc_url: z.string().optional(),
    table_id: z.string().optional(),
    table_name: z.string().optional(),
    table_rev: z.number().optional(),
    tables: z.record(z.string(), z.string()).optional(),
    fields: z.array(z.string()).optional(),
    export_dir: z.string().optional(),
    exported_at: z.string().optional(),
    exported_by_profile: z.string().optional(),
    created_at: z.string().optional(),
    created_by_profile: z.string().optional(),
    access: z.string().optional(),
    note: z.string().optional(),
  })
  .meta({ title: 'Source' });

/** `cases.meta.json`: scene tags beside the cards, so that the cards keep their text and hash. */
export const casesMeta = z
  .strictObject({
    source: exportSource.optional(),
    taxonomy: z.record(z.string(), z.array(z.string())).optional().meta({
      description: 'All values of each dimension; a chart draws the axes that no case covers from it',
    }),
    cases: z.record(keyOf('case', 'Case'), z.strictObject(scenes)).meta({ description: 'Tags by case id' }),
  })
  .meta({ title: 'Case metadata' });

export type CasesMeta = z.infer<typeof casesMeta>;
