import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import { route, type Route } from '../http/route.ts';
import { wholeNumber } from '../http/validate.ts';
import { readable } from '../im/message-target.ts';
import { FilePart, storeFile } from './store-file.ts';

const invalid = (): LarkError => new LarkError(400, 234001, 'Invalid request param');
const tooLarge = (): LarkError => new LarkError(400, 234006, 'The file size exceed the max value.');

const IMAGE_LIMIT = 10 * 1024 * 1024;
const FILE_LIMIT = 30 * 1024 * 1024;

/** Files of messages: uploads are for apps only, downloads for members of the chat. */
export const imFileRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v1/images',
    op: 'im.image.create',
    auth: 'tenant',
    body: z.object({ image_type: z.enum(['message', 'avatar']), image: FilePart }),
    run: ({ world, actor, body }) => {
      if (body.image.bytes.length === 0) throw invalid();
      if (body.image.bytes.length > IMAGE_LIMIT) throw tooLarge();
      return { data: { image_key: storeFile(world, actor, 'image', body.image, 'image').key } };
    },
  }),
  route({
    method: 'POST',
    path: '/open-apis/im/v1/files',
    op: 'im.file.create',
    auth: 'tenant',
    body: z.object({
      file_type: z.string(),
      file_name: z.string().min(1),
      duration: wholeNumber(0, 86_400_000).optional(),
      file: FilePart,
    }),
    run: ({ world, actor, body }) => {
      if (body.file.bytes.length === 0) throw invalid();
      if (body.file.bytes.length > FILE_LIMIT) throw tooLarge();
      const { key } = storeFile(world, actor, 'file', body.file, body.file_name, body.duration);
      return { data: { file_key: key } };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/im/v1/messages/:message_id/resources/:file_key',
    op: 'im.message.resource',
    query: z.object({ type: z.enum(['image', 'file']) }),
    run: ({ world, actor, params }) => {
      const { message } = readable(world, actor, params.message_id);
      const file = world.rows.files.get(params.file_key);
      // a key opens only in the message that carries it
      if (file === undefined || message.deleted || !message.content.includes(file.key))
        throw new LarkError(400, 234003, 'File not in msg.');
      return { download: { bytes: Buffer.from(file.base64, 'base64'), mime: file.mime, name: file.name } };
    },
  }),
];
