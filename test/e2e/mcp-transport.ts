import { expect } from 'vitest';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Reply, Request, Transport } from '../../engine/local-lark/testing/caller.ts';
import { spokenTools } from './lark-tools.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly items?: Schema;
};

/** The unmodified tool server as a way to call: an app's own calls, and a person's where a tool takes a person's token. */
export class McpTransport implements Transport {
  /** names of the tools that were called */
  readonly called = new Set<string>();
  private readonly tools = spokenTools();

  private constructor(
    private readonly client: Client,
    private readonly schemas: ReadonlyMap<string, Schema>,
    private readonly tokens: { readonly app: string; readonly person: string },
  ) {}

  /** @param tokens of the app and the person whom the server was started for */
  static async of(client: Client, tokens: { app: string; person: string }): Promise<McpTransport> {
    const { tools } = await client.listTools();
    return new McpTransport(client, new Map(tools.map((t) => [t.name, t.inputSchema as Schema])), tokens);
  }

  call(route: string, request: Request, token: string): Promise<Reply> | undefined {
    const tool = this.tools.get(route);
    const schema = this.schemas.get(wireName(tool?.name ?? ''))?.properties;
    if (tool === undefined || schema === undefined) return undefined;
    const asPerson = token === this.tokens.person;
    if (asPerson ? !('useUAT' in schema) : token !== this.tokens.app) return undefined;
    return this.use(tool.name, {
      path: request.params,
      params: fitted(request.query, schema['params']),
      data: request.body,
      ...('useUAT' in schema ? { useUAT: asPerson } : {}),
    });
  }

  /** Calls a tool, which has to succeed. */
  async use(name: string, args: Record<string, unknown>): Promise<Reply> {
    const answer = await this.client.callTool({ name: wireName(name), arguments: args });
    const [first] = answer.content as { text: string }[];
    expect({ name, error: answer.isError === true ? first?.text : undefined }).toEqual({
      name,
      error: undefined,
    });
    this.called.add(name);
    // it shows the `data` of an answer, and nothing when there is none
    return { status: 200, body: { code: 0, msg: '', data: JSON.parse(first?.text ?? '{}') as never } };
  }
}

export function wireName(name: string): string {
  return name.replaceAll('.', '_');
}

/** Query strings as the tool wants them: numbers, truth values, lists. */
function fitted(query: Request['query'], schema: Schema | undefined): Record<string, unknown> | undefined {
  if (query === undefined) return undefined;
  const fit = (value: string, type: string | undefined): unknown => {
    if (type === 'number' || type === 'integer') return Number(value);
    if (type === 'boolean') return value === 'true';
    return type === 'array' ? [value] : value;
  };
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, fit(value, schema?.properties?.[key]?.type)]),
  );
}
