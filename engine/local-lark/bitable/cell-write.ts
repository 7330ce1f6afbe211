import type { Actor, Field } from '../core/model.ts';
import { findUser, type UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { bitable } from './errors.ts';
import { isComputed, TYPE } from './field-types.ts';

type Json = Readonly<Record<string, unknown>>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((v) => typeof v === 'string') ? value : undefined;
}

function ids(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.map((v: unknown) => (isJson(v) && typeof v['id'] === 'string' ? v['id'] : undefined));
  return found.every((v) => v !== undefined) ? found : undefined;
}

function text(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((v) => isJson(v) && typeof v['text'] === 'string'))
    return undefined;
  return value;
}

function url(value: unknown): unknown {
  if (!isJson(value) || typeof value['link'] !== 'string') return undefined;
  return { link: value['link'], text: typeof value['text'] === 'string' ? value['text'] : value['link'] };
}

function links(value: unknown): string[] | undefined {
  return strings(value) ?? (isJson(value) ? strings(value['link_record_ids']) : undefined);
}

function attachments(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const tokens = value.map((v: unknown) =>
    isJson(v) && typeof v['file_token'] === 'string' ? v['file_token'] : undefined,
  );
  return tokens.every((t) => t !== undefined) ? tokens.map((file_token) => ({ file_token })) : undefined;
}

export interface CellWriter {
  readonly world: World;
  readonly actor: Actor;
  readonly userIdType: UserIdType;
}

function people(writer: CellWriter, value: unknown): string[] | undefined {
  const found = ids(value)?.map((id) => findUser(writer.world, writer.actor, writer.userIdType, id));
  return found?.every((p) => p !== undefined) === true ? found : undefined;
}

/** Field type -> how a written value is stored (undefined = wrong) and the platform's refusal. */
const CONVERSIONS: Readonly<
  Record<
    number,
    readonly [convert: (value: unknown, writer: CellWriter) => unknown, code: number, msg: string]
  >
> = {
  [TYPE.text]: [text, 1254060, 'TextFieldConvFail'],
  [TYPE.number]: [(v) => (typeof v === 'number' ? v : undefined), 1254061, 'NumberFieldConvFail'],
  [TYPE.singleSelect]: [(v) => (typeof v === 'string' ? v : undefined), 1254062, 'SingleSelectFieldConvFail'],
  [TYPE.multiSelect]: [strings, 1254063, 'MultiSelectFieldConvFail'],
  [TYPE.date]: [(v) => (typeof v === 'number' ? v : undefined), 1254064, 'DatetimeFieldConvFail'],
  [TYPE.checkbox]: [(v) => (typeof v === 'boolean' ? v : undefined), 1254065, 'CheckboxFieldConvFail'],
  [TYPE.person]: [(v, w) => people(w, v), 1254066, 'UserFieldConvFail'],
  [TYPE.phone]: [
    (v) => (typeof v === 'string' ? v : undefined),
    1254072,
    'Failed to convert phone field, please make sure it is correct.',
  ],
  [TYPE.url]: [url, 1254068, 'URLFieldConvFail'],
  [TYPE.attachment]: [attachments, 1254069, 'AttachFieldConvFail'],
  [TYPE.link]: [links, 1254067, 'LinkFieldConvFail'],
  [TYPE.duplexLink]: [links, 1254074, 'DuplexLinkFieldConvFail'],
  [TYPE.location]: [(v) => (typeof v === 'string' ? v : undefined), 1254015, 'Field types do not match.'],
  [TYPE.group]: [ids, 1254015, 'Field types do not match.'],
};

/**
 * The stored form of a written cell; null clears it. People are stored by principal, links by record id.
 * @throws LarkError 12540xx for a value of the wrong shape, 1254015 for a field nobody can write
 */
export function storedCell(writer: CellWriter, field: Field, value: unknown): unknown {
  if (isComputed(field.type)) throw bitable.typesDoNotMatch();
  if (value === null) return null;
  const conversion = CONVERSIONS[field.type];
  if (conversion === undefined) throw bitable.typesDoNotMatch();
  const [convert, code, msg] = conversion;
  const stored = convert(value, writer);
  if (stored === undefined) throw bitable.conversion(code, msg, field.field_name);
  return stored;
}
