import * as z from 'zod';
import { alphanumeric, newId } from '../core/ids.ts';
import type { Actor, StoredFile } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import type { UploadedPart } from '../http/multipart.ts';

/** The file part of a multipart body. */
export const FilePart = z.custom<UploadedPart>(
  (value) => typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes),
  'is not a file',
);

function keyFor(kind: StoredFile['kind']): string {
  if (kind === 'media') return newId.drive();
  return kind === 'image'
    ? `img_v3_0211c_${newId.uuid()}${alphanumeric(1).toLowerCase()}`
    : `file_v3_007n_${newId.uuid()}`;
}

const OPS: Readonly<Record<StoredFile['kind'], string>> = {
  image: 'im.image.create',
  file: 'im.file.create',
  media: 'drive.media.upload',
};

/** Keeps an upload under a new key. */
export function storeFile(
  world: World,
  actor: Actor,
  kind: StoredFile['kind'],
  part: UploadedPart,
  name: string,
  /** ms */
  duration?: number,
): StoredFile {
  const key = keyFor(kind);
  const file: StoredFile = {
    key,
    seq: world.store.nextSeq(),
    kind,
    name,
    mime: part.mime,
    owner: principalOf(actor),
    base64: part.bytes.toString('base64'),
    ...(duration === undefined ? {} : { duration }),
  };
  world.store.put(world.rows.files, key, file);
  world.done(actor, {
    op: OPS[kind],
    resource: { kind: 'file', token: key },
    after: { name, bytes: part.bytes.length },
  });
  return file;
}
