import * as z from 'zod';
import { nodeFor } from '../drive/access.ts';
import { route, type Route } from '../http/route.ts';
import { createDocument } from './create.ts';
import { docxRefusals } from './errors.ts';
import { markdownToBlocks } from './markdown-to-blocks.ts';
import { markdownOf, rawContent } from './text.ts';

/** The gateway refuses shorter document ids before docx sees them. */
export const DOCUMENT_ID = { document_id: 27 };

export const documentRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/docx/v1/documents',
    op: 'docx.document.create',
    body: z.object({ folder_token: z.string().default(''), title: z.string().max(800).default('') }),
    run: ({ world, actor, body }) => {
      const node = createDocument(world, actor, body.title, body.folder_token);
      return {
        data: { document: { document_id: node.token, revision_id: node.revision, title: node.title } },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/open-apis/docx/v1/documents/blocks/convert',
    op: 'docx.document.convert',
    body: z.object({
      content_type: z.enum(['markdown', 'html']),
      content: z.string().min(1).max(10_485_760),
    }),
    run: ({ body }) => ({ data: { ...markdownToBlocks(body.content) } }),
  }),
  route({
    method: 'GET',
    path: '/open-apis/docx/v1/documents/:document_id',
    op: 'docx.document.get',
    minLength: DOCUMENT_ID,
    run: ({ world, actor, params }) => {
      const node = nodeFor(world, actor, 'docx', params.document_id, 1, docxRefusals);
      return {
        data: {
          document: {
            display_setting: {
              show_authors: true,
              show_comment_count: false,
              show_create_time: false,
              show_like_count: false,
              show_pv: false,
              show_related_matters: false,
              show_uv: false,
            },
            document_id: node.token,
            revision_id: node.revision,
            title: node.title,
          },
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/docx/v1/documents/:document_id/raw_content',
    op: 'docx.document.raw_content',
    minLength: DOCUMENT_ID,
    run: ({ world, actor, params }) => {
      const node = nodeFor(world, actor, 'docx', params.document_id, 1, docxRefusals);
      return { data: { content: rawContent(world, node.token) } };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/docs/v1/content',
    op: 'docs.content.get',
    query: z.object({
      doc_token: z.string().min(1),
      doc_type: z.enum(['docx']),
      content_type: z.enum(['markdown']),
      lang: z.string().optional(),
    }),
    run: ({ world, actor, query }) => {
      const node = nodeFor(world, actor, 'docx', query.doc_token, 1, docxRefusals);
      return { data: { content: markdownOf(world, node.token) } };
    },
  }),
];
