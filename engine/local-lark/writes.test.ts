import { expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import { openApiRoutes } from './routes.ts';
import { startLocalLark } from './index.ts';
import { onPlatform } from './testing/scene.ts';
import { FREE, reads, stage, WRITES, type Stage } from './testing/writes/index.ts';
import { tour } from './testing/tour.ts';

// Some hundred calls each: on a busy machine they take their time.
vi.setConfig({ testTimeout: 120_000 });

/** Operations that read, or that hand out what opens doors: they change nothing that people would call the world. */
const NO_WRITES =
  /^(?!cardkit\.element).*\.(get|list|search|info|bound|batch_get|batch_query|batch_get_id|find_by_department|basic_batch|batch|raw_content|content|children|convert|mget|resource|is_in_chat|primary|instance_view|views|read_users)$|^auth|^bot\.info|freebusy/;

it('the writes of this test are those of all routes', () => {
  const writing = openApiRoutes.map((r) => r.op).filter((op) => !NO_WRITES.test(op));
  const known = new Set<string>([...WRITES.flatMap((write) => write.ops), ...FREE]);
  expect([...new Set(writing)].filter((op) => !known.has(op)).sort()).toEqual([]);
});

it('the reads of this test are those of all routes', () => {
  const asked = new Set(reads({}).map(([route]) => route));
  const reading = openApiRoutes.filter(({ op }) => NO_WRITES.test(op) && !/^auth/.test(op));
  const left = reading.map((r) => `${r.method} ${r.path}`).filter((route) => !asked.has(route));
  // only a person may ask who his direct chats are with
  expect(left).toEqual(['POST /open-apis/im/v1/chat_p2p/batch_query']);
});

it('a tour of every operation leaves no change that the log does not explain', async () => {
  const platform = await startLocalLark();
  try {
    const before = platform.snapshot();
    await tour(platform);
    const logged = new Set(platform.operations().map((op) => op.op));
    // one operation may do what two routes offer
    expect(FREE.filter((op) => !logged.has(op) && op !== 'drive.import.create')).toEqual([]);
    const unexplained = platform
      .compareWorlds(before, platform.snapshot())
      // people and apps are made by whoever runs the platform
      .filter((d) => d.seq === undefined && !/^(users|apps)\//.test(d.path));
    expect(unexplained).toEqual([]);
  } finally {
    await platform.close();
  }
});

/** Does each chosen write, as itself, against a locked door, or and back again; returns how many it did. */
async function play(
  scene: Stage,
  choices: readonly { write: number; how: 'done' | 'blocked' | 'reverted' }[],
) {
  const missed: string[] = [];
  for (const { write, how } of choices) {
    const one = WRITES[write % WRITES.length]!;
    const from = scene.platform.operations().length;
    const before = scene.platform.snapshot();
    if (how === 'blocked') await one.blocked(scene);
    else await one.run(scene);
    if (how === 'reverted') await one.revert?.(scene);
    const ops = scene.platform.operations().slice(from);
    const outcome = how === 'blocked' ? 'blocked' : 'done';
    const who = how === 'blocked' ? scene.intruderId : scene.agentId;
    const found = ops.filter(
      (op) => op.outcome === outcome && op.actor.id === who && one.ops.includes(op.op),
    );
    if (found.length === 0) missed.push(`${how} ${one.ops.join('/')}: ${JSON.stringify(ops)}`);
    const differences = scene.platform.compareWorlds(before, scene.platform.snapshot());
    if (how === 'blocked' && differences.length > 0)
      missed.push(`blocked, yet changed: ${one.ops.join('/')}`);
    if (differences.some((d) => d.seq === undefined))
      missed.push(`unexplained: ${JSON.stringify(differences)}`);
    // what was done goes back again unseen, so that the next one finds the world as it was
    if (how === 'done') await one.revert?.(scene);
    if (how === 'reverted' && one.revert !== undefined && one.exact === true && differences.length > 0)
      missed.push(`reverted, yet changed: ${JSON.stringify(differences)}`);
  }
  return missed;
}

it('finds 200 undeclared, blocked and reverted writes', async () => {
  await onPlatform({}, async (platform) => {
    const scene = await stage(platform);
    const choices = fc.sample(
      fc.record({
        write: fc.nat(),
        how: fc.constantFrom('done' as const, 'blocked' as const, 'reverted' as const),
      }),
      { numRuns: 200 - WRITES.length, seed: 20260906 },
    );
    // every write at least once, then at random
    const every = WRITES.map((_, write) => ({ write, how: 'blocked' as const }));
    expect(await play(scene, [...every, ...choices])).toEqual([]);
  });
});

it('reads raise no alarm: nothing is logged as done, and no two snapshots differ', async () => {
  await onPlatform({}, async (platform) => {
    const scene = await stage(platform);
    for (const write of WRITES) {
      await write.run(scene);
      await write.revert?.(scene);
    }
    const [from, before] = [platform.operations().length, platform.snapshot()];
    const refused = await scene.readEverything();
    expect(refused).toEqual([]);
    expect(platform.operations().slice(from)).toEqual([]);
    expect(platform.compareWorlds(before, platform.snapshot())).toEqual([]);
  });
});
