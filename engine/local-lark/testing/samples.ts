import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Sample {
  readonly file: string;
  readonly kind: string;
  readonly endpoint: string;
  readonly fidelity: string;
  readonly status?: number;
  readonly body: unknown;
}

/** All samples of the platform in the corpus folder. */
export function larkSamples(corpus: string): Sample[] {
  const root = path.join(corpus, 'lark');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      file: name,
      ...(JSON.parse(readFileSync(path.join(root, name), 'utf8')) as Omit<Sample, 'file'>),
    }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Answers of one operation as whole bodies: a sample of the `data` part is put back into its place. */
export function answersOf(samples: readonly Sample[], endpoint: string): unknown[] {
  return (
    samples
      .filter((s) => s.kind === 'response' && s.endpoint === endpoint)
      // one sample that calls itself an answer is the body of a request: fields alone
      .filter((s) => isObject(s.body) && !(Object.keys(s.body).length === 1 && 'fields' in s.body))
      .map((s) => {
        const body = s.body as Record<string, unknown>;
        if ('blocks' in body && 'document' in body) return { data: { items: body['blocks'] } };
        return 'code' in body || 'data' in body ? body : { code: 0, msg: '', data: body };
      })
  );
}

/** Events of one type as whole bodies. */
export function eventsOf(samples: readonly Sample[], type: string): unknown[] {
  return samples
    .filter((s) => s.kind === 'event' && s.endpoint === type)
    .map((s) => (isObject(s.body) && 'schema' in s.body ? s.body : { event: s.body }));
}

export interface DocumentedError {
  readonly http_status?: number;
  readonly code: number;
  readonly msg: string;
}

/** Every error code that a table of the documentation or a sample shows, with its HTTP status where given. */
export function documentedErrors(samples: readonly Sample[]): DocumentedError[] {
  return samples
    .filter((s) => s.kind === 'error' && isObject(s.body))
    .flatMap((s) => {
      const body = s.body as { error_table?: DocumentedError[]; code?: number; msg?: string };
      if (body.error_table !== undefined) return body.error_table;
      if (body.code === undefined || body.msg === undefined) return [];
      return [
        { code: body.code, msg: body.msg, ...(s.status === undefined ? {} : { http_status: s.status }) },
      ];
    });
}
