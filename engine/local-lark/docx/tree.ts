import type { Block } from '../core/model.ts';
import type { World } from '../core/world.ts';

export function blockKey(documentId: string, blockId: string): string {
  return `${documentId}/${blockId}`;
}

export function blockOf(world: World, documentId: string, blockId: string): Block | undefined {
  return world.rows.blocks.get(blockKey(documentId, blockId))?.block;
}

export function putBlock(world: World, documentId: string, block: Block): Block {
  world.store.put(world.rows.blocks, blockKey(documentId, block.block_id), {
    document_id: documentId,
    block,
  });
  return block;
}

/** The block and all below it, in document order. */
export function subtree(world: World, documentId: string, blockId: string): Block[] {
  const block = blockOf(world, documentId, blockId);
  if (block === undefined) return [];
  return [block, ...(block.children ?? []).flatMap((child) => subtree(world, documentId, child))];
}

export function removeTree(world: World, documentId: string, blockId: string): void {
  for (const block of subtree(world, documentId, blockId))
    world.store.remove(world.rows.blocks, blockKey(documentId, block.block_id));
}
