import * as z from 'zod';

const Option = z.object({
  name: z.string(),
  id: z.string().optional(),
  color: z.number().int().min(0).max(54).optional(),
});

/** A field as clients ask for it. */
export const FieldInput = z.object({
  field_name: z.string().min(1).max(100),
  type: z.number().int(),
  ui_type: z.string().optional(),
  property: z.looseObject({ options: z.array(Option).optional() }).nullish(),
  description: z.object({ text: z.string().optional(), disable_sync: z.boolean().optional() }).optional(),
});

export const TableInput = z.object({
  name: z.string().min(1).max(100),
  default_view_name: z.string().optional(),
  fields: z.array(FieldInput).max(300).optional(),
});
