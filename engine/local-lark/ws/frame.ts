/** One `pbbp2.Frame` (proto2) of the long connection. */
export interface Frame {
  readonly seqId: bigint;
  readonly logId: bigint;
  readonly service: number;
  /** 0 control (ping, pong), 1 data (events and their acks) */
  readonly method: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}

function intField(field: number, value: bigint): Buffer {
  return Buffer.concat([varint(BigInt(field * 8 + VARINT)), varint(value)]);
}

function bytesField(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(BigInt(field * 8 + BYTES)), varint(BigInt(value.length)), value]);
}

/** The four required numbers go on the wire even when they are 0: the SDK's decoder insists. */
export function encodeFrame(frame: Frame): Buffer {
  const headers = Object.entries(frame.headers).map(([key, value]) =>
    bytesField(5, Buffer.concat([bytesField(1, Buffer.from(key)), bytesField(2, Buffer.from(value))])),
  );
  return Buffer.concat([
    intField(1, frame.seqId),
    intField(2, frame.logId),
    intField(3, BigInt(frame.service)),
    intField(4, BigInt(frame.method)),
    ...headers,
    bytesField(8, frame.payload),
  ]);
}

interface Value {
  readonly field: number;
  readonly int: bigint;
  readonly bytes: Buffer;
}

/** Walks the fields of one message. @throws Error on a truncated or malformed one */
function* fields(message: Buffer): Generator<Value> {
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at];
      if (byte === undefined) break;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Error('malformed frame');
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === VARINT) {
      yield { field, int: readVarint(), bytes: Buffer.alloc(0) };
      continue;
    }
    if (wire !== BYTES && wire !== FIXED64 && wire !== FIXED32) throw new Error('malformed frame');
    const length = wire === BYTES ? Number(readVarint()) : wire === FIXED64 ? 8 : 4;
    if (at + length > message.length) throw new Error('malformed frame');
    yield { field, int: 0n, bytes: message.subarray(at, at + length) };
    at += length;
  }
}

function header(message: Buffer): [string, string] {
  let key = '';
  let value = '';
  for (const { field, bytes } of fields(message)) {
    if (field === 1) key = bytes.toString('utf8');
    if (field === 2) value = bytes.toString('utf8');
  }
  return [key, value];
}

/** @throws Error on bytes that are no frame */
export function decodeFrame(bytes: Buffer): Frame {
  const ints = new Map<number, bigint>();
  const headers: [string, string][] = [];
  let payload = Buffer.alloc(0);
  for (const value of fields(bytes)) {
    if (value.field <= 4) ints.set(value.field, value.int);
    else if (value.field === 5) headers.push(header(value.bytes));
    else if (value.field === 8) payload = Buffer.from(value.bytes);
  }
  return {
    seqId: ints.get(1) ?? 0n,
    logId: ints.get(2) ?? 0n,
    service: Number(BigInt.asIntN(32, ints.get(3) ?? 0n)),
    method: Number(BigInt.asIntN(32, ints.get(4) ?? 0n)),
    headers: Object.fromEntries(headers),
    payload,
  };
}
