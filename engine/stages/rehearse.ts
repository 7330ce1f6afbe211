import { UsageError } from '../batch/errors.ts';
import { logEvent, type DirectorContext } from '../director/context.ts';
import { openStage } from '../graders/index.ts';
import { connectMember } from '../platform/lark/member.ts';
import { cuesOf, Hands, RehearsalAgent } from '../rehearsal/index.ts';
import type { RunningAgent } from './agent-process.ts';
import type { OpenBatch } from './batch.ts';
import type { LocalPlatform } from './local-platform.ts';

/** What an agent takes for an answer by what was measured at a real one: half within 16 s, nine in ten within 175 s. */
const BY_DEFAULT = { median: 16, p90: 175 } as const;

/** Starts the agent of a rehearsal, in this process, as a member of the platform. */
export async function startRehearsal(
  batch: OpenBatch,
  local: LocalPlatform | null,
  ctx: DirectorContext,
  zone: string,
): Promise<RunningAgent> {
  const { manifest, evalset, paths, world, evalBundles } = batch;
  if (local === null)
    throw new UsageError(
      `${batch.paths.root}: a rehearsal is played on a platform of its own, never on a tenant`,
    );
  const app = local.agents[manifest.agent.key];
  if (app === undefined)
    throw new UsageError(`${paths.abs(paths.manifest)}: the world has no agent "${manifest.agent.key}"`);
  const cases = manifest.cases;
  const stage = openStage(evalset, { world, evalBundles, selection: { cases } }, manifest.day0);
  const { role = 'oracle', reply_seconds: seconds = BY_DEFAULT, seed = 1 } = manifest.agent.rehearsal ?? {};
  const agents = Object.fromEntries(
    Object.entries(local.agents).map(([key, { app_id }]) => [
      key,
      { app_id, open_id: local.lark.openId(app.app_id, app_id) },
    ]),
  );
  const settings = { ...local.settings, operator: app, agents };
  const member = await connectMember(settings, zone, stage.names, {
    wait: (ms, signal) => ctx.clock.wait(ms, signal),
  });
  const fields = new Map(
    (world.phases?.preset ?? []).flatMap((step) =>
      step.op === 'base.provision' ? [[step.key, step.fields] as const] : [],
    ),
  );
  const agent = new RehearsalAgent({
    member,
    clock: ctx.clock,
    state: ctx.state,
    hands: new Hands(member, ctx.state, fields, manifest.agent.key),
    cues: cuesOf(stage, evalset.graders?.value.graders ?? {}, role),
    seconds,
    seed,
    told: (case_id, why) => logEvent(ctx, { group: '*', event: 'rehearsal_refused', case_id, note: why }),
  });
  await agent.start();
  return { down: null, since: 0, durable: true, elsewhere: false, stop: () => agent.stop() };
}
