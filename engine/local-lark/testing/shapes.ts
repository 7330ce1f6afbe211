/** The union of what several JSON samples look like. */
export interface Shape {
  readonly types: Set<string>;
  readonly keys: Map<string, Shape>;
  items: Shape | undefined;
}

export function emptyShape(): Shape {
  return { types: new Set(), keys: new Map(), items: undefined };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Objects whose keys are data, not names: record fields by field name, localized texts. */
const OPEN_OBJECTS = new Set(['fields', 'i18n_names']);

function childName(parent: string, key: string): string {
  return OPEN_OBJECTS.has(parent) ? '*' : key;
}

export function addSample(shape: Shape, value: unknown, name = ''): Shape {
  shape.types.add(typeOf(value));
  if (Array.isArray(value)) {
    shape.items ??= emptyShape();
    for (const item of value) addSample(shape.items, item, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      const as = childName(name, key);
      const known = shape.keys.get(as) ?? emptyShape();
      shape.keys.set(as, known);
      addSample(known, child, as);
    }
  }
  return shape;
}

/**
 * What in `value` no sample has: unknown keys and other JSON types, as readable lines.
 * @param swap gives another shape for the value under a key (a docx block may be of any kind everywhere)
 */
export function differences(
  value: unknown,
  shape: Shape | undefined,
  swap: (path: string) => Shape | undefined = () => undefined,
  path = '',
  name = '',
): string[] {
  const wanted = swap(path) ?? shape;
  if (wanted === undefined) return [`${path}: no sample has it`];
  const type = typeOf(value);
  if (!wanted.types.has(type)) return [`${path}: ${type}, samples have ${[...wanted.types].join(' or ')}`];
  if (Array.isArray(value)) {
    // a sample with an empty list says nothing of its elements
    if (wanted.items === undefined || wanted.items.types.size === 0) return [];
    return value.flatMap((item) => differences(item, wanted.items, swap, `${path}[]`, name));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const as = childName(name, key);
    return differences(child, wanted.keys.get(as), swap, path === '' ? as : `${path}.${as}`, as);
  });
}
