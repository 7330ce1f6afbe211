import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithCorpus } from '../../test/corpus.ts';
import { startLocalLark, type LocalLark } from './index.ts';
import { openApiRoutes } from './routes.ts';
import { Caller, tenantToken } from './testing/caller.ts';
import { contentsOf } from './testing/contents.ts';
import { answersOf, eventsOf, larkSamples, type Sample } from './testing/samples.ts';
import { differences } from './testing/shapes.ts';
import { shapeOf, unsent } from './testing/unsent.ts';

const routeNames = openApiRoutes.map((r) => `${r.method} ${r.path}`);
const CONTENT = /^parsed message\.content for (?:msg|message)_type (\w+)/;

/** Contents that only the client writes: no call of the platform sends such a message. */
const BY_CLIENTS = ['calendar', 'folder', 'location', 'share_calendar_event', 'system', 'todo', 'vote'];

/** Keys of contents that are never read back here. */
const KEYS_NEVER_READ = ['post content_v2'];

/** Queries that requests of the corpus stand without. */
const QUERY = {
  receive_id_type: 'open_id',
  user_id_type: 'open_id',
  member_id_type: 'open_id',
  type: 'docx',
  file_type: 'docx',
  member_type: 'openid',
};

describeWithCorpus('the collected payloads that are no answers', (dir) => {
  const samples = larkSamples(dir);
  const requests = samples.filter((s) => asksFor(s) !== undefined);
  const contents = samples.filter((s) => CONTENT.test(s.endpoint));
  const state: { platform?: LocalLark; bot?: Caller } = {};
  beforeAll(async () => {
    state.platform = await startLocalLark();
    const app = state.platform.createApp('a', { name: 'A', scopes: ['*'] });
    state.bot = new Caller(state.platform, await tenantToken(state.platform, app));
  });
  afterAll(() => state.platform?.close());

  it.each(requests.map((s) => [s.file, s] as const))(
    'the gateway takes request %s',
    async (_file, sample) => {
      const route = asksFor(sample) ?? '';
      const params = Object.fromEntries(
        [...route.matchAll(/:(\w+)/g)].map((m) => [m[1] ?? '', 'x'.repeat(27)]),
      );
      const { body, status } = await state.bot!.call(route, { params, query: QUERY, body: sample.body });
      // what it names does not exist here; but nothing is wrong with how it asks
      expect({ status, code: body.code, error: body.error }).not.toMatchObject({ code: 99992402 });
      expect(body.code).not.toBe(9499);
    },
  );

  it('contents of messages have the keys of the samples, in both directions', async () => {
    const read = await contentsOf(state.platform!);
    const missing: string[] = [];
    for (const type of new Set(contents.map((s) => CONTENT.exec(s.endpoint)?.[1] ?? ''))) {
      if (BY_CLIENTS.includes(type)) continue;
      const documented = shapeOf(
        contents.filter((s) => CONTENT.exec(s.endpoint)?.[1] === type).map((s) => s.body),
      );
      expect(read.get(type), type).toBeDefined();
      for (const one of read.get(type) ?? [])
        expect([type, differences(one, documented)]).toEqual([type, []]);
      missing.push(...unsent(documented, shapeOf(read.get(type) ?? [])).map((key) => `${type} ${key}`));
    }
    expect(missing).toEqual(KEYS_NEVER_READ);
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/real-lark.md'), 'utf8');
    for (const key of KEYS_NEVER_READ) expect(page).toContain(`\`${key.split(' ')[1] ?? ''}\``);
  });

  it('every sample is one of those that a test holds the platform to', () => {
    const answers = samples.filter((s) => s.kind === 'response' && answersOf([s], s.endpoint).length > 0);
    const held = (s: Sample): boolean =>
      (answers.includes(s) && routeNames.includes(s.endpoint)) ||
      (s.kind === 'event' && eventsOf([s], s.endpoint).length > 0 && /_v\d$/.test(s.endpoint)) ||
      requests.includes(s) ||
      contents.includes(s) ||
      s.kind === 'error' ||
      s.file.startsWith('ws/') ||
      s.endpoint.endsWith('(cell values)');
    expect(samples.filter((s) => !held(s)).map((s) => `${s.kind} ${s.endpoint}`)).toEqual([
      'response GET /open-apis/wiki/v2/spaces/get_node',
      'headers any',
      'response any (full error structure)',
      'response webhook POST (encrypted body / url_verification)',
      'response webhook answer to url_verification',
      'event event envelope v1.0 / v2.0',
      'event webhook POST (encrypted body)',
    ]);
  });
});

/** The operation that a request asks for, if it is spoken; some call themselves answers. */
function asksFor({ kind, endpoint, body }: Sample): string | undefined {
  const route = endpoint.replace(/ \(filter\)$/, '');
  const fieldsAlone = kind === 'response' && Object.keys(body as object).join() === 'fields';
  const asks = kind === 'request' || route !== endpoint || fieldsAlone;
  return asks && routeNames.includes(route) ? route : undefined;
}
