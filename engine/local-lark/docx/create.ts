import { newId } from '../core/ids.ts';
import type { Actor, DriveNode } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { newNode, resourceOf } from '../drive/access.ts';
import { fullBody, PAGE } from './block-kinds.ts';
import { putBlock } from './tree.ts';

/** A new document with an empty page, logged. */
export function createDocument(world: World, actor: Actor, title: string, folder: string): DriveNode {
  const node = newNode(world, actor, 'docx', newId.drive(), title, folder);
  const elements = title === '' ? [] : [{ text_run: { content: title } }];
  putBlock(world, node.token, {
    block_id: node.token,
    block_type: PAGE,
    parent_id: '',
    page: fullBody(PAGE, { elements }),
  });
  world.done(actor, { op: 'docx.document.create', resource: resourceOf(node), after: { title } });
  return node;
}
