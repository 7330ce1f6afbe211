import { hex } from '../core/ids.ts';
import type { LarkError } from '../core/errors.ts';
import type { Answer } from './route.ts';

export interface WireAnswer {
  readonly status: number;
  readonly logId: string;
  readonly body: unknown;
}

/** `yyyymmddHHMMSS` and 20 hex digits, as in real answers. */
export function newLogId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${stamp}${hex(20).toUpperCase()}`;
}

export function wireAnswer(answer: Answer, now: number): WireAnswer {
  if (answer.raw !== undefined) return { status: 200, logId: newLogId(now), body: answer.raw };
  const head = { code: 0, msg: answer.msg ?? 'success' };
  const body = answer.top === undefined ? { ...head, data: answer.data ?? {} } : { ...head, ...answer.top };
  return { status: 200, logId: newLogId(now), body };
}

export function wireError(error: LarkError, now: number): WireAnswer {
  const logId = newLogId(now);
  const { status, code, msg, detail } = error;
  if (detail.oauth !== undefined)
    return { status, logId, body: { code, error: detail.oauth, error_description: msg } };
  if (detail.bare === true) return { status, logId, body: { code, msg, data: {} } };
  return {
    status,
    logId,
    body: {
      code,
      msg,
      error: {
        ...(detail.message === undefined ? {} : { message: detail.message }),
        log_id: logId,
        troubleshooter: `排查建议查看(Troubleshooting suggestions): https://open.feishu.cn/search?from=openapi&log_id=${logId}&code=${code}`,
        ...(detail.permission_violations === undefined
          ? {}
          : { permission_violations: detail.permission_violations }),
        ...(detail.field_violations === undefined ? {} : { field_violations: detail.field_violations }),
      },
    },
  };
}
