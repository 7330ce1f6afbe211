import { safeParse, type $ZodType } from 'zod/v4/core';
import { KINDS, type KindName } from '../../schemas/kinds.ts';
import { didYouMean, listed, meaning } from './did-you-mean.ts';
import type { OwnModel } from './extensions/own-model.ts';
import { findingAt } from './finding.ts';
import { objectInOrder } from './key-order.ts';
import { knownKeys } from './marks.ts';
import type { Finding, ValuePath } from './model.ts';
import { bestIssues, describeIssue, valueAt, type Issue } from './shape-issues.ts';
import type { SourceDocument } from './source.ts';
import { tell } from './told.ts';

/** A value checked against the model of its kind. `value` is undefined when errors stand. */
export interface Shape {
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/**
 * Checks a document against its kind. Unknown keys are errors in YAML; in JSON they are warnings, and the model is read
 * without them, as without those that the author's own schemas declare.
 */
export function checkShape(document: SourceDocument, kind: KindName, own?: OwnModel): Shape {
  return checkPart(document, kind, KINDS[kind].schema, [], own);
}

/** The same of a part of a document and its part of the model. */
export function checkPart(
  document: SourceDocument,
  kind: KindName,
  schema: $ZodType,
  at: ValuePath,
  own?: OwnModel,
): Shape {
  const findings: Finding[] = [];
  const lenient = document.format !== 'yaml';
  let value = valueAt(document.value, at);
  // Stripping a key may bring up others: a union is read by one option at a time.
  for (let round = 0; round < 5; round++) {
    const result = safeParse(schema, value);
    if (result.success) return { value: result.data, findings };
    const issues = bestIssues(result.error.issues, value).map((issue) => ({
      ...issue,
      path: [...at, ...issue.path],
    }));
    const strange = issues.filter((issue) => issue.code === 'unrecognized_keys');
    const unknown = strange.flatMap((issue) => {
      const keys = issue.keys.filter((key) => own?.declares(kind, issue.path, key) !== true);
      return keys.length === 0 ? [] : [{ ...issue, keys }];
    });
    findings.push(...unknown.flatMap((issue) => unknownKeys(document, kind, issue, lenient)));
    const others = issues.filter((issue) => issue.code !== 'unrecognized_keys');
    if (strange.length === 0 || (!lenient && unknown.length > 0)) {
      findings.push(...others.map((issue) => shapeFinding(document, issue)));
      return { value: undefined, findings };
    }
    value = without(value, strange, at);
  }
  return { value: undefined, findings };
}

function unknownKeys(document: SourceDocument, kind: KindName, issue: Issue, lenient: boolean): Finding[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const known = knownKeys(kind, issue.path);
  const holder = valueAt(document.value, issue.path);
  const free = known.filter((key) => !(typeof holder === 'object' && holder !== null && key in holder));
  return keys.map((key) => {
    const meant = didYouMean(key, free);
    const way = lenient
      ? tell`It is kept and hashed, but nothing reads it.`
      : tell`Remove it, or use one of: ${listed(known, 12)}.`;
    return findingAt(
      { file: document, at: [...issue.path, key], locate: { what: 'key' } },
      'unknown-key',
      lenient ? 'warning' : 'error',
      tell`Unknown key "${key}".${meant} ${way}`,
      meaning(key, free),
    );
  });
}

function shapeFinding(document: SourceDocument, issue: Issue): Finding {
  const described = describeIssue(issue, document);
  return findingAt(
    { file: document, at: described.at, locate: { what: described.what } },
    described.code,
    'error',
    described.message,
    described.data,
  );
}

/** A copy without the unknown keys that the issues name. */
function without(value: unknown, issues: readonly Issue[], at: ValuePath = []): unknown {
  const here = issues.filter((issue) => at.every((step, i) => issue.path[i] === step));
  if (here.length === 0) return value;
  if (Array.isArray(value)) return value.map((item: unknown, i) => without(item, here, [...at, i]));
  if (typeof value !== 'object' || value === null) return value;
  const dropped = new Set(
    here.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === at.length ? issue.keys : [],
    ),
  );
  return objectInOrder(
    Object.entries(value)
      .filter(([key]) => !dropped.has(key))
      .map(([key, item]) => [key, without(item, here, [...at, key])] as const),
  );
}
