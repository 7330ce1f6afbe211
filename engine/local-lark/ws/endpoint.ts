import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import { hex, newId } from '../core/ids.ts';
import { openRoute, type Route } from '../http/route.ts';

/** All in seconds. An embedded platform comes back at once after a restart, so clients need not spread out. */
export const CLIENT_CONFIG = {
  PingInterval: 120,
  ReconnectCount: -1,
  ReconnectInterval: 1,
  ReconnectNonce: 0,
};

/** The same in every real URL seen. */
export const SERVICE_ID = 33554678;

const AUTH_FAILED = 514;

/** What a ticket lets in: used once, then gone. */
export class Tickets {
  private readonly issued = new Map<string, string>();

  issue(app_id: string): string {
    const ticket = newId.uuid();
    this.issued.set(ticket, app_id);
    return ticket;
  }

  redeem(ticket: string): string | undefined {
    const app = this.issued.get(ticket);
    this.issued.delete(ticket);
    return app;
  }
}

/** Discovery of the long connection. Refusals carry `data: {}`: the Node SDK looks into `data` before `code`. */
export function endpointRoute(tickets: Tickets, host: () => string): Route {
  return openRoute({
    path: '/callback/ws/endpoint',
    op: 'ws.endpoint',
    body: z.object({ AppID: z.string().default(''), AppSecret: z.string().default('') }),
    run: ({ world, body }) => {
      const app = world.app(body.AppID);
      if (app === undefined || app.app_secret !== body.AppSecret)
        throw new LarkError(200, AUTH_FAILED, 'app_id or app_secret is invalid', { bare: true });
      // device_id and service_id must not come first: the SDK parses the whole URL as a query string
      const query = `fpid=493&aid=552564&device_id=${newId.digits(19)}&access_key=${hex(32)}&service_id=${SERVICE_ID}&ticket=${tickets.issue(app.app_id)}`;
      return { msg: '', data: { URL: `ws://${host()}/ws/v2?${query}`, ClientConfig: CLIENT_CONFIG } };
    },
  });
}
