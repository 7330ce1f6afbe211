import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithCorpus } from '../../test/corpus.ts';
import { startLocalLark, type LocalLark } from './index.ts';
import { openApiRoutes } from './routes.ts';
import { cells, message, page, segments, TABLE, WITHOUT_SAMPLE } from './testing/without-sample.ts';
import { answersOf, eventsOf, larkSamples } from './testing/samples.ts';
import { addSample, differences, emptyShape, type Shape } from './testing/shapes.ts';
import { NEVER_SENT, neverSentRows, tableUnder } from './testing/never-sent.ts';
import { tour, type Tour } from './testing/tour.ts';
import { shapeOf, unsent } from './testing/unsent.ts';

const routeNames = openApiRoutes.map((r) => `${r.method} ${r.path}`);

const SOMEBODY = {
  solver_user_id: '',
  reply_list: { replies: [{ content: { elements: [{ docs_link: { url: '' }, person: { user_id: '' } }] } }] },
};

/** Events of which the corpus has no sample. */
const EVENTS_WITHOUT_SAMPLE = [
  'drive.notice.comment_add_v1',
  'im.chat.member.bot.added_v1',
  'im.chat.member.user.deleted_v1',
  'im.message.recalled_v1',
];

/** Answers of the corpus to operations that this platform does not speak: docs/real-lark.md gives the reason. */
const NOT_SPOKEN = ['GET /open-apis/wiki/v2/spaces/get_node'];

/** The same of events. */
const NOT_SENT = [
  'application.bot.menu_v6',
  'auth.user_access_token.revoked_v4',
  'drive.file.bitable_field_changed_v1',
  'im.chat.member.user.withdrawn_v1',
];

describeWithCorpus('answers against the collected payloads', (dir) => {
  const samples = larkSamples(dir);
  const state: { platform?: LocalLark; tour?: Tour } = {};
  beforeAll(async () => {
    state.platform = await startLocalLark();
    state.tour = await tour(state.platform);
  });
  afterAll(async () => state.platform?.close());

  const block = blockShape(samples);
  const written = writtenFields(samples);
  const swapFor =
    (name: string) =>
    (path: string): Shape | undefined => {
      if (name.includes('/docx/'))
        return /^data\.(items|children|blocks)\[\]$|^data\.block$/.test(path) ? block : undefined;
      const writes = name.includes('/records') && !name.startsWith('GET') && !/search|batch_get/.test(name);
      return writes && /^data\.records?(\[\])?\.fields$/.test(path) ? written : undefined;
    };

  it('the tour calls every registered route, and each succeeds', () => {
    const called = new Set(state.tour!.answers.map((a) => a.route));
    expect(routeNames.filter((name) => !called.has(name))).toEqual([]);
    const failed = state.tour!.answers.filter(
      (a) => a.reply.status !== 200 || ![0, undefined].includes(a.reply.body.code),
    );
    expect(failed).toEqual([]);
  });

  it('the operations without a sample are exactly the listed ones', () => {
    expect(routeNames.filter((name) => answersOf(samples, name).length === 0).sort()).toEqual(
      Object.keys(WITHOUT_SAMPLE).sort(),
    );
  });

  it('what is not spoken is exactly what is listed, here and for people', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/real-lark.md'), 'utf8');
    const endpoints = samples
      .filter((s) => s.kind === 'response' && /^[A-Z]+ \/open-apis\/\S+$/.test(s.endpoint))
      .map((s) => s.endpoint)
      .filter((endpoint) => !routeNames.includes(endpoint));
    expect([...new Set(endpoints)].sort()).toEqual(NOT_SPOKEN);
    const sent = new Set(state.tour!.events.map((e) => e.header.event_type));
    const events = samples
      .filter((s) => s.kind === 'event' && /^[a-z]\w*(\.\w+)+_v\d$/.test(s.endpoint))
      .map((s) => s.endpoint)
      .filter((type) => !sent.has(type));
    expect([...new Set(events)].sort()).toEqual(NOT_SENT);
    const told = [...NOT_SPOKEN.map((e) => e.replace('/open-apis', '')), ...NOT_SENT];
    expect(told.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(routeNames)('%s', (name) => {
    const shape = addSample(emptyShape(), { code: 0, msg: '' });
    const { like, declared } = WITHOUT_SAMPLE[name] ?? {};
    for (const sample of answersOf(samples, name)) addSample(shape, sample);
    for (const sample of answersOf(samples, like ?? '')) addSample(shape, asList(name, sample));
    if (declared !== undefined) addSample(shape, declared);
    // the only sample of the block list was re-serialised by a client; its paging is that of the children
    if (name.endsWith('/blocks')) addSample(shape, { data: page });
    if (name === `GET ${TABLE}/records/:record_id`) addSample(shape, { data: { record: { fields: cells } } });
    if (name === `POST ${TABLE}/records/search`)
      addSample(shape, { data: { items: [{ fields: { segments } }] } });
    // the messages under a merged forward, as the declarations have them
    if (name === message) addSample(shape, { data: { items: [{ upper_message_id: '' }] } });
    // one that goes into a thread stands there
    if (name.endsWith('/merge_forward')) addSample(shape, { data: { message: { thread_id: '' } } });
    // the documented list has no second page
    if (name === 'GET /open-apis/drive/v1/files') addSample(shape, { data: { next_page_token: '' } });
    // documented with null where a person stands in every other answer
    if (name.endsWith('/comments/:comment_id') || name.endsWith('/comments/batch_query'))
      addSample(shape, {
        data: { ...SOMEBODY, items: [SOMEBODY] },
      });
    for (const { reply } of state.tour!.answers.filter((a) => a.route === name))
      expect(differences(reply.body, shape, swapFor(name))).toEqual([]);
  });

  /** Keys of the samples of `where` that nothing which was sent has. */
  const keysUnsent = (where: string): string[] => {
    const operation = routeNames.includes(where);
    const sent = operation
      ? state.tour!.answers.filter((a) => a.route === where).map((a) => a.reply.body)
      : state.tour!.events.filter((e) => e.header.event_type === where);
    const known = operation ? answersOf(samples, where) : eventsOf(samples, where);
    // a block may be of any kind in any answer: their kinds are held against all blocks together
    const block = /^data\.(items|children|blocks)\[\]$|^data\.block$/;
    return unsent(shapeOf(known), shapeOf(sent), (path) => where.includes('/docx/') && block.test(path));
  };

  it('every key of every sample is sent in some state, or named with its reason', () => {
    const types = [...new Set(state.tour!.events.map((e) => e.header.event_type))];
    const found = [...routeNames, ...types].flatMap((where) =>
      keysUnsent(where).map((key) => `${where} ${key}`),
    );
    const named = NEVER_SENT.flatMap(({ where, keys }) => keys.map((key) => `${where} ${key}`));
    expect(found.sort()).toEqual(named.sort());
  });

  it('every key of every block of a document is sent', () => {
    const blocks = (bodies: readonly unknown[]): unknown[] => bodies.flatMap(blocksIn);
    const documents = samples.filter((s) => s.file.startsWith('docx') && s.kind === 'response');
    const sent = state.tour!.answers.filter((a) => a.route.includes('/docx/')).map((a) => a.reply.body);
    expect(unsent(shapeOf(blocks(documents.map((s) => s.body))), shapeOf(blocks(sent)))).toEqual([]);
  });

  it('people read the same list', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/real-lark.md'), 'utf8');
    expect(tableUnder(page, '### Keys that are never sent')).toEqual(neverSentRows());
  });

  it('discovery of the long connection', () => {
    const shape = emptyShape();
    for (const sample of answersOf(samples, 'POST /callback/ws/endpoint')) addSample(shape, sample);
    // `msg` is "" in the SDK's own reading, and missing in the only sample
    addSample(shape, { msg: '' });
    expect(differences(state.tour!.discovery, shape)).toEqual([]);
    const { URL: url } = (state.tour!.discovery as { data: { URL: string } }).data;
    expect([...new URL(url).searchParams.keys()]).toEqual([
      'fpid',
      'aid',
      'device_id',
      'access_key',
      'service_id',
      'ticket',
    ]);
  });

  it('every event that is sent', () => {
    const types = [...new Set(state.tour!.events.map((e) => e.header.event_type))].sort();
    expect(types.filter((t) => eventsOf(samples, t).length === 0)).toEqual(EVENTS_WITHOUT_SAMPLE);
    for (const event of state.tour!.events) {
      if (EVENTS_WITHOUT_SAMPLE.includes(event.header.event_type)) continue;
      const shape = emptyShape();
      for (const sample of eventsOf(samples, event.header.event_type)) addSample(shape, sample);
      allowNullUserId(shape);
      expect({ type: event.header.event_type, differences: differences(event, shape) }).toEqual({
        type: event.header.event_type,
        differences: [],
      });
    }
  });
});

/** The list of fields shows each as its creation does, but for the description: there it is a plain text. */
function asList(name: string, sample: unknown): unknown {
  if (name !== `GET ${TABLE}/fields`) return sample;
  const { field } = (sample as { data: { field: Record<string, unknown> } }).data;
  const { description: _structured, ...listed } = field;
  return { data: { items: [listed] } };
}

/** Writes echo what was sent: the cells of all write requests of the corpus. */
function writtenFields(samples: ReturnType<typeof larkSamples>): Shape {
  const fields = samples
    .filter((s) => s.endpoint.includes('/records') && s.kind === 'request')
    .flatMap((s) => {
      const body = s.body as { fields?: unknown; records?: { fields?: unknown }[] };
      return [body.fields, ...(body.records ?? []).map((r) => r.fields)];
    })
    .filter((f) => f !== undefined);
  const shape = addSample(emptyShape(), { fields: { cleared: null, segments } });
  for (const sample of fields) addSample(shape, { fields: sample });
  return shape.keys.get('fields') ?? emptyShape();
}

/** Without the employee-id scope `user_id` is null in every event, as all recent captures of messages show. */
function allowNullUserId(shape: Shape): void {
  for (const [key, child] of shape.keys) {
    if (key === 'user_id') child.types.add('null');
    allowNullUserId(child);
  }
  if (shape.items !== undefined) allowNullUserId(shape.items);
}

/** Everything in a body that is a block of a document. */
function blocksIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...('block_type' in value ? [value] : []), ...Object.values(value).flatMap(blocksIn)];
}

/** The kinds of blocks whose body is a text. */
const TEXTUAL = /^(page|text|bullet|ordered|code|quote|todo|heading\d)$/;

/**
 * A docx block may be of any kind in any answer: the union of all blocks of the corpus. The type declarations give all
 * texts one shape, and clients that wrote some of the samples have left out what is false.
 */
function blockShape(samples: ReturnType<typeof larkSamples>): Shape {
  const blocks = samples.filter((s) => s.file.startsWith('docx')).flatMap((s) => blocksIn(s.body));
  const shape = shapeOf(blocks);
  const texts = blocks.flatMap((block) =>
    Object.entries(block as Record<string, unknown>).flatMap(([key, body]) =>
      TEXTUAL.test(key) ? [body] : [],
    ),
  );
  const text = shapeOf(texts);
  for (const key of [...shape.keys.keys(), 'todo']) if (TEXTUAL.test(key)) shape.keys.set(key, text);
  return shape;
}
