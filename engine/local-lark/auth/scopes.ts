import { gateway } from '../core/errors.ts';
import type { Actor } from '../core/model.ts';

interface Need {
  /** head of the operation's name */
  readonly op: string;
  /** any of these lets an app write; reading takes the readonly ones too */
  readonly app: readonly string[];
  readonly user?: readonly string[];
  readonly read?: readonly string[];
}

/** The scopes that operations ask for, as the documentation names them; the first match counts. */
const NEEDS: readonly Need[] = [
  {
    op: 'im.message.create',
    app: ['im:message', 'im:message:send_as_bot', 'im:message:send'],
    user: ['im:message.send_as_user'],
  },
  {
    op: 'im.message.reply',
    app: ['im:message', 'im:message:send_as_bot', 'im:message:send'],
    user: ['im:message.send_as_user'],
  },
  {
    op: 'im.message.reaction',
    app: ['im:message', 'im:message.reactions:write_only'],
    read: ['im:message.reactions:read'],
  },
  { op: 'im.image', app: ['im:resource', 'im:resource:upload'] },
  { op: 'im.file', app: ['im:resource', 'im:resource:upload'] },
  { op: 'im.message', app: ['im:message'], read: ['im:message:readonly', 'im:message.group_msg'] },
  { op: 'im.pin', app: ['im:message', 'im:message.pins:write_only'], read: ['im:message.pins:read'] },
  { op: 'im.tag', app: ['im:tag:write', 'im:tag'], read: ['im:tag:read'] },
  { op: 'im.chat', app: ['im:chat'], read: ['im:chat:readonly', 'im:chat:read'] },
  { op: 'docx.', app: ['docx:document'], read: ['docx:document:readonly'] },
  { op: 'docs.', app: ['docs:document.content:read'] },
  { op: 'bitable.', app: ['bitable:app', 'base:app'], read: ['bitable:app:readonly'] },
  {
    op: 'drive.comment',
    app: ['drive:drive', 'docs:document.comment:create', 'docs:document.comment:update'],
    read: ['drive:drive:readonly', 'docs:document.comment:read'],
  },
  { op: 'drive.', app: ['drive:drive', 'docs:doc'], read: ['drive:drive:readonly', 'docs:doc:readonly'] },
  { op: 'calendar.', app: ['calendar:calendar'], read: ['calendar:calendar:readonly'] },
  { op: 'contact.user', app: ['contact:contact.base:readonly', 'contact:contact:readonly'] },
];

/**
 * Refuses what the token was not given for. Apps that are not strict, and a person's own token, may do everything.
 * @throws LarkError 99991672 for an app, 99991679 for a person's grant
 */
export function requireScope(actor: Actor, op: string, method: string): void {
  const held =
    actor.kind === 'user' ? actor.client?.scopes : actor.app.strict === true ? actor.app.scopes : undefined;
  if (held === undefined || held.includes('*')) return;
  const need = NEEDS.find((one) => op.startsWith(one.op));
  if (need === undefined) return;
  const write = (actor.kind === 'user' ? need.user : undefined) ?? need.app;
  const wanted = method === 'GET' ? [...write, ...(need.read ?? [])] : write;
  if (wanted.some((scope) => held.includes(scope))) return;
  throw actor.kind === 'user'
    ? gateway.userLacksScope(wanted)
    : gateway.appLacksScope(actor.app.app_id, wanted);
}
