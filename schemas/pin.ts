import * as z from 'zod';
import { sha256 } from './text.ts';

const texts = z.record(z.string(), z.array(z.string()).min(1)).meta({
  description:
    'By JSON pointer in the card: a text that is kept to the letter, in its lines (split at line feeds, and nowhere else)',
});
const hash = sha256.meta({
  description:
    'sha256 of `JSON.stringify` of the parsed value, in the author’s key order and without defaults',
});

/**
 * `evalset.pin.json` beside `evalset.yaml`: an evalset version, pinned. A text is a list of lines, so that two pins can be
 * compared line by line; a character that cannot be seen is written as its `\u` escape.
 */
export const pinFile = z
  .strictObject({
    version: z.string().min(1).meta({ description: 'The version that is pinned, as evalset.yaml named it' }),
    hash: sha256.meta({
      description: 'Hash of the evalset: its cards in order, those of teams before those on skills',
    }),
    cases: z.array(
      z.strictObject({
        case_id: z.string().meta({ description: 'Identity of the case' }),
        hash,
        texts,
      }),
    ),
    npcs: z
      .array(
        z.strictObject({ actor_key: z.string().meta({ description: 'Key of the colleague' }), hash, texts }),
      )
      .optional(),
  })
  .meta({ title: 'Pinned evalset version', description: 'The texts of an evalset version, to the letter' });

export type PinFile = z.infer<typeof pinFile>;
