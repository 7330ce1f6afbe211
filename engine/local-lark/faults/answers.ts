import { LarkError } from '../core/errors.ts';
import { wireError } from '../http/answer.ts';
import { jsonAnswer, type HttpAnswer } from '../http/write.ts';
import type { CallRule, FaultyCall, Struck } from './faults.ts';

const LIMITS = {
  99991400: 'request trigger frequency limit',
  230020: 'This operation triggers the frequency limit., ext=chat rate limit',
  11232: 'Create message trigger system rate limit.',
} as const;

const GATEWAY = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Time-out',
} as const;
const STATUSES = [500, 502, 503] as const;

type RateLimit = Extract<CallRule, { kind: 'rate_limit' }>;
type ServerError = Extract<CallRule, { kind: 'server_error' }>;

function limitOf({ rule, draw }: Struck<RateLimit>): { status: number; code: keyof typeof LIMITS } {
  const code = rule.code ?? 99991400;
  return { code, status: code === 99991400 ? (rule.status ?? (draw < 0.5 ? 400 : 429)) : 400 };
}

export function rateLimited(struck: Struck<RateLimit>, now: number): HttpAnswer {
  const { status, code } = limitOf(struck);
  const answer = jsonAnswer(wireError(new LarkError(status, code, LIMITS[code]), now));
  if (code !== 99991400) return answer;
  const reset = String(struck.rule.reset_sec ?? 1);
  return {
    ...answer,
    headers: { ...answer.headers, 'x-ogw-ratelimit-limit': '100', 'x-ogw-ratelimit-reset': reset },
  };
}

function troubleOf({ rule, draw }: Struck<ServerError>): {
  status: keyof typeof GATEWAY;
  body: 'json' | 'text';
} {
  const third = Math.floor(draw * 3);
  return {
    status: rule.status ?? STATUSES[third] ?? 500,
    body: rule.body ?? (draw * 3 - third < 0.5 ? 'json' : 'text'),
  };
}

export function serverError(struck: Struck<ServerError>, now: number): HttpAnswer {
  const { status, body } = troubleOf(struck);
  if (body === 'json') return jsonAnswer(wireError(new LarkError(status, 2200, 'Internal Error'), now));
  return { status, headers: { 'content-type': 'text/plain' }, body: `${status} ${GATEWAY[status]}\n` };
}

/** Tables conflict with HTTP 200, groups with 400. */
export function writeConflict(op: string, now: number): HttpAnswer {
  const error = op.startsWith('bitable.')
    ? new LarkError(200, 1254291, 'Write conflict')
    : new LarkError(400, 232019, 'The members of this chat are being changed by another request.');
  return jsonAnswer(wireError(error, now));
}

/** The form of a fault in words, for the record. */
export function noteOf(call: FaultyCall, struck: Struck<CallRule>): string {
  const { rule, draw } = struck;
  switch (rule.kind) {
    case 'rate_limit': {
      const { status, code } = limitOf({ rule, draw });
      return `HTTP ${status}, code ${code}`;
    }
    case 'server_error': {
      const { status, body } = troubleOf({ rule, draw });
      return `HTTP ${status}, ${body}${rule.done === true ? ', done' : ''}`;
    }
    case 'write_conflict':
      return call.op.startsWith('bitable.') ? 'HTTP 200, code 1254291' : 'HTTP 400, code 232019';
    case 'slow_write':
      return `${rule.part ?? 'answer'} ${rule.delay_ms} ms late`;
    case 'timeout_before':
    case 'timeout_after':
      return rule.hold_ms === undefined ? '' : `after ${rule.hold_ms} ms`;
    case 'reset':
      return '';
  }
}
