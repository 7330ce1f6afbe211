import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Actor, Block, DriveNode } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { touch } from '../drive/access.ts';
import {
  bodyKey,
  elementsOf,
  fullBody,
  isJson,
  isTextual,
  PAGE,
  styleOf,
  TABLE,
  TABLE_CELL,
  TEXT,
  type Json,
} from './block-kinds.ts';
import { docx } from './errors.ts';
import { textOf, treeText } from './text.ts';
import { blockOf, putBlock, removeTree } from './tree.ts';

const elements = z.array(z.record(z.string(), z.unknown()));

/** The changes of one block that are supported; a request holds exactly one of them. */
export const BlockChange = z.object({
  update_text_elements: z.object({ elements }).optional(),
  update_text: z
    .object({
      elements,
      style: z.record(z.string(), z.unknown()).optional(),
      fields: z.array(z.number()).optional(),
    })
    .optional(),
  update_text_style: z.object({ style: z.record(z.string(), z.unknown()) }).optional(),
  insert_table_row: z.object({ row_index: z.number().int() }).optional(),
  insert_table_column: z.object({ column_index: z.number().int() }).optional(),
  delete_table_rows: z
    .object({ row_start_index: z.number().int(), row_end_index: z.number().int() })
    .optional(),
  delete_table_columns: z
    .object({ column_start_index: z.number().int(), column_end_index: z.number().int() })
    .optional(),
});
export type BlockChange = z.infer<typeof BlockChange>;

function changedText(block: Block, elementsNow: Json[], style: Json): Block {
  const key = bodyKey(block.block_type);
  if (!isTextual(block.block_type) || key === undefined) throw docx.wrongOperation();
  const body = fullBody(block.block_type, { elements: elementsNow, style: { ...styleOf(block), ...style } });
  return { ...block, [key]: body };
}

interface Grid {
  readonly rows: string[][];
  readonly property: Json;
}

function gridOf(block: Block): Grid {
  const body = block['table'];
  if (block.block_type !== TABLE || !isJson(body) || !isJson(body['property'])) throw docx.wrongOperation();
  const columns = Number(body['property']['column_size']);
  const cells = block.children ?? [];
  const rows: string[][] = [];
  for (let at = 0; at < cells.length; at += columns) rows.push(cells.slice(at, at + columns));
  return { rows, property: body['property'] };
}

function withGrid(block: Block, rows: string[][], property: Json): Block {
  const cells = rows.flat();
  const columns = rows[0]?.length ?? 0;
  if (columns === 0) throw docx.invalidParam();
  const widths = Array.isArray(property['column_width']) ? (property['column_width'] as unknown[]) : [];
  const size = { row_size: rows.length, column_size: columns };
  const column_width = Array.from({ length: columns }, (_, i) => widths[i] ?? 100);
  const merge_info = cells.map(() => ({ row_span: 1, col_span: 1 }));
  return {
    ...block,
    children: cells,
    table: { cells, property: { ...property, ...size, column_width, merge_info } },
  };
}

function newCell(world: World, documentId: string, table: Block): string {
  const id = newId.block();
  const text = newId.block();
  putBlock(world, documentId, {
    block_id: id,
    block_type: TABLE_CELL,
    parent_id: table.block_id,
    children: [text],
    table_cell: {},
  });
  putBlock(world, documentId, { block_id: text, block_type: TEXT, parent_id: id, text: fullBody(TEXT, {}) });
  return id;
}

function changedTable(world: World, documentId: string, block: Block, change: BlockChange): Block {
  const { rows, property } = gridOf(block);
  const cell = (): string => newCell(world, documentId, block);
  const drop = (ids: readonly string[]): void => ids.forEach((id) => removeTree(world, documentId, id));
  if (change.insert_table_row !== undefined) {
    const at = change.insert_table_row.row_index;
    if (at > rows.length) throw docx.rowOutOfRange();
    rows.splice(at < 0 ? rows.length : at, 0, (rows[0] ?? []).map(cell));
  } else if (change.insert_table_column !== undefined) {
    const at = change.insert_table_column.column_index;
    for (const row of rows) row.splice(at < 0 ? row.length : at, 0, cell());
  } else if (change.delete_table_rows !== undefined) {
    const { row_start_index: from, row_end_index: to } = change.delete_table_rows;
    if (from < 0 || from >= to || to > rows.length) throw docx.rowOutOfRange();
    drop(rows.splice(from, to - from).flat());
  } else if (change.delete_table_columns !== undefined) {
    const { column_start_index: from, column_end_index: to } = change.delete_table_columns;
    for (const row of rows) drop(row.splice(from, to - from));
  } else throw docx.invalidParam();
  return withGrid(block, rows, property);
}

/** Changes one block, logs its text before and after, and returns it as stored. */
export function changeBlock(
  world: World,
  actor: Actor,
  node: DriveNode,
  blockId: string,
  change: BlockChange,
): Block {
  const block = blockOf(world, node.token, blockId);
  if (block === undefined) throw docx.notFound();
  const before = block.block_type === TABLE ? treeText(world, node.token, blockId) : textOf(world, block);
  const text = change.update_text_elements ?? change.update_text;
  const changed =
    text !== undefined
      ? changedText(block, text.elements, change.update_text?.style ?? {})
      : change.update_text_style !== undefined
        ? changedText(block, elementsOf(block), change.update_text_style.style)
        : changedTable(world, node.token, block, change);
  putBlock(world, node.token, changed);
  touch(world, actor, node, changed.block_type === PAGE ? { title: textOf(world, changed) } : {});
  const after = changed.block_type === TABLE ? treeText(world, node.token, blockId) : textOf(world, changed);
  world.done(actor, {
    op: 'docx.block.update',
    resource: { kind: 'block', token: blockId, parent: node.token },
    before: { text: before },
    after: { text: after },
  });
  return changed;
}
