import type { Failure, ModelSettings } from './model.ts';
import { retryAfterSec } from './retry-after.ts';

/** An answer longer than this is not read to its end. Bytes. */
const MOST_BYTES = 8_000_000;

export type Posted =
  | { readonly ok: true; readonly status: number; readonly text: string }
  | {
      readonly ok: false;
      readonly status?: number;
      readonly failure: Failure;
      /** Whether the same question may be answered a moment later. */
      readonly again: boolean;
      /** Whether a model may have worked on it, and it may be charged. */
      readonly charged: boolean;
      readonly retryAfterSec?: number;
    };

/** Codes of errors before anything was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Takes the key out of a text that goes into a file or to a person: servers like to repeat it in their errors. */
export function withoutKey(text: string, { key }: Pick<ModelSettings, 'key'>): string {
  // What local servers take for a key, such as `x`, is none, and stands in every text.
  return key?.value === undefined || key.value.length < 8 ? text : text.replaceAll(key.value, '[key]');
}

/**
 * Sends one request and reads the whole answer. Never throws but when `signal` says so: everything else is told.
 *
 * @param now ms since 1970, for a `Retry-After` that is a date
 */
export async function post(
  endpoint: string,
  body: string,
  settings: ModelSettings,
  now: () => number,
  signal?: AbortSignal,
): Promise<Posted> {
  const limit = AbortSignal.timeout(settings.timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(settings.key?.value === undefined ? {} : { authorization: `Bearer ${settings.key.value}` }),
      },
      body,
      // The key goes to the server that the author named, and to no other.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const { status } = response;
    const text = await readAll(response);
    if (text === null)
      return failed('bad-response', `the answer is longer than ${MOST_BYTES} bytes`, {
        status,
        charged: true,
      });
    const clean = withoutKey(text, settings);
    return status === 200 ? { ok: true, status, text: clean } : httpFailure(response, clean, now);
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted)
      return failed('timeout', `no answer within ${settings.timeoutMs / 1000} s`, {
        again: true,
        charged: true,
      });
    return failed('no-connection', withoutKey(reasonOf(error), settings), {
      again: true,
      charged: !NOT_SENT.has(codeOf(error)),
    });
  }
}

function failed(
  cause: Failure['cause'],
  message: string,
  more: { status?: number; again?: boolean; charged: boolean },
): Posted {
  return { ok: false, again: false, ...more, failure: { cause, message } };
}

async function readAll(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** What a status other than 200 means. Busy servers (429) have not begun; of the others it is not known. */
function httpFailure(response: Response, text: string, now: () => number): Posted {
  const { status } = response;
  const said = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const message = `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
  const after = retryAfterSec(response.headers.get('retry-after'), now);
  const later = after === undefined ? {} : { retryAfterSec: after };
  if (status === 429)
    return { ...failed('busy', message, { status, again: true, charged: false }), ...later };
  if (status >= 500 || status === 408)
    return { ...failed('server-error', message, { status, again: true, charged: true }), ...later };
  if (status >= 300 && status < 400)
    return failed(
      'refused',
      `HTTP ${status}: the server sends elsewhere; give its final address as base_url`,
      {
        status,
        charged: false,
      },
    );
  return failed('refused', message, { status, charged: status < 400 });
}

const codeOf = (error: unknown): string => {
  const inner = error instanceof Error ? error.cause : undefined;
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
};

function reasonOf(error: unknown): string {
  const inner = error instanceof Error ? error.cause : undefined;
  const words =
    inner instanceof Error ? inner.message : error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  return words === '' || words === code ? code : words;
}
