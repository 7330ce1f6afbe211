import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import type { ValuePath } from '../../engine/evalset/index.ts';

/**
 * The models of a place of a value, from the outside (with its optional wrapper and what that says) to the inside.
 * Unions are narrowed by what the value says of itself; what it does not say yet stays open.
 */
export function modelsAt(root: $ZodType, value: unknown, path: ValuePath): $ZodType[] {
  let models = options(root, value);
  let here = value;
  for (const step of path) {
    here =
      typeof here === 'object' && here !== null
        ? (here as Record<string | number, unknown>)[step]
        : undefined;
    models = models.flatMap((model) => below(model, step));
    models = models.flatMap((model) => options(model, here));
    if (models.length === 0) return [];
  }
  return models;
}

/** A wrapper, its inside, and so on; a union gives the options that the value may be. */
function options(model: $ZodType, value: unknown): $ZodType[] {
  const { def } = (model as $ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return [model, ...options(def.innerType, value)];
    case 'lazy':
      return [model, ...options(def.getter(), value)];
    case 'union': {
      const fitting = def.options.filter((option) => fits(option, value));
      return [
        model,
        ...(fitting.length > 0 ? fitting : def.options).flatMap((option) => options(option, value)),
      ];
    }
    default:
      return [model];
  }
}

function below(model: $ZodType, step: string | number): $ZodType[] {
  const { def } = (model as $ZodTypes)._zod;
  if (typeof step === 'number') {
    if (def.type === 'array') return [def.element];
    const item = def.type === 'tuple' ? def.items[step] : undefined;
    return item === undefined ? [] : [item];
  }
  if (def.type === 'object')
    return Object.hasOwn(def.shape, step) ? [def.shape[step]].filter((m) => m !== undefined) : [];
  return def.type === 'record' ? [def.valueType] : [];
}

/** Whether a value may become one of this model: its type, and every word by which options are told apart. */
function fits(model: $ZodType, value: unknown): boolean {
  const { def } = (model as $ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
      return value === undefined || fits(def.innerType, value);
    case 'nullable':
      return value === null || fits(def.innerType, value);
    case 'literal':
      return value === undefined || def.values.some((literal) => literal === value);
    case 'object':
      return (
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.entries(value).every(([key, item]) => {
          const member = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
          return member === undefined || !tells(member) || fits(member, item);
        })
      );
    case 'array':
    case 'tuple':
      return Array.isArray(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === def.type;
    case 'null':
      return value === null;
    default:
      return true;
  }
}

/** Members by which options of a union differ. */
function tells(model: $ZodType): boolean {
  const { def } = (model as $ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return tells(def.innerType);
  return def.type === 'literal' || def.type === 'null' || def.type === 'string';
}
