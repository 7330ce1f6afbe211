import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import type { Actor, DriveNode, Grant, Perm } from '../core/model.ts';
import { findUser, idOf } from '../core/resolve.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { levelOf, levelOfPerm, resourceOf } from './access.ts';

const memberType = z.enum(['openid', 'unionid', 'userid', 'email', 'openchat', 'appid']);
const perm = z.enum(['view', 'edit', 'full_access']);
const nodeType = z.enum(['docx', 'bitable', 'file', 'folder']);

const Member = z.object({
  member_type: memberType,
  member_id: z.string().min(1),
  perm,
  perm_type: z.enum(['container', 'single_page']).optional(),
  type: z.enum(['user', 'chat']).optional(),
});
type Member = z.infer<typeof Member>;

const drive = {
  invalidParameter: () => new LarkError(400, 1063001, 'Invalid parameter'),
  denied: (node: DriveNode) =>
    new LarkError(403, 1063002, 'Permission denied', { refused: resourceOf(node) }),
  invalidOperation: () => new LarkError(400, 1063003, 'Invalid operation'),
  gone: () => new LarkError(404, 1063005, 'Resource is deleted'),
};

/** The document, for a caller who can at least read it: nobody else may see or change its members. */
function shared(world: World, actor: Actor, token: string, type: string): DriveNode {
  const node = world.rows.nodes.get(token);
  if (node?.kind !== type) throw drive.gone();
  if (levelOf(world, principalOf(actor), token) === 0) throw drive.denied(node);
  return node;
}

/** Who a member id means: a principal, or a chat the caller is in. */
function memberOf(
  world: World,
  actor: Actor,
  node: DriveNode,
  type: z.infer<typeof memberType>,
  id: string,
): string {
  if (type === 'openchat') {
    const chat = world.rows.chats.get(id);
    if (chat === undefined) throw drive.invalidParameter();
    if (!chat.members.includes(principalOf(actor))) throw drive.denied(node);
    return id;
  }
  const found =
    type === 'appid'
      ? world.app(id)?.app_id
      : type === 'email'
        ? world.userByEmail(id)?.union_id
        : findUser(
            world,
            actor,
            type === 'openid' ? 'open_id' : type === 'unionid' ? 'union_id' : 'user_id',
            id,
          );
  if (found === undefined) throw drive.invalidParameter();
  return found;
}

const keyOf = (token: string, member: string): string => `${token}|${member}`;

/** Nobody gives, takes or changes more than what they have themselves. */
function requireLevel(world: World, actor: Actor, node: DriveNode, ...perms: Perm[]): void {
  const own = levelOf(world, principalOf(actor), node.token);
  if (perms.some((p) => levelOfPerm(p) > own)) throw drive.denied(node);
}

function put(world: World, actor: Actor, node: DriveNode, member: string, wanted: Perm, op: string): void {
  const key = keyOf(node.token, member);
  const before = world.rows.grants.get(key);
  requireLevel(world, actor, node, wanted, ...(before === undefined ? [] : [before.perm]));
  if (member === node.owner) return;
  const grant: Grant = { token: node.token, seq: before?.seq ?? world.store.nextSeq(), member, perm: wanted };
  world.store.put(world.rows.grants, key, grant);
  world.done(actor, {
    op,
    resource: resourceOf(node),
    ...(before === undefined ? {} : { before: { member, perm: before.perm } }),
    after: { member, perm: wanted },
  });
}

function create(world: World, actor: Actor, node: DriveNode, wanted: Member): Record<string, unknown> {
  const member = memberOf(world, actor, node, wanted.member_type, wanted.member_id);
  put(world, actor, node, member, wanted.perm, 'drive.permission.create');
  return wire(wanted);
}

function wire(member: Member): Record<string, unknown> {
  return {
    member_type: member.member_type,
    member_id: member.member_id,
    perm: member.perm,
    perm_type: member.perm_type ?? 'container',
    type: member.type ?? (member.member_type === 'openchat' ? 'chat' : 'user'),
  };
}

function listed(world: World, actor: Actor, grant: Pick<Grant, 'member' | 'perm'>): Record<string, unknown> {
  const chat = grant.member.startsWith('oc_');
  const app = isApp(grant.member);
  return {
    ...wire({
      member_type: chat ? 'openchat' : app ? 'appid' : 'openid',
      member_id: chat || app ? grant.member : idOf(world, world.viewOf(actor), 'open_id', grant.member),
      perm: grant.perm,
    }),
    name: chat ? (world.rows.chats.get(grant.member)?.name ?? '') : world.nameOf(grant.member),
    avatar: 'https://s3-imfile.feishucdn.com/static-resource/v1/avatar-placeholder',
    external_label: false,
  };
}

const MEMBERS = '/open-apis/drive/v1/permissions/:token/members';
const query = z.object({ type: nodeType, need_notification: z.string().optional() });

/** Collaborators of documents and bases. `msg` is "Success" where the documentation shows it so. */
export const permissionRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: MEMBERS,
    op: 'drive.permission.create',
    query,
    body: Member,
    run: ({ world, actor, params, query: { type }, body }) => {
      const node = shared(world, actor, params.token, type);
      return { msg: 'Success', data: { member: create(world, actor, node, body) } };
    },
  }),
  route({
    method: 'POST',
    path: `${MEMBERS}/batch_create`,
    op: 'drive.permission.create',
    query,
    body: z.object({ members: z.array(Member).min(1).max(10) }),
    run: ({ world, actor, params, query: { type }, body }) => {
      const node = shared(world, actor, params.token, type);
      return { data: { members: body.members.map((m) => create(world, actor, node, m)) } };
    },
  }),
  route({
    method: 'GET',
    path: MEMBERS,
    op: 'drive.permission.list',
    query: z.object({ type: nodeType, fields: z.string().optional(), perm_type: z.string().optional() }),
    run: ({ world, actor, params, query: { type } }) => {
      const node = shared(world, actor, params.token, type);
      const grants = world.rows.grants.inGroup(node.token).sort((a, b) => a.seq - b.seq);
      const owner = { member: node.owner, perm: 'full_access' as const };
      return { msg: 'Success', data: { items: [owner, ...grants].map((g) => listed(world, actor, g)) } };
    },
  }),
  route({
    method: 'PUT',
    path: `${MEMBERS}/:member_id`,
    op: 'drive.permission.update',
    query,
    body: z.object({
      member_type: memberType,
      perm,
      perm_type: z.enum(['container', 'single_page']).optional(),
      type: z.enum(['user', 'chat']).optional(),
    }),
    run: ({ world, actor, params, query: { type }, body }) => {
      const node = shared(world, actor, params.token, type);
      const member = memberOf(world, actor, node, body.member_type, params.member_id);
      if (world.rows.grants.get(keyOf(node.token, member)) === undefined) throw drive.invalidOperation();
      put(world, actor, node, member, body.perm, 'drive.permission.update');
      return { data: { member: wire({ ...body, member_id: params.member_id }) } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${MEMBERS}/:member_id`,
    op: 'drive.permission.delete',
    query: z.object({ type: nodeType, member_type: memberType }),
    run: ({ world, actor, params, query: { type, member_type } }) => {
      const node = shared(world, actor, params.token, type);
      const member = memberOf(world, actor, node, member_type, params.member_id);
      const grant = world.rows.grants.get(keyOf(node.token, member));
      if (grant === undefined) throw drive.invalidOperation();
      requireLevel(world, actor, node, grant.perm);
      world.store.remove(world.rows.grants, keyOf(node.token, member));
      world.done(actor, {
        op: 'drive.permission.delete',
        resource: resourceOf(node),
        before: { member, perm: grant.perm },
      });
      return { data: {} };
    },
  }),
];
