import { globalRegistry, type $ZodType, type $ZodTypes } from 'zod/v4/core';
import type { ValuePath } from '../../engine/evalset/index.ts';
import { modelsAt } from './walk.ts';

/** What a value is written as. */
export type Form = 'letter' | 'map' | 'maps' | 'letters' | 'list' | 'flag' | 'number' | 'text' | 'choice';

/** A key that a map may have. */
export interface Member {
  readonly key: string;
  readonly model: $ZodType;
  readonly required: boolean;
}

/** The keys of the maps that may stand at a place; required ones first, each in the order of its model. */
export function membersOf(models: readonly $ZodType[]): Member[] {
  const members = new Map<string, Member>();
  const maps = models.map((model) => (model as $ZodTypes)._zod.def).filter((def) => def.type === 'object');
  for (const { shape } of maps)
    for (const [key, model] of Object.entries(shape)) {
      const { type } = (model as $ZodTypes)._zod.def;
      const required = type !== 'optional' && type !== 'default';
      const before = members.get(key);
      const everywhere = maps.every((map) => Object.hasOwn(map.shape, key));
      members.set(key, { key, model, required: required && everywhere && before?.required !== false });
    }
  return [...members.values()].sort((a, b) => Number(b.required) - Number(a.required));
}

/** How the value of a key is written, by its model. */
export function formOf(model: $ZodType): Form {
  const models = modelsAt(model, undefined, []);
  const of = (type: string) => models.find((item) => (item as $ZodTypes)._zod.def.type === type);
  if (models.some(isLetter)) return 'letter';
  const list = of('array');
  if (list !== undefined && of('string') === undefined) {
    const form = formOf((list as $ZodTypes & { _zod: { def: { element: $ZodType } } })._zod.def.element);
    return form === 'map' ? 'maps' : form === 'letter' ? 'letters' : 'list';
  }
  if (of('object') !== undefined || of('record') !== undefined) return 'map';
  if (of('boolean') !== undefined) return 'flag';
  if (of('number') !== undefined) return 'number';
  return of('enum') !== undefined || of('literal') !== undefined || models.some(refers) ? 'choice' : 'text';
}

/** The models of a list's items, where a list may stand. */
export function itemModels(root: $ZodType, value: unknown, path: ValuePath): $ZodType[] {
  return modelsAt(root, value, [...path, 0]);
}

export const isLetter = (model: $ZodType): boolean =>
  (globalRegistry.get(model) as { verbatim?: boolean } | undefined)?.verbatim === true;

const refers = (model: $ZodType): boolean =>
  (globalRegistry.get(model) as { refers?: string } | undefined)?.refers !== undefined;
