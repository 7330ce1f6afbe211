import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AssetRef } from '../port.ts';
import { ANSWERS, type WireBlock } from './answers.ts';
import { pathId, type LarkCalls } from './call.ts';

type Block = WireBlock;

/** At most this many blocks go into one call. */
const BLOCKS_A_CALL = 1000;

export class Documents {
  readonly #calls: LarkCalls;
  constructor(calls: LarkCalls) {
    this.#calls = calls;
  }

  /**
   * Makes a document and fills it. There is no idempotency key: a document whose maker was killed stays behind unshared,
   * so nobody sees it, and the next attempt makes its own.
   */
  async create(title: string, markdown: string, signal?: AbortSignal): Promise<AssetRef> {
    const { document } = await this.#calls.call(
      { op: 'docx.document.create', method: 'POST', path: '/docx/v1/documents', data: { title } },
      ANSWERS['docx.document.create'],
      signal,
    );
    if (markdown.trim() !== '') await this.#fill(document.document_id, markdown, signal);
    return { kind: 'doc', token: document.document_id };
  }

  /** Puts another text in place of all that a document says. */
  async rewrite(documentId: string, markdown: string, signal?: AbortSignal): Promise<void> {
    const path = `/docx/v1/documents/${pathId(documentId)}/blocks/${pathId(documentId)}`;
    const root = await this.#calls.call(
      { op: 'docx.block.get', method: 'GET', path, params: { document_revision_id: -1 } },
      ANSWERS['docx.block.get'],
      signal,
    );
    const end_index = root.block.children?.length ?? 0;
    if (end_index > 0) {
      await this.#calls.call(
        {
          op: 'docx.block.children.batch_delete',
          method: 'DELETE',
          path: `${path}/children/batch_delete`,
          params: { document_revision_id: -1, client_token: randomUUID() },
          data: { start_index: 0, end_index },
        },
        z.unknown(),
        signal,
      );
    }
    if (markdown.trim() !== '') await this.#fill(documentId, markdown, signal);
  }

  async #fill(documentId: string, markdown: string, signal?: AbortSignal): Promise<void> {
    const blocks = await this.#calls.call(
      {
        op: 'docx.document.convert',
        method: 'POST',
        path: '/docx/v1/documents/blocks/convert',
        data: { content_type: 'markdown', content: markdown },
      },
      ANSWERS['docx.document.convert'],
      signal,
    );
    const byId = new Map(blocks.blocks.map((b) => [b.block_id, withoutMergeInfo(b)]));
    for (const part of parts(blocks.first_level_block_ids, byId)) {
      await this.#calls.call(
        {
          op: 'docx.block.descendant.create',
          method: 'POST',
          path: `/docx/v1/documents/${pathId(documentId)}/blocks/${pathId(documentId)}/descendant`,
          params: { document_revision_id: -1, client_token: randomUUID() },
          data: { index: -1, children_id: part.roots, descendants: part.blocks },
        },
        z.looseObject({}),
        signal,
      );
    }
  }

  async read(token: string, signal?: AbortSignal): Promise<{ title: string; text: string }> {
    const path = `/docx/v1/documents/${pathId(token)}`;
    const about = await this.#calls.call(
      { op: 'docx.document.get', method: 'GET', path },
      ANSWERS['docx.document.get'],
      signal,
    );
    const raw = await this.#calls.call(
      { op: 'docx.document.raw_content', method: 'GET', path: `${path}/raw_content`, params: { lang: 0 } },
      ANSWERS['docx.document.raw_content'],
      signal,
    );
    return { title: about.document.title, text: raw.content };
  }
}

/** A table's merge_info is read-only: sending it back is refused. */
function withoutMergeInfo(b: Block): Block {
  if (b.table?.property === undefined) return b;
  const { merge_info: _left, ...property } = b.table.property;
  return { ...b, table: { ...b.table, property } };
}

/** Cuts the tree at its first level so that no call holds more than the platform takes. */
function parts(
  roots: readonly string[],
  byId: ReadonlyMap<string, Block>,
): { roots: string[]; blocks: Block[] }[] {
  const done: { roots: string[]; blocks: Block[] }[] = [];
  let current: { roots: string[]; blocks: Block[] } = { roots: [], blocks: [] };
  for (const root of roots) {
    const tree = descend(root, byId);
    if (current.blocks.length + tree.length > BLOCKS_A_CALL && current.roots.length > 0) {
      done.push(current);
      current = { roots: [], blocks: [] };
    }
    current.roots.push(root);
    current.blocks.push(...tree);
  }
  return current.roots.length === 0 ? done : [...done, current];
}

function descend(id: string, byId: ReadonlyMap<string, Block>): Block[] {
  const b = byId.get(id);
  return b === undefined ? [] : [b, ...(b.children ?? []).flatMap((child) => descend(child, byId))];
}
