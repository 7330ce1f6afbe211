import { newId } from '../core/ids.ts';
import type { Actor, Block, DriveNode } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { touch } from '../drive/access.ts';
import {
  bodyKey,
  fullBody,
  isJson,
  isTextual,
  PAGE,
  TABLE,
  TABLE_CELL,
  TEXT,
  type Json,
} from './block-kinds.ts';
import { docx } from './errors.ts';
import { treeText } from './text.ts';
import { blockOf, putBlock, removeTree } from './tree.ts';

const MOST_TABLE_CELLS = 2000;

/** The block as asked for, checked and with defaults; its id, parent and children are given here. */
function blockFrom(input: Json, blockId: string, parentId: string, children: readonly string[]): Block {
  const type = input['block_type'];
  const key = typeof type === 'number' ? bodyKey(type) : undefined;
  if (typeof type !== 'number' || key === undefined || type === PAGE) throw docx.notCreatable();
  const body =
    input[key] ?? (type === TABLE_CELL || key === 'divider' || key === 'quote_container' ? {} : undefined);
  if (!isJson(body)) throw docx.invalidParam();
  if (isTextual(type) && !Array.isArray(body['elements'])) throw docx.invalidParam();
  return {
    block_id: blockId,
    block_type: type,
    parent_id: parentId,
    ...(children.length === 0 ? {} : { children }),
    [key]: fullBody(type, body),
  };
}

function insertChildren(
  world: World,
  documentId: string,
  parent: Block,
  ids: readonly string[],
  index: number,
): void {
  const children = [...(parent.children ?? [])];
  children.splice(index < 0 ? children.length : Math.min(index, children.length), 0, ...ids);
  putBlock(world, documentId, { ...parent, children });
}

/** Rows and columns of a table that is made without its cells: each gets a cell with one empty line. */
function emptyCells(world: World, documentId: string, table: Block): Block {
  const body = table['table'];
  const property = isJson(body) && isJson(body['property']) ? body['property'] : {};
  const rows = property['row_size'];
  const columns = property['column_size'];
  if (typeof rows !== 'number' || typeof columns !== 'number' || rows < 1 || columns < 1)
    throw docx.invalidParam();
  if (rows * columns > MOST_TABLE_CELLS) throw docx.tooManyChildren();
  const cells = Array.from({ length: rows * columns }, () => {
    const id = newId.block();
    const text = newId.block();
    putBlock(world, documentId, {
      block_id: id,
      block_type: TABLE_CELL,
      parent_id: table.block_id,
      children: [text],
      table_cell: {},
    });
    putBlock(world, documentId, {
      block_id: text,
      block_type: TEXT,
      parent_id: id,
      text: fullBody(TEXT, {}),
    });
    return id;
  });
  return {
    ...table,
    children: cells,
    table: { cells, property: { ...property, merge_info: cells.map(() => ({ row_span: 1, col_span: 1 })) } },
  };
}

function logCreated(world: World, actor: Actor, documentId: string, ids: readonly string[]): void {
  for (const id of ids)
    world.done(actor, {
      op: 'docx.block.create',
      resource: { kind: 'block', token: id, parent: documentId },
      after: {
        block_type: blockOf(world, documentId, id)?.block_type,
        text: treeText(world, documentId, id),
      },
    });
}

function parentOrThrow(world: World, documentId: string, blockId: string): Block {
  const parent = blockOf(world, documentId, blockId);
  if (parent === undefined) throw docx.notFound();
  return parent;
}

/** Flat new children of a block. Returns them as stored. */
export function createChildren(
  world: World,
  actor: Actor,
  node: DriveNode,
  blockId: string,
  inputs: readonly Json[],
  index: number,
): Block[] {
  const parent = parentOrThrow(world, node.token, blockId);
  const created = inputs.map((input) => {
    if (
      isJson(input['table']) &&
      isJson(input['table']['property']) &&
      'merge_info' in input['table']['property']
    )
      throw docx.invalidParam();
    const block = blockFrom(input, newId.block(), blockId, []);
    return putBlock(
      world,
      node.token,
      block.block_type === TABLE ? emptyCells(world, node.token, block) : block,
    );
  });
  insertChildren(
    world,
    node.token,
    parent,
    created.map((b) => b.block_id),
    index,
  );
  touch(world, actor, node);
  logCreated(
    world,
    actor,
    node.token,
    created.map((b) => b.block_id),
  );
  return created;
}

export interface Descendants {
  readonly children: Block[];
  readonly relations: { temporary_block_id: string; block_id: string }[];
}

/** A whole tree of new blocks, given flat with temporary ids. */
export function createDescendants(
  world: World,
  actor: Actor,
  node: DriveNode,
  blockId: string,
  childrenIds: readonly string[],
  inputs: readonly Json[],
  index: number,
): Descendants {
  const parent = parentOrThrow(world, node.token, blockId);
  const byTemporary = new Map<string, Json>();
  for (const input of inputs) {
    const id = input['block_id'];
    if (typeof id !== 'string') throw docx.invalidParam();
    if (byTemporary.has(id)) throw docx.repeatedId();
    byTemporary.set(id, input);
  }
  const ids = new Map([...byTemporary.keys()].map((temporary) => [temporary, newId.block()]));
  const placed = new Set<string>();
  const place = (temporary: string, parentId: string): Block => {
    const input = byTemporary.get(temporary);
    const id = ids.get(temporary);
    if (input === undefined || id === undefined || placed.has(temporary)) throw docx.relationMismatch();
    placed.add(temporary);
    const children = Array.isArray(input['children']) ? (input['children'] as unknown[]).map(String) : [];
    const own = children.map((child) => place(child, id).block_id);
    return putBlock(world, node.token, tableOf(blockFrom(input, id, parentId, own), own));
  };
  const children = childrenIds.map((temporary) => place(temporary, blockId));
  if (placed.size !== byTemporary.size) throw docx.relationMismatch();
  insertChildren(
    world,
    node.token,
    parent,
    children.map((b) => b.block_id),
    index,
  );
  touch(world, actor, node);
  logCreated(
    world,
    actor,
    node.token,
    children.map((b) => b.block_id),
  );
  return {
    children,
    relations: [...ids].map(([temporary_block_id, block_id]) => ({ temporary_block_id, block_id })),
  };
}

/** A table that comes with its cells; `merge_info` is read-only and refused, as the platform does. */
function tableOf(block: Block, cells: readonly string[]): Block {
  if (block.block_type !== TABLE) return block;
  const body = block['table'];
  const property = isJson(body) && isJson(body['property']) ? body['property'] : {};
  if ('merge_info' in property) throw docx.invalidParam();
  if (Number(property['row_size']) * Number(property['column_size']) !== cells.length)
    throw docx.schemaMismatch();
  return {
    ...block,
    table: { cells, property: { ...property, merge_info: cells.map(() => ({ row_span: 1, col_span: 1 })) } },
  };
}

/** Removes the children `from` (included) to `to` (excluded) of a block. */
export function deleteChildren(
  world: World,
  actor: Actor,
  node: DriveNode,
  blockId: string,
  from: number,
  to: number,
): void {
  const parent = parentOrThrow(world, node.token, blockId);
  const children = parent.children ?? [];
  if (from >= to || to > children.length) throw docx.invalidParam();
  for (const id of children.slice(from, to)) {
    world.done(actor, {
      op: 'docx.block.delete',
      resource: { kind: 'block', token: id, parent: node.token },
      before: { text: treeText(world, node.token, id) },
    });
    removeTree(world, node.token, id);
  }
  const rest = [...children.slice(0, from), ...children.slice(to)];
  const { children: _gone, ...bare } = parent;
  putBlock(world, node.token, rest.length === 0 ? bare : { ...parent, children: rest });
  touch(world, actor, node);
}
