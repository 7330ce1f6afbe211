import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openApiRoutes } from '../../engine/local-lark/routes.ts';
import { tenantToken } from '../../engine/local-lark/testing/caller.ts';
import { sdkClient } from '../../engine/local-lark/testing/sdk-client.ts';
import { tour, travellers, type Tour } from '../../engine/local-lark/testing/tour.ts';
import { startLarkProcess, type LarkProcess } from './lark-process.ts';
import { NO_METHOD, SdkTransport } from './sdk-transport.ts';

// A process is started, and the SDK is large.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const state: { lark?: LarkProcess; transport?: SdkTransport; tour?: Tour } = {};
beforeAll(async () => {
  state.lark = await startLarkProcess();
  const { app } = await travellers(state.lark);
  state.transport = new SdkTransport(sdkClient(state.lark, app), await tenantToken(state.lark, app));
  state.tour = await tour(state.lark, state.transport);
});
afterAll(() => state.lark?.stop());

const routes = openApiRoutes.map((r) => `${r.method} ${r.path}`);

it('every operation is done by the SDK, and succeeds', () => {
  const { byMethod, byRequest } = state.transport!;
  expect([...byRequest].sort()).toEqual(NO_METHOD);
  expect(routes.filter((route) => !byMethod.has(route) && !byRequest.has(route))).toEqual([]);
  const failed = state.tour!.answers.filter(({ reply: r }) => ![0, undefined].includes(r.body.code));
  expect(failed).toEqual([]);
});

it('what it is said to have no method for is in none of its sources', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('@larksuiteoapi/node-sdk'), 'utf8');
  const methods = NO_METHOD.filter((route) => {
    const [method = '', url = ''] = route.split(' ');
    const at = source.split(`\${this.domain}${url}\``).slice(1);
    return at.some((after) => after.slice(0, 200).includes(`method: "${method}"`));
  });
  expect(methods).toEqual([]);
  // the search finds what is there
  expect(source).toContain('${this.domain}/open-apis/im/v1/images`');
});

it('what the SDK did came over the long connection too', () => {
  const types = new Set(state.tour!.events.map((e) => e.header.event_type));
  expect([...types]).toContain('im.message.receive_v1');
});
