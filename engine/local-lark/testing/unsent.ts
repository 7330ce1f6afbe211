import { addSample, emptyShape, type Shape } from './shapes.ts';

/**
 * What samples have and the platform never sends, as paths: keys, and what stands in lists that are always empty here.
 * A path ends where the first key is missing. Types need no look: what is sent is held against the samples elsewhere.
 * @param skip paths whose inside is compared elsewhere
 */
export function unsent(
  samples: Shape,
  sent: Shape | undefined,
  skip: (path: string) => boolean = () => false,
  path = '',
): string[] {
  if (skip(path)) return [];
  if (sent === undefined) return [path];
  const keys = [...samples.keys].flatMap(([key, child]) =>
    unsent(child, sent.keys.get(key), skip, path === '' ? key : `${path}.${key}`),
  );
  const { items } = samples;
  // a sample with an empty list says nothing of its elements
  if (items === undefined || items.types.size === 0) return keys;
  const inside = sent.items === undefined || sent.items.types.size === 0 ? undefined : sent.items;
  return [...keys, ...unsent(items, inside, skip, `${path}[]`)];
}

/** The union of several bodies. */
export function shapeOf(bodies: readonly unknown[]): Shape {
  const shape = emptyShape();
  for (const body of bodies) addSample(shape, body);
  return shape;
}
