import type { PresetStep, StepOf, TableField } from '../../schemas/index.ts';
import { effectKey, type DirectorContext } from './context.ts';
import { perform } from './effect.ts';
import { findLine } from './find-line.ts';

/** Builds the world step by step; what is done already is passed over. */
export async function buildWorld(ctx: DirectorContext, signal?: AbortSignal): Promise<void> {
  const steps = ctx.world.phases?.preset ?? [];
  for (const [i, step] of steps.entries()) {
    signal?.throwIfAborted();
    await runStep(ctx, step, signal);
    ctx.progress({ phase: 'world', done: i + 1, total: steps.length, note: step.id });
  }
}

async function runStep(ctx: DirectorContext, step: PresetStep, signal?: AbortSignal): Promise<void> {
  const effect = { phase: 'preset', id: step.id, op: step.op } as const;
  switch (step.op) {
    case 'group.create': {
      const group = ctx.world.groups[step.key];
      if (group === undefined)
        throw new Error(`step ${step.id} creates group "${step.key}", which the world does not define`);
      const make = async (key: string, chat_id?: string) => ({
        ...(await ctx.platform.createGroup(
          {
            name: group.name,
            description: group.description ?? '',
            private: group.private ?? false,
            members: membersOf(ctx, step.key),
            key,
            ...(chat_id === undefined ? {} : { chat_id }),
          },
          signal,
        )),
      });
      await perform(ctx, {
        ...effect,
        about: { key: step.key },
        run: (key) => make(key),
        recover: async () => {
          const known = new Set(ctx.state.chats.values());
          const left = (await ctx.platform.findGroups(group.name, signal)).find((id) => !known.has(id));
          return left === undefined ? null : make('', left);
        },
      });
      return;
    }
    case 'doc.create':
      await perform(ctx, {
        ...effect,
        about: { key: step.key },
        run: async () => ({ ...(await ctx.platform.createDocument(step, signal)), title: step.title }),
      });
      return;
    case 'base.provision':
      await perform(ctx, {
        ...effect,
        about: { key: step.key },
        run: async () => ({ ...(await ctx.platform.createBase(step, signal)), title: step.name }),
      });
      return;
    case 'base.record':
      await perform(ctx, {
        ...effect,
        about: { base: step.base },
        run: async (key) => ({
          rows: await ctx.platform.addRows(
            { base: ctx.state.base(step.base), fields: fieldsOf(ctx, step.base), rows: step.records, key },
            signal,
          ),
        }),
        recover: async () => {
          // Nobody else writes while the world is built, so the number of rows tells.
          const rows = await ctx.platform.readRows(ctx.state.base(step.base), signal);
          return rows.length < rowsBy(ctx, step) ? null : { rows: step.records.length };
        },
      });
      return;
    case 'doc.share':
    case 'base.share':
      await share(ctx, step, signal);
      return;
    case 'msg':
      await perform(ctx, {
        ...effect,
        about: { group: step.group, actor: step.actor },
        run: async (key) => {
          const sent = await ctx.platform.send(
            { chat_id: ctx.state.chat(step.group), actor: step.actor, text: step.text, key },
            signal,
          );
          return {
            message_id: sent.message_id,
            chat_id: sent.chat_id,
            content_verified: sent.text === step.text,
          };
        },
        recover: async (intent) => {
          const chat_id = ctx.state.chat(step.group);
          const isIt = (text: string): boolean => text === step.text;
          const found = await findLine(ctx, { chat_id, isIt, since: intent.ts }, signal);
          return found && { message_id: found.message_id, chat_id, content_verified: true };
        },
      });
      return;
    case 'wait':
      await perform(ctx, {
        ...effect,
        about: { seconds: step.seconds },
        run: async () => {
          await ctx.clock.wait(step.seconds * 1000, signal);
          return {};
        },
      });
      return;
    case 'group.label':
      await perform(ctx, {
        ...effect,
        run: async () => {
          const groups = step.groups ?? [...ctx.state.chats.keys()];
          const name = step.name ?? ctx.world.label;
          const label = await ctx.platform.labelGroups(
            { name, chat_ids: groups.map((group) => ctx.state.chat(group)) },
            signal,
          );
          return { ...label, name, groups };
        },
      });
      return;
    case 'doc.comment':
      await comment(ctx, step, signal);
      return;
    case 'calendar.event':
      await perform(ctx, {
        ...effect,
        about: { organizer: step.organizer, title: step.title },
        run: async (key) => {
          const start = Date.parse(ctx.world.render.kickoff_local) + step.start_rel_min * 60_000;
          const made = {
            organizer: step.organizer,
            title: step.title,
            start: new Date(start).toISOString(),
            end: new Date(start + step.duration_min * 60_000).toISOString(),
            attendees: step.attendees,
          };
          return { ...(await ctx.platform.createEvent({ ...made, key }, signal)), ...made };
        },
      });
      return;
  }
}

/** The platform has no key for comments: after a kill the document is searched for the line by author and text. */
async function comment(
  ctx: DirectorContext,
  step: StepOf<PresetStep, 'doc.comment'>,
  signal?: AbortSignal,
): Promise<void> {
  const token = (): string => ctx.state.asset(step.doc).token;
  await perform(ctx, {
    phase: 'preset',
    id: step.id,
    op: step.op,
    about: { doc: step.doc, actor: step.actor },
    recover: async () => {
      const all = await ctx.platform.comments(token(), signal);
      const found = all.find((c) => c.author.key === step.actor && c.text === step.text);
      return found === undefined ? null : { comment_id: found.comment_id };
    },
    run: () => ctx.platform.comment({ token: token(), actor: step.actor, text: step.text }, signal),
  });
}

/** Sharing into a group = access for its members, and the link in the group, as people do it. */
async function share(
  ctx: DirectorContext,
  step: StepOf<PresetStep, 'doc.share'> | StepOf<PresetStep, 'base.share'>,
  signal?: AbortSignal,
): Promise<void> {
  const assetKey = step.op === 'doc.share' ? step.doc : step.base;
  const asset = ctx.state.asset(assetKey);
  const chat_id = ctx.state.chat(step.group);
  const text = `《${titleOf(ctx, assetKey)}》 ${ctx.platform.urlOf(asset)}`;
  const give = (): Promise<void> =>
    ctx.platform.share({ asset, to: { kind: 'group', chat_id }, perm: step.perm }, signal);
  await perform(ctx, {
    phase: 'preset',
    id: step.id,
    op: step.op,
    about: { asset: assetKey, group: step.group, perm: step.perm },
    run: async () => {
      await give();
      const key = effectKey(ctx.batchId, `preset.${step.id}`, 1, 'link');
      const sent = await ctx.platform.send({ chat_id, actor: step.actor ?? null, text, key }, signal);
      return { message_id: sent.message_id, token: asset.token };
    },
    recover: async (intent) => {
      // The host of the link may be another one after a restart; the token is the same.
      const isIt = (shown: string): boolean => shown.startsWith('《') && shown.endsWith(asset.token);
      const found = await findLine(ctx, { chat_id, isIt, since: intent.ts }, signal);
      if (found === null) return null;
      await give();
      return { message_id: found.message_id, token: asset.token };
    },
  });
}

/** Rows that a base holds once a step is done. */
function rowsBy(ctx: DirectorContext, step: StepOf<PresetStep, 'base.record'>): number {
  let rows = 0;
  for (const one of ctx.world.phases?.preset ?? []) {
    if (one.op === 'base.record' && one.base === step.base) rows += one.records.length;
    if (one.id === step.id) break;
  }
  return rows;
}

/** Members of a group; `asker` stands for every actor who asks there and is no member by name. */
function membersOf(ctx: DirectorContext, group: string): string[] {
  return (ctx.world.groups[group]?.members ?? []).filter((member) => member in ctx.world.actors);
}

function titleOf(ctx: DirectorContext, asset: string): string {
  for (const step of ctx.world.phases?.preset ?? []) {
    if (step.op === 'doc.create' && step.key === asset) return step.title;
    if (step.op === 'base.provision' && step.key === asset) return step.name;
  }
  return ctx.world.assets?.[asset]?.title ?? asset;
}

function fieldsOf(ctx: DirectorContext, base: string): readonly TableField[] {
  for (const step of ctx.world.phases?.preset ?? []) {
    if (step.op === 'base.provision' && step.key === base) return step.fields;
  }
  return [];
}
