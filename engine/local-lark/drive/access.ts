import type { Actor, DriveKind, DriveNode, Perm, PrincipalId } from '../core/model.ts';
import type { Resource } from '../core/operation.ts';
import { principalOf, type World } from '../core/world.ts';

/** 0 nothing, 1 view, 2 edit, 3 full access; the owner has 3. */
export type Level = 0 | 1 | 2 | 3;

const LEVELS: Readonly<Record<Perm, Level>> = { view: 1, edit: 2, full_access: 3 };

export function levelOfPerm(perm: Perm): Level {
  return LEVELS[perm];
}

/** Everybody here is of the tenant, and a link can be had by anybody. */
function levelByLink(node: DriveNode | undefined): Level {
  const entity = node?.public?.link_share_entity ?? 'closed';
  if (entity.endsWith('_editable')) return 2;
  return entity.endsWith('_readable') ? 1 : 0;
}

/** What a principal may do: by ownership, by the link, by a grant of its own, or by a grant to a chat it is in. */
export function levelOf(world: World, principal: PrincipalId, token: string): Level {
  const node = world.rows.nodes.get(token);
  if (node?.owner === principal) return 3;
  let level = levelByLink(node);
  for (const grant of world.rows.grants.inGroup(token)) {
    const reaches =
      grant.member === principal ||
      (world.rows.chats.get(grant.member)?.members.includes(principal) ?? false);
    if (reaches && LEVELS[grant.perm] > level) level = LEVELS[grant.perm];
  }
  return level;
}

export function resourceOf(node: DriveNode): Resource {
  return { kind: node.kind === 'folder' ? 'file' : node.kind, token: node.token };
}

/** How one product words the two refusals. */
export interface Refusals {
  readonly notFound: () => Error;
  readonly forbidden: (resource: Resource) => Error;
}

/** The document or base, for a caller who may do at least this much with it. */
export function nodeFor(
  world: World,
  actor: Actor,
  kind: DriveKind,
  token: string,
  needed: Level,
  refusals: Refusals,
): DriveNode {
  const node = world.rows.nodes.get(token);
  if (node?.kind !== kind) throw refusals.notFound();
  if (levelOf(world, principalOf(actor), token) < needed) throw refusals.forbidden(resourceOf(node));
  return node;
}

/** Stores a new revision of a document or base, changed by the actor now. */
export function touch(
  world: World,
  actor: Actor,
  node: DriveNode,
  change: Partial<DriveNode> = {},
): DriveNode {
  const current = world.rows.nodes.get(node.token) ?? node;
  return world.store.put(world.rows.nodes, node.token, {
    ...current,
    ...change,
    revision: current.revision + 1,
    modified_at: world.now(),
    modified_by: principalOf(actor),
  });
}

/** A new document or base of the actor. */
export function newNode(
  world: World,
  actor: Actor,
  kind: DriveKind,
  token: string,
  title: string,
  folder_token: string,
): DriveNode {
  const now = world.now();
  const owner = principalOf(actor);
  return world.store.put(world.rows.nodes, token, {
    token,
    seq: world.store.nextSeq(),
    kind,
    title,
    owner,
    folder_token,
    revision: 1,
    created_at: now,
    modified_at: now,
    modified_by: owner,
  });
}

const URL_PATH: Readonly<Record<DriveKind, string>> = {
  docx: 'docx',
  bitable: 'base',
  file: 'file',
  folder: 'drive/folder',
};

/** The link people share; it names no machine. */
export function urlOf(kind: DriveKind, token: string): string {
  return `https://tenant.feishu.cn/${URL_PATH[kind]}/${token}`;
}
