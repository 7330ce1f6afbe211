import type { Caller } from './caller.ts';
import type { TourPlatform } from './tour.ts';

/** Ann gives the app codes and tokens, which it exchanges in each of the three ways. */
export async function tokens(
  platform: TourPlatform,
  bot: Caller,
  app: { app_id: string; app_secret: string },
): Promise<void> {
  const client = { client_id: app.app_id, client_secret: app.app_secret };
  const first = await platform.grantUser('ann', app.app_id);
  const second = await bot.call('POST /open-apis/authen/v2/oauth/token', {
    body: { ...client, grant_type: 'refresh_token', refresh_token: first.refresh_token },
  });
  await bot.call('POST /oauth/v3/token', {
    body: { ...client, grant_type: 'refresh_token', refresh_token: second.body['refresh_token'] },
  });
  const asked = await fetch(`${platform.domain}/local/v1/user_codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'ann', app_id: app.app_id }),
  });
  const { code } = (await asked.json()) as { code: string };
  const refresh_token = await bot.get('POST /open-apis/authen/v1/oidc/access_token', 'refresh_token', {
    body: { grant_type: 'authorization_code', code },
  });
  await bot.call('POST /open-apis/authen/v1/oidc/refresh_access_token', {
    body: { grant_type: 'refresh_token', refresh_token },
  });
}
