import type { LocalLark } from '../index.ts';

export interface Reply {
  readonly status: number;
  readonly body: ReplyBody;
}

export interface ReplyBody {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  readonly error?: {
    readonly log_id?: string;
    readonly message?: string;
    readonly field_violations?: { field: string; description: string }[];
  };
  readonly [top: string]: unknown;
}

/** Loose on purpose: tests read deep into answers. */
export type Data = Record<string, never> & Partial<Record<string, never>>;

export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Another way to call than plain HTTP, such as a client; undefined where it has none for this call. */
export interface Transport {
  call(route: string, request: Request, token: string): Promise<Reply> | undefined;
  upload?(route: string, upload: Upload, token: string): Promise<Reply> | undefined;
}

export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  /** name of the part that holds the file */
  readonly fileField: string;
  readonly content: string;
}

/** Calls routes by `METHOD /path/:param` and keeps every answer. */
export class Caller {
  readonly answers: { readonly route: string; readonly reply: Reply }[] = [];

  constructor(
    private readonly platform: Pick<LocalLark, 'domain'>,
    readonly token: string,
    private readonly transport?: Transport,
  ) {}

  /** Another caller who writes into the same list. */
  as(token: string): Caller {
    const other = new Caller(this.platform, token, this.transport);
    Object.assign(other, { answers: this.answers });
    return other;
  }

  async call(route: string, request: Request = {}): Promise<Reply> {
    const reply = await (this.transport?.call(route, request, this.token) ?? this.overHttp(route, request));
    this.answers.push({ route, reply });
    return reply;
  }

  private async overHttp(route: string, request: Request): Promise<Reply> {
    const [method = 'GET', template = '/'] = route.split(' ');
    const filled = template.replace(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(request.params?.[name] ?? ''),
    );
    const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
    const answer = await fetch(`${this.platform.domain}${filled}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const json = answer.headers.get('content-type')?.includes('json') === true;
    // a download is no JSON; its bytes stand in `data`
    const body = json ? await answer.json() : { code: 0, msg: '', data: { download: await answer.text() } };
    return { status: answer.status, body: body as ReplyBody };
  }

  /** An upload as the official SDK sends it: the file part has a type of its own and no file name. */
  async upload(
    route: string,
    fields: Readonly<Record<string, string>>,
    fileField: string,
    content: string,
  ): Promise<Reply> {
    const upload = { fields, fileField, content };
    const reply = await (this.transport?.upload?.(route, upload, this.token) ??
      this.uploadOverHttp(route, upload));
    this.answers.push({ route, reply });
    return reply;
  }

  private async uploadOverHttp(route: string, { fields, fileField, content }: Upload): Promise<Reply> {
    const [, path = '/'] = route.split(' ');
    const part = (head: string, value: string): string =>
      `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
    const texts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
    const file = part(`name="${fileField}"\r\nContent-Type: application/octet-stream`, content);
    const answer = await fetch(this.platform.domain + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'multipart/form-data; boundary=edge',
      },
      body: `${texts.join('')}${file}--edge--\r\n`,
    });
    return { status: answer.status, body: (await answer.json()) as ReplyBody };
  }

  /** The `data` of a call that has to succeed, read by a path like `items.0.message_id`. */
  async get(route: string, path: string, request: Request = {}): Promise<string> {
    const { body } = await this.call(route, request);
    if (body.code !== 0) throw new Error(`${route}: ${JSON.stringify(body)}`);
    return String(at(body.data, path));
  }
}

/** What stands under a path like `items.0.message_id`. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((v, key) => (v as Record<string, unknown> | undefined)?.[key], value);
}

/** A tenant token of an app. */
export async function tenantToken(
  platform: Pick<LocalLark, 'domain'>,
  app: { app_id: string; app_secret: string },
): Promise<string> {
  const answer = await fetch(`${platform.domain}/open-apis/auth/v3/tenant_access_token/internal`, {
    method: 'POST',
    body: JSON.stringify(app),
  });
  return ((await answer.json()) as { tenant_access_token: string }).tenant_access_token;
}
