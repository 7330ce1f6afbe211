import type { PreflightContext } from './model.ts';

/** What the apps of a platform must be allowed, by the operation that needs it. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  'group.create': ['im:chat'],
  'doc.create': ['docx:document'],
  'doc.share': ['docs:permission.member'],
  'doc.grant': ['docs:permission.member'],
  'doc.comment': ['docs:document.comment:create'],
  'doc.snapshot': ['docx:document:readonly'],
  'base.provision': ['bitable:app'],
  'base.record': ['bitable:app'],
  'base.share': ['docs:permission.member'],
  'base.grant': ['docs:permission.member'],
  'base.snapshot': ['bitable:app:readonly'],
  'calendar.event': ['calendar:calendar', 'calendar:calendar.event:create'],
  'agent.join_all': ['im:chat.members:write_only'],
  msg: ['im:message', 'im:message.send_as_user'],
  dm: ['im:message', 'im:message.send_as_user'],
  canary: ['im:message', 'im:message.send_as_user'],
  gate: ['im:message.group_msg', 'im:message.reactions:read'],
};

/** The scopes that the steps of a script need, in a fixed order. */
export function scopesOf({ world, execBundles }: PreflightContext['script']): ReadonlySet<string> {
  const ops = new Set<string>([
    ...(world.phases?.preset ?? []).map(({ op }) => op),
    ...(world.phases?.cast ?? []).map(({ op }) => op),
    ...execBundles.flatMap(({ steps }) => steps.map(({ op }) => op)),
  ]);
  return new Set(Object.entries(SCOPES).flatMap(([op, scopes]) => (ops.has(op) ? scopes : [])));
}
