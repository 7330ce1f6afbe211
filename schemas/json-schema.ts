import * as z from 'zod';
import { KINDS } from './kinds.ts';

/** The JSON Schema of every kind of file, by file name, as it is committed in schemas/json. */
export function jsonSchemas(): Map<string, string> {
  return new Map(
    Object.entries(KINDS).map(([name, { schema }]) => {
      const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
      return [`${name}.schema.json`, `${JSON.stringify(json, null, 2)}\n`] as const;
    }),
  );
}
