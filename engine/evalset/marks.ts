import { globalRegistry, type $ZodType, type $ZodTypes } from 'zod/v4/core';
import { KINDS, type KindName } from '../../schemas/kinds.ts';
import type { ValuePath } from './model.ts';

export type Register = 'actor' | 'group' | 'asset' | 'case' | 'agent' | 'skill';

/** What a model says of a place: its marks, and what lies below. */
export interface Plan {
  verbatim: boolean;
  refers: Register | undefined;
  /** The register that this text, or the keys of this record, are entered in. */
  defines: Register | undefined;
  /** The register that the keys of this record are looked up in. */
  keysRefer: Register | undefined;
  readonly keys: Map<string, Plan[]>;
  /** Models of a list's items, or of a record's values. */
  readonly items: Plan[];
  readonly values: Plan[];
}

/** A marked place of a value. */
export interface Mark {
  readonly path: ValuePath;
  readonly value: string;
  readonly verbatim: boolean;
  readonly refers: Register | undefined;
}

type Plans = Map<$ZodType, Plan>;

interface Meta {
  readonly verbatim?: boolean;
  readonly refers?: Register;
  readonly defines?: Register;
}

function planOf(schema: $ZodType, plans: Plans): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const { def } = (schema as $ZodTypes)._zod;
  const meta = globalRegistry.get(schema) as Meta | undefined;
  const marked = meta?.verbatim ?? meta?.refers ?? meta?.defines;
  // The very plan of what is inside: in a model that holds itself it is not whole yet, and a copy would stay so.
  if ((def.type === 'optional' || def.type === 'nullable') && marked === undefined) {
    const inside = planOf(def.innerType, plans);
    plans.set(schema, inside);
    return inside;
  }
  const plan: Plan = {
    verbatim: false,
    refers: undefined,
    defines: undefined,
    keysRefer: undefined,
    keys: new Map(),
    items: [],
    values: [],
  };
  plans.set(schema, plan);
  plan.verbatim = meta?.verbatim === true;
  plan.refers = meta?.refers;
  plan.defines = meta?.defines;
  switch (def.type) {
    case 'object':
      for (const [key, member] of Object.entries(def.shape)) plan.keys.set(key, [planOf(member, plans)]);
      break;
    case 'array':
      plan.items.push(planOf(def.element, plans));
      break;
    case 'record':
      plan.values.push(planOf(def.valueType, plans));
      plan.keysRefer = (globalRegistry.get(def.keyType) as Meta | undefined)?.refers;
      break;
    case 'optional':
    case 'nullable':
      merge(plan, planOf(def.innerType, plans));
      break;
    case 'union':
      for (const option of def.options) merge(plan, planOf(option, plans));
      break;
    default:
  }
  return plan;
}

/** A place that may hold several models has the marks of all of them. */
function merge(into: Plan, from: Plan): void {
  into.verbatim ||= from.verbatim;
  into.refers ??= from.refers;
  into.defines ??= from.defines;
  into.keysRefer ??= from.keysRefer;
  into.items.push(...from.items);
  into.values.push(...from.values);
  for (const [key, plans] of from.keys) into.keys.set(key, [...(into.keys.get(key) ?? []), ...plans]);
}

function allPlans(): ReadonlyMap<KindName, Plan> {
  const plans: Plans = new Map();
  return new Map(
    Object.entries(KINDS).map(([name, { schema }]) => [name as KindName, planOf(schema, plans)]),
  );
}

const PLANS = allPlans();

/** The model of a kind as a tree of marks. */
export function planOfKind(kind: KindName): Plan | undefined {
  return PLANS.get(kind);
}

/** Every string of a value that its model marks as to-the-letter or as a key. The value need not be valid. */
export function marksOf(kind: KindName, value: unknown): Mark[] {
  const root = PLANS.get(kind);
  const marks: Mark[] = [];
  if (root !== undefined) walk([root], value, [], marks);
  return marks;
}

function walk(plans: readonly Plan[], value: unknown, path: ValuePath, marks: Mark[]): void {
  if (plans.length === 0) return;
  if (typeof value === 'string') {
    const verbatim = plans.some((plan) => plan.verbatim);
    const refers = plans.find((plan) => plan.refers !== undefined)?.refers;
    if (verbatim || refers !== undefined) marks.push({ path, value, verbatim, refers });
  } else if (Array.isArray(value)) {
    const below = plans.flatMap((plan) => plan.items);
    value.forEach((item, i) => walk(below, item, [...path, i], marks));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const below = plans.flatMap((plan) => plan.keys.get(key) ?? plan.values);
      walk(below, item, [...path, key], marks);
    }
  }
}

/** What the model says of a place. */
export function plansAt(kind: KindName, path: ValuePath): Plan[] {
  let plans: Plan[] = [PLANS.get(kind)].filter((plan) => plan !== undefined);
  for (const step of path)
    plans = plans.flatMap((plan) =>
      typeof step === 'number' ? plan.items : (plan.keys.get(step) ?? plan.values),
    );
  return plans;
}

/** Keys that the model knows at a path. */
export function knownKeys(kind: KindName, path: ValuePath): string[] {
  return [...new Set(plansAt(kind, path).flatMap((plan) => [...plan.keys.keys()]))];
}
