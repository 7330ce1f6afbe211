import { globalRegistry, type $ZodType, type $ZodTypes } from 'zod/v4/core';

/** What a place is, for a person. */
export interface Description {
  readonly title: string | undefined;
  readonly text: string | undefined;
  /** `text`, `whole number`, `list of text`, … */
  readonly type: string;
  readonly choices: readonly (string | number | boolean | null)[];
  readonly default: unknown;
  readonly optional: boolean;
  readonly verbatim: boolean;
  readonly refers: string | undefined;
}

interface Meta {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly verbatim?: boolean;
  readonly refers?: string;
}

const metaOf = (model: $ZodType): Meta => globalRegistry.get(model) ?? {};

/** Puts the models of a place (from `modelsAt`) into words; null when there are none. */
export function describe(models: readonly $ZodType[]): Description | null {
  if (models.length === 0) return null;
  const metas = models.map(metaOf);
  const defs = models.map((model) => (model as $ZodTypes)._zod.def);
  const wrappers = new Set(['optional', 'nullable', 'default', 'lazy', 'union']);
  const cores = models.filter((model) => !wrappers.has((model as $ZodTypes)._zod.def.type));
  const filled = defs.find((def) => def.type === 'default');
  const choices = [...new Set(cores.flatMap(choicesOf))];
  const types = [...new Set(cores.map(typeOf))];
  return {
    title: metas.find((meta) => meta.title !== undefined)?.title,
    text: metas.find((meta) => meta.description !== undefined)?.description,
    type: types.join(' or '),
    choices,
    default: filled?.type === 'default' ? filled.defaultValue : undefined,
    optional: defs[0]?.type === 'optional' || defs[0]?.type === 'default',
    verbatim: metas.some((meta) => meta.verbatim === true),
    refers: metas.find((meta) => meta.refers !== undefined)?.refers,
  };
}

function choicesOf(model: $ZodType): (string | number | boolean | null)[] {
  const { def } = (model as $ZodTypes)._zod;
  const values: readonly unknown[] =
    def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : [];
  return values.filter(
    (value): value is string | number | boolean | null =>
      value === null || ['string', 'number', 'boolean'].includes(typeof value),
  );
}

/** The type of a model in words. */
function typeOf(model: $ZodType): string {
  const { def } = (model as $ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'enum':
      return 'text';
    case 'literal':
      return typeof def.values[0] === 'string' ? 'text' : String(def.values[0]);
    case 'number':
      return def.checks?.some((check) => check._zod.def.check === 'number_format') === true ||
        ('format' in def && def.format === 'safeint')
        ? 'whole number'
        : 'number';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `list of ${typeOf(def.element)}`;
    case 'tuple':
      return `list of ${def.items.length}`;
    case 'object':
    case 'record':
      return 'map';
    case 'optional':
    case 'nullable':
    case 'default':
      return typeOf(def.innerType);
    case 'lazy':
      return typeOf(def.getter());
    case 'union':
      return [...new Set(def.options.map(typeOf))].join(' or ');
    default:
      return 'anything';
  }
}
