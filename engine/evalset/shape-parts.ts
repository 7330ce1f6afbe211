import { $ZodArray, $ZodObject, $ZodRecord, clone, type $ZodType, type $ZodTypes } from 'zod/v4/core';
import * as z from 'zod';
import { KINDS, type KindName } from '../../schemas/kinds.ts';
import type { OwnModel } from './extensions/own-model.ts';
import { inFile, type FileUnit } from './file-unit.ts';
import type { Kept } from './kept.ts';
import type { Finding, ValuePath } from './model.ts';
import { checkPart, checkShape, type Shape } from './shape.ts';
import { valueAt } from './shape-issues.ts';
import type { SourceDocument } from './source.ts';

/** The model of a part, by its document. */
export type PartShapes = Kept<Shape>;

/** The parts of a value, by the steps that lead to them. */
type Parts = Map<string | number, Parts | FileUnit>;

/** What `checkShape` says of a document, with what is known of its parts. */
export function checkShapeByParts(
  document: SourceDocument,
  kind: KindName,
  units: readonly FileUnit[],
  shapes: PartShapes,
  own?: OwnModel,
): Shape {
  const [first] = units;
  if (first === undefined || first.at.length === 0) return checkShape(document, kind, own);
  const findings: Finding[] = [];
  const { schema } = KINDS[kind];
  // A list of cards is no more than its cards.
  if (schema instanceof $ZodArray && first.at.length === 1) {
    const models = units.map((unit) => {
      if (unit.state === 'broken') return undefined;
      const shape = shapeOfUnit(unit, schema._zod.def.element, shapes, own);
      for (const finding of shape.findings) findings.push(inFile(unit, finding));
      return shape.value;
    });
    return { value: models.includes(undefined) ? undefined : models, findings };
  }
  const value = valueOf(document, kind, schema, [], partsOf(units), findings, shapes, own);
  const failed = findings.some((finding) => finding.severity === 'error');
  return { value: failed ? undefined : value, findings };
}

/** The shape of one part, where all of its file has that of `kind`. */
export function shapeOfUnit(unit: FileUnit, schema: $ZodType, shapes: PartShapes, own?: OwnModel): Shape {
  return shapes.of(unit.document, () => checkPart(unit.document, unit.kind, schema, unit.inside, own));
}

function partsOf(units: readonly FileUnit[]): Parts {
  const root: Parts = new Map();
  for (const unit of units) {
    let here = root;
    for (const step of unit.at.slice(0, -1)) {
      let below = here.get(step);
      if (!(below instanceof Map)) here.set(step, (below = new Map()));
      here = below;
    }
    const last = unit.at.at(-1) ?? '';
    // Of a key that stands twice the first counts.
    if (!here.has(last)) here.set(last, unit);
  }
  return root;
}

function valueOf(
  document: SourceDocument,
  kind: KindName,
  schema: $ZodType,
  at: ValuePath,
  parts: Parts | FileUnit,
  findings: Finding[],
  shapes: PartShapes,
  own: OwnModel | undefined,
): unknown {
  if (!(parts instanceof Map)) {
    if (parts.state === 'broken') return undefined;
    const shape = shapeOfUnit(parts, schema, shapes, own);
    findings.push(...shape.findings.map((finding) => inFile(parts, finding)));
    return shape.value;
  }
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable')
    return valueOf(document, kind, def.innerType, at, parts, findings, shapes, own);
  const outline = outlineOf(schema, valueAt(document.value, at));
  if (outline === null) {
    const shape = checkPart(document, kind, schema, at, own);
    findings.push(...shape.findings);
    return shape.value;
  }
  // What holds the parts, without a look into them.
  const held = checkPart(document, kind, outline.schema, at, own);
  findings.push(...held.findings);
  const put = (step: string | number): unknown => {
    const below = parts.get(step);
    const part = outline.below(step);
    return below === undefined || part === undefined
      ? undefined
      : valueOf(document, kind, part, [...at, step], below, findings, shapes, own);
  };
  if (Array.isArray(held.value)) return held.value.map((_, i) => put(i));
  if (typeof held.value !== 'object' || held.value === null) {
    // Its parts have mistakes of their own to tell.
    for (const step of parts.keys()) put(step);
    return undefined;
  }
  return Object.fromEntries(
    Object.entries(held.value).map(
      ([key, own]: [string, unknown]) => [key, parts.has(key) ? put(key) : own] as const,
    ),
  );
}

/** A schema that says nothing of the parts, and those of the parts; null for one that is more than the sum of them. */
function outlineOf(
  schema: $ZodType,
  value: unknown,
): { readonly schema: $ZodType; readonly below: (step: string | number) => $ZodType | undefined } | null {
  const anything = z.unknown();
  if (schema instanceof $ZodArray) {
    const { def } = schema._zod;
    return { schema: clone(schema, { ...def, element: anything }), below: () => def.element };
  }
  if (schema instanceof $ZodRecord) {
    const { def } = schema._zod;
    return { schema: clone(schema, { ...def, valueType: anything }), below: () => def.valueType };
  }
  if (!(schema instanceof $ZodObject)) return null;
  const { def } = schema._zod;
  const there = (key: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const shape = Object.fromEntries(
    Object.entries(def.shape).map(([key, member]) => [key, there(key) ? anything : member] as const),
  );
  return {
    schema: clone(schema, { ...def, shape }),
    below: (key) => (Object.hasOwn(def.shape, key) ? def.shape[key] : undefined),
  };
}
