import type { ErrorObject } from 'ajv';
import { listed, nearest } from '../did-you-mean.ts';
import { findingAt } from '../finding.ts';
import type { Finding, FindingData, LocateOptions, ValuePath } from '../model.ts';
import { pathIn } from '../pointer.ts';
import { valueAt } from '../shape-issues.ts';
import type { SourceDocument } from '../source.ts';
import { tell, type Told } from '../told.ts';

/** So many findings are told of one item: behind them the item is something else than the schema is about. */
const MAX_FINDINGS = 20;

/** What ajv says of a value at a path of a document, as findings at their places. `name`: the schema's file. */
export function findingsOfErrors(
  document: SourceDocument,
  at: ValuePath,
  value: unknown,
  errors: readonly ErrorObject[],
  name: string,
): Finding[] {
  return errors
    .filter((error) => !isBelowChoice(error, errors))
    .slice(0, MAX_FINDINGS)
    .map((error) => {
      const own = pathIn(value, error.instancePath);
      const path = [...at, ...own];
      const { step, what, says, data } = said(error, valueAt(value, own), path.at(-1));
      const place = step === undefined ? path : [...path, step];
      return findingAt(
        { file: document, at: place, locate: { what } },
        'schema-mismatch',
        'error',
        tell`${says} (${name})`,
        data,
      );
    });
}

/** Errors of the options of a choice, and of a condition: the choice itself is told. */
function isBelowChoice(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.keyword === 'if') return true;
  return errors.some(
    ({ keyword, schemaPath }) =>
      (keyword === 'anyOf' || keyword === 'oneOf') && error.schemaPath.startsWith(`${schemaPath}/`),
  );
}

interface Said {
  readonly says: Told;
  readonly what: NonNullable<LocateOptions['what']>;
  /** A key of the value that it is about. */
  readonly step?: string;
  readonly data?: FindingData;
}

function said(error: ErrorObject, value: unknown, key: string | number | undefined): Said {
  const params = error.params as Readonly<Record<string, unknown>>;
  const name: Told | string =
    key === undefined ? tell`The file` : typeof key === 'number' ? tell`Item ${key + 1}` : `"${key}"`;
  const head = (says: Told, data?: FindingData): Said => ({
    says,
    what: 'head',
    ...(data === undefined ? {} : { data }),
  });
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired': {
      const missing = String(params['missingProperty']);
      return {
        says: tell`The key "${missing}" is missing. Add it here.`,
        what: 'key',
        data: { kind: 'missing-key', key: missing },
      };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const extra = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      return {
        says: tell`Your schema does not know the key "${extra}". Remove it, or add it there.`,
        what: 'key',
        step: extra,
      };
    }
    case 'enum':
    case 'const': {
      const allowed = (
        Array.isArray(params['allowedValues']) ? params['allowedValues'] : [params['allowedValue']]
      ).map((item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item)));
      const meant = typeof value === 'string' ? nearest(value, allowed) : undefined;
      const shown = ((JSON.stringify(value) as string | undefined) ?? '').slice(0, 60);
      return head(
        meant === undefined
          ? tell`${name} cannot be ${shown}. Use one of: ${listed(allowed, 12)}.`
          : tell`${name} cannot be ${shown}. Did you mean "${meant}"? Use one of: ${listed(allowed, 12)}.`,
        meant === undefined ? undefined : { kind: 'misspelt', meant },
      );
    }
    case 'pattern':
      return head(tell`${name} does not have the form ${String(params['pattern'])}. Write it so.`);
    case 'type':
      return head(
        tell`${name} must be ${String(params['type'])}.`,
        params['type'] === 'string' && ['number', 'boolean'].includes(typeof value)
          ? { kind: 'unquoted' }
          : undefined,
      );
    case 'anyOf':
    case 'oneOf':
      return head(
        tell`${name} has none of the forms that your schema allows here. Compare it with "${error.schemaPath}" there.`,
      );
    default:
      return head(tell`${name} ${error.message ?? error.keyword}. Change it, or the schema.`);
  }
}
