import type * as lark from '@larksuiteoapi/node-sdk';
import { withUserAccessToken } from '@larksuiteoapi/node-sdk';
import type { Reply, Request, Transport, Upload } from '../../engine/local-lark/testing/caller.ts';
import { spokenTools } from './lark-tools.ts';

/** Methods of the SDK for which lark-mcp has no tool, or one of another name. */
const MORE_METHODS: Readonly<Record<string, string>> = {
  'POST /open-apis/auth/v3/tenant_access_token/internal': 'auth.v3.tenantAccessToken.internal',
  'POST /open-apis/auth/v3/app_access_token/internal': 'auth.v3.appAccessToken.internal',
  'POST /open-apis/im/v1/messages/reactions/batch_query': 'im.v1.messageReaction.batchQuery',
  'POST /open-apis/im/v1/images': 'im.v1.image.create',
  'POST /open-apis/im/v1/files': 'im.v1.file.create',
  'GET /open-apis/im/v1/messages/:message_id/resources/:file_key': 'im.v1.messageResource.get',
  'POST /open-apis/drive/v1/medias/upload_all': 'drive.v1.media.uploadAll',
  'POST /open-apis/contact/v3/users/basic_batch': 'contact.v3.user.basicBatch',
  'POST /open-apis/drive/v1/files/:file_token/comments/:comment_id/replies':
    'drive.v1.fileCommentReply.create',
  'POST /open-apis/authen/v1/oidc/access_token': 'authen.v1.oidcAccessToken.create',
  'POST /open-apis/authen/v1/oidc/refresh_access_token': 'authen.v1.oidcRefreshAccessToken.create',
};

/** Operations for which the SDK has no method: they are asked for by its plain `request`. */
export const NO_METHOD = [
  'GET /open-apis/bot/v3/info',
  'GET /open-apis/im/v1/messages/mget',
  'POST /oauth/v3/token',
  'POST /open-apis/authen/v2/oauth/token',
  'POST /open-apis/im/v1/chat_p2p/batch_query',
];

type Method = (payload: unknown, options?: unknown) => Promise<unknown>;

/** The unmodified client as a way to call: a method where there is one, with the token of whoever calls. */
export class SdkTransport implements Transport {
  readonly methods = new Map<string, string>([
    ...[...spokenTools()].map(([route, tool]) => [route, tool.sdkName] as const),
    ...Object.entries(MORE_METHODS),
  ]);
  /** routes that were called by a method of their own */
  readonly byMethod = new Set<string>();
  readonly byRequest = new Set<string>();

  /** @param app the tenant token by which the tour knows the client's own app; the client gets one of its own */
  constructor(
    private readonly client: lark.Client,
    private readonly app: string,
  ) {}

  call(route: string, request: Request, token: string): Promise<Reply> | undefined {
    const person = !token.startsWith('t-');
    // another app has a client of its own
    return person || token === this.app ? this.ask(route, request, person ? token : undefined) : undefined;
  }

  private async ask(route: string, request: Request, person: string | undefined): Promise<Reply> {
    const { params: path = {}, query: params = {}, body: data = {} } = request;
    const name = this.methods.get(route);
    const as = person === undefined ? undefined : withUserAccessToken(person);
    let answer: unknown;
    if (name === undefined) {
      const [method = 'GET', template = ''] = route.split(' ');
      const url = template.replace(/:(\w+)/g, (_all, key: string) => path[key] ?? '');
      this.byRequest.add(route);
      answer = await this.client.request({ method, url, params, data } as never, as);
    } else {
      this.byMethod.add(route);
      answer = await this.method(name)({ path, params, data }, as);
    }
    if (isDownload(answer)) {
      const chunks: Buffer[] = [];
      for await (const chunk of answer.getReadableStream()) chunks.push(chunk as Buffer);
      return reply({ code: 0, msg: '', data: { download: Buffer.concat(chunks).toString('utf8') } });
    }
    return reply(answer);
  }

  async upload(route: string, { fields, fileField, content }: Upload): Promise<Reply> {
    this.byMethod.add(route);
    const { size, ...texts } = fields;
    const data = {
      ...texts,
      ...(size === undefined ? {} : { size: Buffer.byteLength(content) }),
      [fileField]: Buffer.from(content),
    };
    // this one kind of method answers with the data alone
    const answer = await this.method(this.methods.get(route) ?? '')({ data });
    return reply({ code: 0, msg: '', data: answer });
  }

  private method(name: string): Method {
    const [last = '', ...rest] = name.split('.').reverse();
    const holder = rest
      .reverse()
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], this.client);
    return (holder as Record<string, Method>)[last]!.bind(holder);
  }
}

function isDownload(answer: unknown): answer is { getReadableStream(): AsyncIterable<unknown> } {
  return typeof answer === 'object' && answer !== null && 'getReadableStream' in answer;
}

function reply(body: unknown): Reply {
  return { status: 200, body: body as Reply['body'] };
}
