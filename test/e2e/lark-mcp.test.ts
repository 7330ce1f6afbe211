import { createRequire } from 'node:module';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tenantToken } from '../../engine/local-lark/testing/caller.ts';
import { tour, travellers } from '../../engine/local-lark/testing/tour.ts';
import { removeDir, ROOT, tempDir } from './company.ts';
import { startLarkProcess, type LarkProcess } from './lark-process.ts';
import { spokenTools } from './lark-tools.ts';
import { McpTransport, wireName } from './mcp-transport.ts';

// Two processes are started, and the tool server loads a thousand tools.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const NO_TASKS = 'there are no tasks';

/** What lark-mcp offers by itself and the platform does not speak. */
const NOT_SPOKEN: Readonly<Record<string, string>> = {
  'task.v2.task.create': NO_TASKS,
  'task.v2.task.patch': NO_TASKS,
  'task.v2.task.addMembers': NO_TASKS,
  'task.v2.task.addReminders': NO_TASKS,
  'docx.builtin.search': 'searches every document of a person through an operation without documentation',
  'wiki.v1.node.search': 'there are no wikis to search in',
  'wiki.v2.space.getNode': 'there are no wikis',
};

const COMMAND = path.join(ROOT, 'node_modules/@larksuiteoapi/lark-mcp/dist/cli.js');

/** The sets of tools that it offers by itself, by their names. */
function presets(): string[] {
  const require = createRequire(import.meta.url);
  const constants = require('@larksuiteoapi/lark-mcp/dist/mcp-tool/constants.js') as {
    presetTools: Record<string, string[]>;
  };
  return Object.keys(constants.presetTools);
}

/** Starts the unmodified tool server. */
async function toolServer(dir: string, args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND, 'mcp', ...args],
      // it keeps logins in the home folder
      env: { PATH: process.env['PATH'] ?? '', HOME: dir },
      stderr: 'ignore',
    }),
  );
  return client;
}

const state: {
  lark?: LarkProcess;
  client?: Client;
  transport?: McpTransport;
  dir?: string;
} = {};
const tools = [...spokenTools().values()].map((tool) => tool.name);

beforeAll(async () => {
  const dir = tempDir();
  state.dir = dir;
  const lark = await startLarkProcess();
  state.lark = lark;
  const { app, ann } = await travellers(lark);
  const own = ['-a', app.app_id, '-s', app.app_secret, '-d', lark.domain, '-u', ann.access_token];
  state.client = await toolServer(dir, [...own, '-t', [...presets(), ...tools].join(',')]);
  const token = await tenantToken(lark, app);
  state.transport = await McpTransport.of(state.client, { app: token, person: ann.access_token });
});

afterAll(async () => {
  await state.client?.close();
  state.lark?.stop();
  if (state.dir !== undefined) removeDir(state.dir);
});

it('offers what the platform speaks, and by itself nothing of which it is not said why not', async () => {
  const offered = (await state.client!.listTools()).tools.map((tool) => tool.name).sort();
  const known = [...tools, 'docx.builtin.import', ...Object.keys(NOT_SPOKEN)];
  expect(offered).toEqual([...new Set(known.map(wireName))].sort());
});

it('makes a document of markdown', async () => {
  const made = await state.transport!.use('docx.builtin.import', {
    data: { markdown: '# Plan\n\n- one', file_name: 'plan' },
  });
  const { token } = (made.body.data as unknown as { result: { token: string } }).result;
  const read = await state.transport!.use('docx.v1.document.rawContent', { path: { document_id: token } });
  expect(read.body.data).toEqual({ content: 'plan\nPlan\none\n' });
});

it('each of its tools does what it is for', async () => {
  const { answers } = await tour(state.lark!, state.transport);
  expect(answers.filter(({ reply }) => ![0, undefined].includes(reply.body.code))).toEqual([]);
  expect(tools.filter((tool) => !state.transport!.called.has(tool))).toEqual([]);
});
