import {
  membersAt,
  OwnModel,
  schemasAt,
  type LoadedFile,
  type OwnMember,
  type OwnSchema,
  type ValuePath,
} from '../../engine/evalset/index.ts';
import type { Form } from './members.ts';

const LISTS: ReadonlySet<string | undefined> = new Set(['case-cards', 'skill-cards', 'npc-playbooks']);

/** What the author's own schemas say of a place of a file; nothing where none is about it. */
export function ownSchemasAt(file: LoadedFile, path: ValuePath): OwnSchema[] {
  return looked(file, path, (schema, at, matches) => schemasAt(schema, at, matches));
}

/** Keys that they name for the map at a place, each once. */
export function ownMembersAt(file: LoadedFile, path: ValuePath): [string, OwnMember][] {
  return [...new Map(looked(file, path, (schema, at, matches) => [...membersAt(schema, at, matches)]))];
}

function looked<T>(
  { own, kind }: LoadedFile,
  path: ValuePath,
  look: (schema: unknown, at: ValuePath, matches: (pattern: string, key: string) => boolean) => readonly T[],
): T[] {
  if (own === undefined || kind === undefined) return [];
  // A schema is about one card, also where cards stand in a list.
  const item = LISTS.has(kind) && typeof path[0] === 'number' ? path.slice(1) : path;
  const at = OwnModel.within(kind, item);
  if (at === null) return [];
  return own.extensions.flatMap(({ compiled: { document, matches } }) => [
    ...look(document.value, at, matches),
  ]);
}

/** What schemas of a place say to a person. */
export interface OwnDescription {
  readonly title: string | undefined;
  readonly text: string | undefined;
  readonly type: string;
  readonly choices: readonly (string | number | boolean | null)[];
}

export function describeOwn(schemas: readonly OwnSchema[]): OwnDescription {
  const first = (key: 'title' | 'description'): string | undefined =>
    schemas.map((schema) => schema[key]).find((value) => typeof value === 'string');
  const choices = schemas.flatMap(({ enum: some, const: one }) => [
    ...(Array.isArray(some) ? (some as unknown[]) : []),
    ...(one === undefined ? [] : [one]),
  ]);
  const types = schemas.flatMap(({ type }) => (Array.isArray(type) ? (type as unknown[]) : [type]));
  return {
    title: first('title'),
    text: first('description'),
    type: [...new Set(types.filter((type) => typeof type === 'string'))].join(' or '),
    choices: [
      ...new Set(
        choices.filter(
          (value): value is string | number | boolean | null =>
            value === null || ['string', 'number', 'boolean'].includes(typeof value),
        ),
      ),
    ],
  };
}

/** How a value is written, by what its schemas say. */
export function ownForm(schemas: readonly OwnSchema[]): Form {
  const { type, choices } = describeOwn(schemas);
  if (choices.length > 0) return 'choice';
  if (type.includes('array')) return 'list';
  if (type.includes('object')) return 'map';
  if (type.includes('boolean')) return 'flag';
  return /number|integer/.test(type) ? 'number' : 'text';
}
