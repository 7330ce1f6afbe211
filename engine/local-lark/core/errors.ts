import type { Resource } from './operation.ts';

export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  readonly value?: string;
}

export interface ErrorDetail {
  /** the sentence some products put into `error.message` */
  readonly message?: string;
  readonly field_violations?: readonly FieldViolation[];
  readonly permission_violations?: readonly { readonly type: string; readonly subject: string }[];
  /** OAuth endpoints answer `{code, error, error_description}` */
  readonly oauth?: string;
  /** set when the refusal is a matter of permission: such an attempt enters the operation log */
  readonly refused?: Resource;
  /** token endpoints and the long-connection discovery answer `data: {}` and no `error` */
  readonly bare?: boolean;
}

/** A refusal in the words of the platform: HTTP status, code and msg. */
export class LarkError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    readonly msg: string,
    readonly detail: ErrorDetail = {},
  ) {
    super(`${code} ${msg}`);
  }
}

/** The gateway's own check of parameters, before any product sees the request. */
export function fieldViolation(...field_violations: FieldViolation[]): LarkError {
  return new LarkError(400, 99992402, 'field validation failed', { field_violations });
}

const TROUBLE = 'https://open.feishu.cn/document/uAjLw4CM/ugTN1YjL4UTN24CO1UjN/trouble-shooting/how-to-fix';

function lacking(type: string, scopes: readonly string[], refused: Resource | undefined): ErrorDetail {
  return {
    permission_violations: scopes.map((subject) => ({ type, subject })),
    ...(refused === undefined ? {} : { refused }),
  };
}

export const gateway = {
  noToken: () =>
    new LarkError(
      400,
      99991661,
      'Missing access token for authorization. Please make a request with token attached.',
      {
        message: `Refer to the documentation to fix the error: ${TROUBLE}-99991661-error`,
      },
    ),
  badTenantToken: () =>
    new LarkError(
      400,
      99991663,
      'Invalid access token for authorization. Please make a request with token attached.',
      {
        message: `Refer to the documentation to fix the error: ${TROUBLE}-99991663-error`,
      },
    ),
  badUserToken: () =>
    new LarkError(
      400,
      99991668,
      'Invalid access token for authorization. Please make a request with token attached.',
      {
        message: `Refer to the documentation to fix the error: ${TROUBLE}-99991668-error`,
      },
    ),
  expiredUserToken: () =>
    new LarkError(401, 99991677, 'Authentication token expired', {
      message: `Refer to the documentation to fix the error: ${TROUBLE}-99991677-error`,
    }),
  appLacksScope: (app_id: string, scopes: readonly string[], refused?: Resource) =>
    new LarkError(
      400,
      99991672,
      `Access denied. One of the following scopes is required: [${scopes.join(', ')}].应用尚未开通所需的应用身份权限：[${scopes.join(', ')}]，点击链接申请并开通任一权限即可：https://open.feishu.cn/app/${app_id}/auth?q=${scopes.join(',')}&op_from=openapi&token_type=tenant`,
      lacking('action_scope_required', scopes, refused),
    ),
  userLacksScope: (scopes: readonly string[], refused?: Resource) =>
    new LarkError(
      400,
      99991679,
      `Unauthorized. You do not have permission to perform the requested operation on the resource. Please request user re-authorization and try again. required one of these privileges: [${scopes.join(', ')}].应用未获取所需的用户授权：[${scopes.join(', ')}]`,
      lacking('action_privilege_required', scopes, refused),
    ),
  userTokenNotSupported: () => new LarkError(400, 99991668, 'user access token not support'),
  malformedToken: () => new LarkError(400, 99991671, 'Invalid token: must start with t-/u-'),
  crossApp: () => new LarkError(400, 99992361, 'open_id cross app'),
  openIdNotExisted: (id: string) => new LarkError(400, 99992351, `these open ids not existed: [${id}]`),
  idNotExisted: (id: string) => new LarkError(400, 99992354, `these ids not existed: [${id}]`),
  badJson: () => new LarkError(400, 9499, 'Bad Request'),
  wrongType: (field: string) =>
    new LarkError(
      400,
      9499,
      `Invalid parameter type in json: ${field}. Please check and modify accordingly.`,
    ),
};
