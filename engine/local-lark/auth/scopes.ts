import { gateway } from '../core/errors.ts';
import type { Actor } from '../core/model.ts';
import type { Resource } from '../core/operation.ts';

interface Need {
  /** head of the operation's name */
  readonly op: string;
  /** what it is about, for the record of refused attempts */
  readonly kind: Resource['kind'];
  /** any of these lets an app write; reading takes the readonly ones too */
  readonly app: readonly string[];
  readonly user?: readonly string[];
  readonly read?: readonly string[];
  /** asked of every app, strict or not */
  readonly always?: true;
}

/** The scopes that operations ask for, as the documentation names them; the first match counts. */
const NEEDS: readonly Need[] = [
  {
    op: 'im.message.create',
    kind: 'message',
    app: ['im:message', 'im:message:send_as_bot', 'im:message:send'],
    user: ['im:message.send_as_user'],
  },
  {
    op: 'im.message.reply',
    kind: 'message',
    app: ['im:message', 'im:message:send_as_bot', 'im:message:send'],
    user: ['im:message.send_as_user'],
  },
  {
    op: 'im.message.reaction',
    kind: 'reaction',
    app: ['im:message', 'im:message.reactions:write_only'],
    read: ['im:message.reactions:read'],
  },
  { op: 'im.image', kind: 'file', app: ['im:resource', 'im:resource:upload'] },
  { op: 'im.file', kind: 'file', app: ['im:resource', 'im:resource:upload'] },
  {
    op: 'im.message',
    kind: 'message',
    app: ['im:message'],
    read: ['im:message:readonly', 'im:message.group_msg'],
  },
  {
    op: 'im.pin',
    kind: 'pin',
    app: ['im:message', 'im:message.pins:write_only'],
    read: ['im:message.pins:read'],
  },
  { op: 'im.tag', kind: 'tag', app: ['im:tag:write', 'im:tag'], read: ['im:tag:read'] },
  { op: 'im.chat', kind: 'chat', app: ['im:chat'], read: ['im:chat:readonly', 'im:chat:read'] },
  { op: 'cardkit.', kind: 'card', app: ['cardkit:card:write'] },
  { op: 'docx.', kind: 'docx', app: ['docx:document'], read: ['docx:document:readonly'] },
  { op: 'docs.', kind: 'docx', app: ['docs:document.content:read'] },
  { op: 'bitable.', kind: 'bitable', app: ['bitable:app', 'base:app'], read: ['bitable:app:readonly'] },
  {
    op: 'drive.public',
    kind: 'file',
    app: ['drive:drive', 'docs:permission.setting:write_only'],
    read: ['drive:drive:readonly', 'docs:permission.setting:readonly'],
  },
  {
    op: 'drive.comment',
    kind: 'comment',
    app: ['drive:drive', 'docs:document.comment:create', 'docs:document.comment:update'],
    read: ['drive:drive:readonly', 'docs:document.comment:read'],
  },
  {
    op: 'drive.',
    kind: 'file',
    app: ['drive:drive', 'docs:doc'],
    read: ['drive:drive:readonly', 'docs:doc:readonly'],
  },
  { op: 'calendar.', kind: 'calendar', app: ['calendar:calendar'], read: ['calendar:calendar:readonly'] },
  // the directory belongs to the company's administration: not even an app that may do everything changes it unasked
  { op: 'contact.user.update', kind: 'user', app: ['contact:contact'], always: true },
  { op: 'contact.department.create', kind: 'department', app: ['contact:contact'], always: true },
  {
    op: 'contact.department',
    kind: 'department',
    app: ['contact:department.base:readonly', 'contact:contact:readonly', 'contact:contact'],
  },
  { op: 'contact.user', kind: 'user', app: ['contact:contact.base:readonly', 'contact:contact:readonly'] },
];

/**
 * Refuses what the token was not given for. Apps that are not strict, and a person's own token, may do everything.
 * @throws LarkError 99991672 for an app, 99991679 for a person's grant
 */
export function requireScope(
  actor: Actor,
  op: string,
  method: string,
  params: Readonly<Record<string, string>>,
): void {
  const need = NEEDS.find((one) => op.startsWith(one.op));
  if (need === undefined) return;
  const asked = actor.kind === 'app' && (actor.app.strict === true || need.always === true);
  const held = actor.kind === 'user' ? actor.client?.scopes : asked ? actor.app.scopes : undefined;
  if (held === undefined || held.includes('*')) return;
  const write = (actor.kind === 'user' ? need.user : undefined) ?? need.app;
  const wanted = method === 'GET' ? [...write, ...(need.read ?? [])] : write;
  if (wanted.some((scope) => held.includes(scope))) return;
  // an attempt to change something is on record, whatever it was refused for
  const refused =
    method === 'GET' ? undefined : { kind: need.kind, token: Object.values(params).at(-1) ?? '' };
  throw actor.kind === 'user'
    ? gateway.userLacksScope(wanted, refused)
    : gateway.appLacksScope(actor.app.app_id, wanted, refused);
}
