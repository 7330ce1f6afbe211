import type * as z from 'zod';

export interface Filling {
  /** The text of a field; `path` names it, with `[]` for elements and `<option>` for members of a union. */
  text(path: string): string;
  number(path: string): number;
  flag(path: string): boolean;
  /** Which of several values or options. */
  pick(path: string, count: number): number;
}

/**
 * A value that a schema accepts, with every string of it made by `with_.text`. Lists of unions get one element of every
 * kind, so a field or a kind that is added to a message is filled without a change here.
 */
export function fill(schema: z.core.$ZodType, with_: Filling, path = ''): unknown {
  // Zod's own way to look into a schema: every class of the union has its definition under `_zod.def`.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, inner]) => [
          key,
          fill(inner, with_, path === '' ? key : `${path}.${key}`),
        ]),
      );
    case 'array': {
      const element = (def.element as z.core.$ZodTypes)._zod.def;
      if (element.type !== 'union') return [fill(def.element, with_, `${path}[]`)];
      return element.options.map((option) => fill(option, with_, `${path}[]${nameOf(option)}`));
    }
    case 'union': {
      const option = def.options[with_.pick(path, def.options.length)];
      if (option === undefined) throw new Error(`no such option at ${path}`);
      return fill(option, with_, `${path}${nameOf(option)}`);
    }
    case 'optional':
    case 'nullable':
      return fill(def.innerType, with_, path);
    case 'enum': {
      const values = Object.values(def.entries);
      return values[with_.pick(path, values.length)];
    }
    case 'literal':
      return def.values[0];
    case 'string':
      return with_.text(path);
    case 'number':
      return with_.number(path);
    case 'boolean':
      return with_.flag(path);
    default:
      throw new Error(`fill: teach it ${def.type}, which stands at ${path}`);
  }
}

/** `<message>` for an option with `type: 'message'`. */
function nameOf(option: z.core.$ZodType): string {
  const { def } = (option as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return '';
  const type = def.shape['type'];
  const inner = type === undefined ? undefined : (type as z.core.$ZodTypes)._zod.def;
  return inner?.type === 'literal' ? `<${String(inner.values[0])}>` : '';
}
