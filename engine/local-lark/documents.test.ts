import { expect, it } from 'vitest';
import type { Caller } from './testing/caller.ts';
import { cast, onPlatform } from './testing/scene.ts';

const DOC = '/open-apis/docx/v1/documents';
const MARKDOWN = `# Plan

A **bold** [link](https://example.com/?a=1) and \`code\`

- one
  - two
- [x] done
- [ ] open

1. first
2. second

> quoted

\`\`\`
x = 1
\`\`\`

| a | b |
| --- | --- |
| 1 | 2 |

---`;

interface Converted {
  readonly first_level_block_ids: string[];
  readonly blocks: Record<string, unknown>[];
}

async function insert(bot: Caller, document_id: string, markdown: string): Promise<void> {
  const answer = await bot.call(`POST ${DOC}/blocks/convert`, {
    body: { content_type: 'markdown', content: markdown },
  });
  const { first_level_block_ids, blocks } = answer.body.data as unknown as Converted;
  const request = (descendants: unknown[]) =>
    bot.call(`POST ${DOC}/:document_id/blocks/:block_id/descendant`, {
      params: { document_id, block_id: document_id },
      body: { children_id: first_level_block_ids, descendants },
    });
  // the platform refuses what it gave itself: merge_info is read-only
  if (markdown.includes('| --- |')) expect((await request(blocks)).body.code).toBe(1770001);
  const stripped = blocks.map((b) => {
    const table = b['table'] as { property: Record<string, unknown> } | undefined;
    if (table === undefined) return b;
    const { merge_info: _readOnly, ...property } = table.property;
    return { ...b, table: { property } };
  });
  expect((await request(stripped)).body.code).toBe(0);
}

it('markdown becomes blocks, and is read back as markdown and as raw text', async () =>
  onPlatform({}, async (platform) => {
    const { owner } = await cast(platform);
    const document_id = await owner.get(`POST ${DOC}`, 'document.document_id', { body: { title: 'Title' } });
    await insert(owner, document_id, MARKDOWN);
    const markdown = await owner.get('GET /open-apis/docs/v1/content', 'content', {
      query: { doc_token: document_id, doc_type: 'docx', content_type: 'markdown' },
    });
    const lines = (t: string): string[] => t.split('\n').filter((l) => l !== '');
    expect(lines(markdown)).toEqual(['# Title', ...lines(MARKDOWN)]);
    const raw = await owner.get(`GET ${DOC}/:document_id/raw_content`, 'content', {
      params: { document_id },
    });
    expect(raw.split('\n')).toEqual([
      'Title',
      'Plan',
      'A bold link and code',
      'one',
      'two',
      'done',
      'open',
      'first',
      'second',
      'quoted',
      'x = 1',
      'a',
      'b',
      '1',
      '2',
      '',
    ]);
    const logged = platform.operations().filter((o) => o.op === 'docx.block.create');
    expect(logged.map((o) => (o.after as { text: string }).text).slice(0, 3)).toEqual([
      'Plan',
      'A bold link and code',
      'one\ntwo',
    ]);
  }));

it('edits of blocks and of tables carry their text before and after', async () =>
  onPlatform({}, async (platform) => {
    const { owner } = await cast(platform);
    const document_id = await owner.get(`POST ${DOC}`, 'document.document_id', { body: { title: 'T' } });
    const page = { document_id, block_id: document_id };
    const table = { block_type: 31, table: { property: { row_size: 1, column_size: 2 } } };
    const made = await owner.call(`POST ${DOC}/:document_id/blocks/:block_id/children`, {
      params: page,
      body: { children: [{ block_type: 2, text: { elements: [{ text_run: { content: 'old' } }] } }, table] },
    });
    const [text, grid] = (
      made.body.data as unknown as { children: { block_id: string; children?: string[] }[] }
    ).children;
    const patch = (block_id: string, body: unknown) =>
      owner.call(`PATCH ${DOC}/:document_id/blocks/:block_id`, { params: { document_id, block_id }, body });
    await patch(text!.block_id, { update_text_elements: { elements: [{ text_run: { content: 'new' } }] } });
    expect(platform.operations().at(-1)).toMatchObject({
      op: 'docx.block.update',
      before: { text: 'old' },
      after: { text: 'new' },
      resource: { parent: document_id },
    });
    expect(grid!.children).toHaveLength(2);
    const grown = await patch(grid!.block_id, { insert_table_row: { row_index: -1 } });
    expect(grown.body.data).toMatchObject({
      block: { table: { property: { row_size: 2, column_size: 2 } } },
    });
    const cut = await patch(grid!.block_id, { delete_table_rows: { row_start_index: 0, row_end_index: 1 } });
    expect(cut.body.data).toMatchObject({ block: { table: { property: { row_size: 1 } } } });
    await owner.call(`DELETE ${DOC}/:document_id/blocks/:block_id/children/batch_delete`, {
      params: page,
      body: { start_index: 0, end_index: 1 },
    });
    expect(platform.operations().at(-1)).toMatchObject({ op: 'docx.block.delete', before: { text: 'new' } });
    await patch(document_id, { update_text_elements: { elements: [{ text_run: { content: 'Renamed' } }] } });
    expect(await owner.get(`GET ${DOC}/:document_id`, 'document.title', { params: { document_id } })).toBe(
      'Renamed',
    );
  }));
