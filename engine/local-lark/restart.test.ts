import { appendFileSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createApp, createUser } from './admin/identities.ts';
import { World } from './core/world.ts';
import { LarkError } from './core/errors.ts';
import type { LocalLark } from './index.ts';
import { openApiRoutes } from './routes.ts';
import { Caller } from './testing/caller.ts';
import { cast, onPlatform, text, withStateFile, type Cast } from './testing/scene.ts';
import { startBot, type Bot } from './testing/sdk-client.ts';

const IM = '/open-apis/im/v1';

it('identities, tokens, messages and the operation log are the same after a restart', async () =>
  withStateFile(async (stateFile) => {
    const seen: unknown[] = [];
    let first: Cast | undefined;
    let list: unknown;
    let ann: unknown;
    const listing = async (who: Caller, chatId: string) =>
      (await who.call(`GET ${IM}/messages`, { query: { container_id_type: 'chat', container_id: chatId } }))
        .body.data;
    await onPlatform({ stateFile, onOperation: (op) => seen.push(op) }, async (platform) => {
      first = await cast(platform);
      await first.ann.call(`POST ${IM}/messages`, {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: first.chatId, ...text('x') },
      });
      await first.eve.call(`GET ${IM}/chats/:chat_id`, { params: { chat_id: first.chatId } });
      list = await listing(first.owner, first.chatId);
      ann = platform.createUser('ann', { name: 'Ann', email: 'ann@example.com' });
      expect(platform.operations()).toEqual(seen);
    });
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    await onPlatform({ stateFile, onOperation: (op) => seen.push(op) }, async (platform) => {
      expect(platform.operations()).toEqual(seen);
      expect(platform.createUser('ann', { name: 'Ann', email: 'ann@example.com' })).toEqual(ann);
      // the old tenant token still holds
      expect(await listing(new Caller(platform, first!.owner.token), first!.chatId)).toEqual(list);
      await new Caller(platform, first!.eve.token).call(`GET ${IM}/chats/:chat_id`, {
        params: { chat_id: first!.chatId },
      });
      const seqs = platform.operations().map((o) => o.seq);
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    });
  }));

it('heals a torn last line, and refuses a file that is damaged before', async () =>
  withStateFile(async (stateFile) => {
    await onPlatform({ stateFile }, async (platform) => {
      platform.createUser('ann', { name: 'Ann' });
      return Promise.resolve();
    });
    const whole = readFileSync(stateFile, 'utf8');
    appendFileSync(stateFile, '{"w":[["users","on_x",{"na');
    await onPlatform({ stateFile }, async () => Promise.resolve());
    expect(readFileSync(stateFile, 'utf8')).toBe(whole);
    writeFileSync(stateFile, `{"w":[\n${whole}`);
    await expect(onPlatform({ stateFile }, async () => Promise.resolve())).rejects.toThrow(
      `${stateFile}:1 is damaged`,
    );
  }));

it('a bot reconnects after a restart and hears what it missed', async () =>
  withStateFile(async (stateFile) => {
    let port = 0;
    let bot: Bot | undefined;
    const said: string[] = [];
    let botId = '';
    const greet = (platform: LocalLark, scene: Cast, said: string) =>
      new Caller(platform, scene.ann.token).call(`POST ${IM}/messages`, {
        query: { receive_id_type: 'open_id' },
        body: { receive_id: botId, ...text(said) },
      });
    const note = (e: { type: string; data: unknown }): void => {
      if (e.type === 'im.message.receive_v1')
        said.push((e.data as { message: { content: string } }).message.content);
    };
    let scene: Cast | undefined;
    await onPlatform({ stateFile }, async (platform) => {
      port = platform.port;
      scene = await cast(platform);
      botId = ((await scene.bot.call('GET /open-apis/bot/v3/info')).body['bot'] as { open_id: string })
        .open_id;
      bot = await startBot(platform, scene.botApp, note);
      await greet(platform, scene, 'before');
      await expect.poll(() => said.length).toBe(1);
    });
    await onPlatform({ stateFile, port }, async (platform) => {
      // this process still keeps a socket of the server that is gone
      await expect
        .poll(() =>
          fetch(platform.domain).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await greet(platform, scene!, 'after');
      await platform.waitForConnection(scene!.botApp.app_id);
      await expect.poll(() => said.at(-1), { timeout: 5000 }).toBe('{"text":"after"}');
      bot!.close();
    });
    expect(said).toContain('{"text":"before"}');
  }));

/** A random act of a random actor, by numbers: which route, whom, which known thing. */
const number = fc.noBias(fc.nat({ max: 9999 }));
const act = fc.record({ route: number, who: number, pick: number, word: fc.string({ maxLength: 8 }) });

it('replaying the state file gives the same rows, whatever was done', async () =>
  withStateFile(async (stateFile) => {
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60, size: 'max' }), async (acts) => {
        writeFileSync(stateFile, '');
        let clock = 1_767_000_000_000;
        const world = new World(stateFile, () => (clock += 7), undefined);
        const users = ['a', 'b'].map((k) => createUser(world, k, { name: k }));
        const apps = ['x', 'y'].map((k) => createApp(world, k, { name: k }));
        for (const op of SEED)
          perform(world, users, apps, {
            route: writes.findIndex((r) => r.op === op),
            who: 0,
            pick: 0,
            word: 'seed',
          });
        for (const a of acts) perform(world, users, apps, a);
        copyFileSync(stateFile, `${stateFile}.copy`);
        const again = new World(`${stateFile}.copy`, () => clock, undefined);
        expect(again.store.dump()).toEqual(world.store.dump());
        expect(again.store.operations).toEqual(world.store.operations);
        for (const op of world.store.operations) done.add(op.op);
        expect(again.store.nextSeq()).toBe(world.store.nextSeq());
        world.store.close();
        again.store.close();
        return Promise.resolve();
      }),
      { numRuns: 60 },
    );
    // the property says nothing unless most kinds of writes took place
    expect(done.size).toBeGreaterThan(20);
  }));

const writes = openApiRoutes.filter((r) => r.method !== 'GET');

/** What is there before the random acts begin. */
const SEED = [
  'im.chat.create',
  'im.message.create',
  'docx.document.create',
  'docx.block.create',
  'bitable.app.create',
  'bitable.record.create',
];

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Calls the handler of a random route as the server would: refusals roll back and leave only their log entry. */
function perform(
  world: World,
  users: { union_id: string }[],
  apps: { app_id: string }[],
  { route, who, pick, word }: Act,
): void {
  const chosen = writes[route % writes.length]!;
  const user = world.user(users[who % users.length]!.union_id)!;
  const app = world.app(apps[who % apps.length]!.app_id)!;
  const actor = who % 2 === 0 ? ({ kind: 'app', app } as const) : ({ kind: 'user', user } as const);
  const any = <T>(rows: Iterable<T>): T | undefined => [...rows][pick % Math.max(1, [...rows].length)];
  const record = any(world.rows.records.values());
  const table = world.rows.tables.get(record?.table_id ?? '') ?? any(world.rows.tables.values());
  const reaction = any(world.rows.reactions.values());
  const message = world.rows.messages.get(reaction?.message_id ?? '') ?? any(world.rows.messages.values());
  const node = any([...world.rows.nodes.values()].filter((n) => n.kind === 'docx'));
  const chat = any(world.rows.chats.values())?.chat_id ?? 'oc_none';
  const params = {
    chat_id: chat,
    message_id: message?.message_id ?? 'om_none',
    reaction_id: reaction?.reaction_id ?? 'none',
    document_id: node?.token ?? 'x'.repeat(27),
    block_id: node?.token ?? 'none',
    token: node?.token ?? 'none',
    member_id: users[pick % 2]!.union_id,
    app_token: table?.app_token ?? 'none',
    table_id: table?.table_id ?? 'none',
    field_id: table?.fields[pick % table.fields.length]?.field_id ?? 'none',
    record_id: record?.record_id ?? 'none',
    user_id: users[0]!.union_id,
    calendar_id: any(world.rows.calendars.values())?.calendar_id ?? 'primary',
    event_id: any(world.rows.events.values())?.event_id ?? 'none_0',
    comment_id: any(world.rows.comments.values())?.comment_id ?? '1',
    reply_id: '1',
    tag_id: any(world.rows.tags.values())?.id ?? '1',
    file_token: node?.token ?? 'none',
  };
  const query = {
    receive_id_type: pick % 2 === 0 ? 'chat_id' : 'union_id',
    container_id_type: 'chat',
    container_id: chat,
    member_id_type: pick % 2 === 0 ? 'app_id' : 'union_id',
    user_id_type: 'union_id',
    type: 'docx',
    member_type: 'unionid',
    message_ids: params.message_id,
  };
  const receiver = pick % 2 === 0 ? chat : users[(who + 1) % 2]!.union_id;
  const paragraph = { block_type: 2, text: { elements: [{ text_run: { content: word } }] } };
  const body = {
    ...text(word === '' ? 'x' : word),
    receive_id: receiver,
    reply_in_thread: pick % 3 === 0,
    name: word,
    title: word,
    field_name: word === '' ? 'f' : word,
    type: 1,
    table: { name: word === '' ? 't' : word },
    tables: [{ name: `${word}2` }],
    fields: { 文本: word },
    records: [{ fields: { 文本: word }, record_id: params.record_id }],
    id_list: [pick % 2 === 0 ? apps[1]!.app_id : users[1]!.union_id],
    user_id_list: [users[0]!.union_id],
    bot_id_list: [apps[1]!.app_id],
    reaction_type: { emoji_type: 'OK' },
    children: [paragraph],
    start_index: 0,
    end_index: 1,
    member_type: 'unionid',
    member_id: users[pick % 2]!.union_id,
    perm: 'edit',
  };
  try {
    world.store.transact(() =>
      chosen.run({
        world,
        actor,
        params,
        query,
        body: chosen.op === 'drive.permission.create' ? { ...body, type: 'user' } : body,
      }),
    );
  } catch (error) {
    if (!(error instanceof LarkError)) throw error;
  }
}
