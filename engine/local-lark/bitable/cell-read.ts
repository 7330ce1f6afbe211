import type { Actor, Field, PrincipalId, TableRecord } from '../core/model.ts';
import { idOf, type UserIdType } from '../core/resolve.ts';
import { unionIdOf } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { TYPE } from './field-types.ts';

/**
 * The shapes a cell is read in. `search`: text as segments, links as {link_record_ids}. `list` (the legacy list):
 * text and number as strings, links with table and text. `get`: like `list`, but numbers stay numbers.
 */
export type CellShape = 'search' | 'list' | 'get';

export interface CellReader {
  readonly world: World;
  readonly actor: Actor;
  readonly userIdType: UserIdType;
  readonly shape: CellShape;
  /** legacy list: text as segments too */
  readonly textAsArray: boolean;
}

export function personCell(reader: CellReader, principal: PrincipalId): Record<string, string> {
  const { world, actor, userIdType } = reader;
  const user = world.user(principal);
  const id =
    user === undefined && userIdType === 'union_id'
      ? unionIdOf(world, principal)
      : idOf(world, world.viewOf(actor), userIdType, principal);
  return {
    avatar_url: 'https://internal-api-lark-file.feishu.cn/static-resource/v1/avatar-placeholder',
    email: user?.email ?? '',
    en_name: user?.en_name ?? world.nameOf(principal),
    id,
    name: world.nameOf(principal),
  };
}

/** The plain text of a stored text cell. */
export function plainText(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  return Array.isArray(stored) ? stored.map((s: { text?: string }) => s.text ?? '').join('') : '';
}

function segments(stored: unknown): unknown {
  return Array.isArray(stored) ? (stored as unknown[]) : [{ text: plainText(stored), type: 'text' }];
}

function primaryText(reader: CellReader, recordId: string, field: Field): string {
  const tableId = field.property?.['table_id'];
  const table = typeof tableId === 'string' ? reader.world.rows.tables.get(tableId) : undefined;
  const record = reader.world.rows.records.get(`${table?.table_id ?? ''}/${recordId}`);
  const primary = table?.fields.find((f) => f.is_primary);
  return primary === undefined ? '' : plainText(record?.cells[primary.field_id]);
}

function linkCell(reader: CellReader, field: Field, stored: unknown): unknown {
  const record_ids = Array.isArray(stored) ? (stored as string[]) : [];
  if (reader.shape === 'search') return { link_record_ids: record_ids };
  const texts = record_ids.map((id) => primaryText(reader, id, field));
  return [
    {
      record_ids,
      table_id: field.property?.['table_id'] ?? '',
      text: texts.join(','),
      text_arr: texts,
      type: 'text',
    },
  ];
}

function attachmentCell(reader: CellReader, stored: unknown): unknown {
  const base = 'https://open.feishu.cn/open-apis/drive/v1/medias';
  return (Array.isArray(stored) ? (stored as { file_token: string }[]) : []).map(({ file_token }) => {
    const file = reader.world.rows.files.get(file_token);
    return {
      file_token,
      name: file?.name ?? '',
      size: file === undefined ? 0 : Buffer.byteLength(file.base64, 'base64'),
      tmp_url: `${base}/batch_get_tmp_download_url?file_tokens=${file_token}`,
      type: file?.mime ?? '',
      url: `${base}/${file_token}/download`,
    };
  });
}

function automatic(reader: CellReader, field: Field, record: TableRecord): unknown {
  switch (field.type) {
    case TYPE.createdTime:
      return record.created_at;
    case TYPE.modifiedTime:
      return record.modified_at;
    case TYPE.createdBy:
    case TYPE.modifiedBy: {
      const person = personCell(
        reader,
        field.type === TYPE.createdBy ? record.created_by : record.modified_by,
      );
      return reader.shape === 'search' ? [person] : person;
    }
    case TYPE.autoNumber:
      return String(record.auto_number);
    default:
      return undefined;
  }
}

/** One cell as the wanted answer shows it; undefined for an empty one, which is left out. */
export function readCell(reader: CellReader, field: Field, record: TableRecord): unknown {
  const computed = automatic(reader, field, record);
  if (computed !== undefined) return computed;
  const stored = record.cells[field.field_id];
  if (stored === undefined || stored === null) return undefined;
  switch (field.type) {
    case TYPE.text:
      return reader.shape === 'search' || reader.textAsArray ? segments(stored) : plainText(stored);
    case TYPE.number:
      return reader.shape === 'list' ? JSON.stringify(stored) : stored;
    case TYPE.person:
      return (stored as string[]).map((p) => personCell(reader, p));
    case TYPE.group:
      return (stored as string[]).map((id) => ({
        avatar_url: 'https://internal-api-lark-file.feishu.cn/static-resource/v1/avatar-placeholder',
        id,
        name: reader.world.rows.chats.get(id)?.name ?? '',
      }));
    case TYPE.link:
    case TYPE.duplexLink:
      return linkCell(reader, field, stored);
    case TYPE.attachment:
      return attachmentCell(reader, stored);
    case TYPE.location:
      return {
        address: '',
        adname: '',
        cityname: '',
        full_address: '',
        location: stored,
        name: '',
        pname: '',
      };
    default:
      return stored;
  }
}
