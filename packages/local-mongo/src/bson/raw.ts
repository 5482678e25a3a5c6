/** The BSON types that this database stores. Any other type is refused on arrival (see validate.ts). */
export const type = {
  double: 0x01,
  string: 0x02,
  object: 0x03,
  array: 0x04,
  binary: 0x05,
  objectId: 0x07,
  bool: 0x08,
  date: 0x09,
  null: 0x0a,
  int32: 0x10,
  int64: 0x12,
} as const

/** One value, not copied: `buf` from `start` to `end`. Documents and arrays include their length and closing zero. */
export interface Value {
  readonly type: number
  readonly buf: Buffer
  readonly start: number
  readonly end: number
}

export const nullValue: Value = { type: type.null, buf: Buffer.alloc(0), start: 0, end: 0 }

/** The document that fills a buffer. */
export function documentOf(bytes: Uint8Array): Value {
  const buf = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { type: type.object, buf, start: 0, end: buf.length }
}

/** The position at which a value of a checked document ends. */
export function valueEnd(kind: number, buf: Buffer, at: number): number {
  switch (kind) {
    case type.double:
    case type.date:
    case type.int64:
      return at + 8
    case type.string:
      return at + 4 + buf.readInt32LE(at)
    case type.object:
    case type.array:
      return at + buf.readInt32LE(at)
    case type.binary:
      return at + 5 + buf.readInt32LE(at)
    case type.objectId:
      return at + 12
    case type.bool:
      return at + 1
    case type.int32:
      return at + 4
    default:
      return at
  }
}

/** The bytes of a value, sharing memory. */
export function bytesOf(value: Value): Buffer {
  return value.buf.subarray(value.start, value.end)
}

/** A field of a document (or an element of an array, whose names are '0', '1', …). `name` is in UTF-8. */
export function fieldOf(doc: Value, name: Buffer): Value | undefined {
  const { buf } = doc
  const size = name.length
  let at = doc.start + 4
  const last = doc.end - 1
  while (at < last) {
    const kind = buf[at] as number
    const from = at + 1
    let same = 0
    while (same < size && buf[from + same] === name[same]) same++
    const found = same === size && buf[from + same] === 0
    let start = from + same
    while (buf[start] !== 0) start++
    start++
    const end = valueEnd(kind, buf, start)
    if (found) return { type: kind, buf, start, end }
    at = end
  }
  return undefined
}

/** The values of an array, in order. */
export function itemsOf(list: Value): Value[] {
  const items: Value[] = []
  const { buf } = list
  let at = list.start + 4
  while (at < list.end - 1) {
    const kind = buf[at] as number
    const start = buf.indexOf(0, at + 1) + 1
    const end = valueEnd(kind, buf, start)
    items.push({ type: kind, buf, start, end })
    at = end
  }
  return items
}

/** The fields of a document, in order. */
export function fieldsOf(doc: Value): [string, Value][] {
  const fields: [string, Value][] = []
  const { buf } = doc
  let at = doc.start + 4
  while (at < doc.end - 1) {
    const kind = buf[at] as number
    const nameEnd = buf.indexOf(0, at + 1)
    const start = nameEnd + 1
    const end = valueEnd(kind, buf, start)
    fields.push([buf.toString('utf8', at + 1, nameEnd), { type: kind, buf, start, end }])
    at = end
  }
  return fields
}

export function isNumber(value: Value): boolean {
  return value.type === type.int32 || value.type === type.double || value.type === type.int64
}

/** A number as a JavaScript number; an int64 beyond 2^53 is rounded. */
export function numberOf(value: Value): number {
  if (value.type === type.int32) return value.buf.readInt32LE(value.start)
  if (value.type === type.double) return value.buf.readDoubleLE(value.start)
  return value.buf.readInt32LE(value.start + 4) * 0x1_0000_0000 + value.buf.readUInt32LE(value.start)
}

export function isNaNumber(value: Value): boolean {
  return value.type === type.double && Number.isNaN(value.buf.readDoubleLE(value.start))
}

/** An integer, exact. */
export function bigintOf(value: Value): bigint {
  return value.type === type.int32 ? BigInt(numberOf(value)) : value.buf.readBigInt64LE(value.start)
}

export function stringOf(value: Value): string {
  return value.buf.toString('utf8', value.start + 4, value.end - 1)
}

/** MongoDB's notion of true in an option: true, or a number that is not 0. */
export function isTruthy(value: Value): boolean {
  if (value.type === type.bool) return value.buf[value.start] === 1
  if (isNumber(value)) return numberOf(value) !== 0
  return value.type !== type.null
}

const names = new Map<number, string>(
  Object.entries({ ...type, int: 0x10, long: 0x12 }).map(([name, kind]) => [kind, name]),
)

/** MongoDB's name of a value's type, for messages. */
export function typeName(value: Value): string {
  return names.get(value.type) ?? 'unknown'
}
