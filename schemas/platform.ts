import * as z from 'zod';
import { keyOf } from './text.ts';

const appId = z
  .string()
  .regex(/^cli_[0-9a-zA-Z]+$/, 'expected an app id such as cli_a1b2c3d4e5f60718')
  .meta({ description: 'App id, `cli_…`, as the developer console shows it' });
const openId = z
  .string()
  .regex(/^ou_[\w-]+$/, 'expected an open_id such as ou_…')
  .meta({ description: 'open_id of the bot as the operator’s app sees it: one is different for each app' });
const secretEnv = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'expected the name of an environment variable')
  .optional()
  .meta({
    description:
      'Environment variable that holds the app’s secret; `LARK_APP_SECRET_` and the app id by default. The secret itself never stands in a file of the evalset',
  });
/** Secrets and tokens travel there: in the clear only to this very machine. */
const url = z
  .string()
  .regex(
    /^(https:\/\/[^/\s@]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)$/,
    'expected https://HOST without a slash at its end (http only to 127.0.0.1)',
  );

export const platformActor = z
  .union([
    z.strictObject({
      union_id: z
        .string()
        .regex(/^on_[\w-]+$/, 'expected a union_id such as on_…')
        .meta({ description: 'A person of the tenant; `sundowner account login` says it' }),
    }),
    z.strictObject({
      app_id: appId,
      secret_env: secretEnv,
      open_id: openId.optional(),
      sees: z.record(keyOf('agent', 'Agent'), openId).optional().meta({
        description: 'open_id of each agent as this bot’s own app sees it: it mentions them by that',
      }),
    }),
  ])
  .meta({ description: 'Who speaks as an actor: a person by `union_id`, or a bot of its own by `app_id`' });

/** A tenant that batches can be run on. Nothing in it is a secret. */
export const platformDefinition = z
  .strictObject({
    domain: url.meta({
      description: 'Open API: `https://open.feishu.cn`, or `https://open.larksuite.com`',
    }),
    web: url.optional().meta({
      description: 'Start of links to documents, such as `https://example.feishu.cn`; the domain by default',
    }),
    accounts: url.optional().meta({
      description: 'Where people log in; made from the domain by default (`https://accounts.feishu.cn`)',
    }),
    operator: z
      .strictObject({ app_id: appId, secret_env: secretEnv })
      .meta({ description: 'The app that builds the world and reads the evidence' }),
    actors: z.record(keyOf('actor', 'Actor'), platformActor).meta({ description: 'Accounts by actor key' }),
    agents: z
      .record(
        keyOf('agent', 'Agent'),
        z.strictObject({ app_id: appId, open_id: openId, secret_env: secretEnv }),
      )
      .meta({ description: 'Bots under test by agent key of the world' }),
    group_interval_ms: z.int().min(200).optional().meta({
      description: 'Pause between two messages of one group, ms; 250 by default. A tenant takes 5 a second',
    }),
    app_interval_ms: z.int().min(0).optional().meta({
      description: 'Pause between two calls of one app, ms; 20 by default',
    }),
    timeout_ms: z.int().min(1000).optional().meta({
      description: 'Longest wait for one answer of the platform, ms; 30000 by default',
    }),
  })
  .meta({ title: 'Platform', description: 'A tenant that batches can be run on; nothing in it is a secret' });

export type PlatformActor = z.infer<typeof platformActor>;
export type PlatformDefinition = z.infer<typeof platformDefinition>;
