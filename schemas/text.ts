import * as z from 'zod';

/**
 * A to-the-letter field: its characters are part of the evalset's identity and reach people or judges unchanged.
 * In YAML it must be a literal block `|-` or a quoted scalar; rules find these fields by the `verbatim` mark.
 */
export function verbatim(description: string) {
  return z.string().meta({ description, verbatim: true });
}

/** A logical key of an actor, a group, an asset, a case, an agent or a skill. `refers` names the register it is looked up in. */
export function keyOf(refers: 'actor' | 'group' | 'asset' | 'case' | 'agent' | 'skill', description: string) {
  return z.string().min(1).meta({ description, refers });
}

export const isoInstant = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
    'expected an ISO 8601 instant with its offset',
  )
  .meta({ description: 'ISO 8601 instant with its offset' });

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'expected a date as YYYY-MM-DD')
  .meta({ description: 'Calendar date, YYYY-MM-DD' });

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits')
  .meta({ description: 'sha256, 64 hex digits' });

export const shortHash = z
  .string()
  .regex(/^[0-9a-f]{12}$/, 'expected 12 hex digits')
  .meta({ description: 'First 12 hex digits of a sha256' });

export const note = z.string().optional().meta({ description: 'Free remark; nothing reads it' });
