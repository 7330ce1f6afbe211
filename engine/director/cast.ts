import type { CastStep } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { effectKey, type DirectorContext } from './context.ts';
import type { PlatformMessage } from '../platform/port.ts';
import { perform } from './effect.ts';
import { findLine } from './find-line.ts';
import { isPlaceholder } from './substantive.ts';
import { look, waitForChange } from './wait.ts';

/** Admits the agent: grants, groups, and the question that does not count. */
export async function admitAgent(
  ctx: DirectorContext,
  identity: Readonly<Record<string, { app_id: string }>>,
  signal?: AbortSignal,
): Promise<void> {
  const steps = ctx.world.phases?.cast ?? [];
  for (const [i, step] of steps.entries()) {
    signal?.throwIfAborted();
    await runStep(ctx, step, identity, signal);
    ctx.progress({ phase: 'cast', done: i + 1, total: steps.length, note: step.id });
  }
}

async function runStep(
  ctx: DirectorContext,
  step: CastStep,
  identity: Readonly<Record<string, { app_id: string }>>,
  signal?: AbortSignal,
): Promise<void> {
  const effect = { phase: 'cast', id: step.id, op: step.op } as const;
  switch (step.op) {
    case 'agent.create':
    case 'agent.bot':
      await perform(ctx, {
        ...effect,
        about: { agent: step.agent },
        run: () => Promise.resolve({ app_id: identity[step.agent]?.app_id ?? null }),
      });
      return;
    case 'doc.grant':
    case 'base.grant': {
      const assetKey = step.op === 'doc.grant' ? step.doc : step.base;
      const [kind, key = ''] = step.to.split(/:(.*)/s);
      await perform(ctx, {
        ...effect,
        about: { asset: assetKey, to: step.to, perm: step.perm },
        run: async () => {
          const asset = ctx.state.asset(assetKey);
          const to =
            kind === 'agent'
              ? ({ kind: 'agent', agent: key } as const)
              : ({ kind: 'actor', actor: key } as const);
          await ctx.platform.share({ asset, to, perm: step.perm }, signal);
          return { token: asset.token };
        },
      });
      return;
    }
    case 'agent.join_all':
      await perform(ctx, {
        ...effect,
        about: { agent: step.agent, groups: step.groups },
        run: async () => {
          // One after the other: parallel joins of one bot conflict on the platform.
          for (const group of step.groups) {
            await ctx.platform.joinAgent({ agent: step.agent, chat_id: ctx.state.chat(group) }, signal);
          }
          return {};
        },
      });
      return;
    case 'canary':
      await canary(ctx, step, signal);
      return;
    case 'wait':
      await perform(ctx, {
        ...effect,
        run: async () => {
          await ctx.clock.wait(step.seconds * 1000, signal);
          return {};
        },
      });
      return;
  }
}

type Canary = Extract<CastStep, { op: 'canary' }>;

/**
 * Asks the agent once before anything counts. What comes back is journalled; it decides nothing, unless nothing else can
 * tell that the agent is there.
 */
async function canary(ctx: DirectorContext, step: Canary, signal?: AbortSignal): Promise<void> {
  const chat_id = ctx.state.chat(step.group);
  await perform(ctx, {
    phase: 'cast',
    id: step.id,
    op: step.op,
    about: { group: step.group, actor: step.actor },
    run: async (key) => {
      const { actor, text, mention } = step;
      const sent = await ctx.platform.send(
        { chat_id, actor, text, mention, key: keyOfTry(ctx, step, key) },
        signal,
      );
      return awaitCanary(ctx, step, sent, signal);
    },
    recover: async (intent) => {
      const isIt = (text: string): boolean => text === step.text;
      const line = { chat_id, isIt, since: intent.ts, mention: true };
      const found = await findLine(ctx, line, signal);
      return found && awaitCanary(ctx, step, found, signal);
    },
  });
}

/** After a question that nobody heard another one is asked: the platform would not deliver the same one again. */
function keyOfTry(ctx: DirectorContext, { id }: Canary, key: string): string {
  const failed = ctx.journal.entries.filter(
    (entry) => entry.step === `cast.${id}` && entry.status === 'failed',
  );
  return failed.length === 0 ? key : effectKey(ctx.batchId, `cast.${id}`, 1, `try ${failed.length + 1}`);
}

async function awaitCanary(
  ctx: DirectorContext,
  step: Canary,
  sent: PlatformMessage,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const { chat_id, message_id } = sent;
  const end = ctx.clock.now() + step.window_sec * 1000;
  const ref = { caseId: '', group: step.group, attempt: 1, agent: step.mention, crossGroups: [] };
  let heard = false;
  while (ctx.clock.now() < end && ctx.agent.down === null) {
    const seen = look(ctx, ref);
    const root = await ctx.platform.read(message_id, signal);
    const thread = root.thread_id === null ? [] : await ctx.platform.readThread(root.thread_id, signal);
    const group = await ctx.platform.readGroup({ chat_id, from: sent.ts }, signal);
    const said = [...thread, ...group].filter((m) => m.author.kind === 'agent');
    heard ||= said.length > 0;
    const reply = said.find((m) => !isPlaceholder(m.text));
    if (reply !== undefined) return { message_id, reply: reply.message_id, text: reply.text };
    await waitForChange(ctx, ref, seen, end - ctx.clock.now(), false, signal);
  }
  // Every case would fail an agent that nobody has started, or that does not hear its groups.
  if (!heard && ctx.activity === null && ctx.agent.elsewhere)
    throw new UsageError(
      `agent "${step.mention}" is run elsewhere and has not answered the question that tries it (${step.id}) within ${step.window_sec} s; start its bot, see that it gets the messages of its groups (docs/real-lark.md), and go on with \`run --resume\``,
    );
  return { message_id, reply: null };
}
