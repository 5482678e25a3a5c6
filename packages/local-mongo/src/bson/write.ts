import { randomBytes } from 'node:crypto'
import { type, type Value } from './raw.ts'

/** What can be written: a stored value, or plain JavaScript. Whole numbers become int32 if they fit, otherwise double. */
export type Writable =
  | Value
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly Writable[]
  | ReadonlyMap<string, Writable>
  | { readonly [name: string]: Writable | undefined }

/** Maximum size of the buffer that is reused for the next document, in bytes. */
const MAX_SCRATCH_KEPT = 1024 * 1024
let scratch = Buffer.allocUnsafe(64 * 1024)
let at = 0

function reserve(size: number): void {
  if (at + size <= scratch.length) return
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + size))
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}

/** Writes a document into a new buffer. */
export function encode(doc: ReadonlyMap<string, Writable> | { readonly [name: string]: Writable | undefined }): Buffer {
  at = 0
  try {
    writeValue(doc)
    // A large document takes over its buffer: copying it would need the same memory again.
    return scratch.length > MAX_SCRATCH_KEPT ? scratch.subarray(0, at) : Buffer.from(scratch.subarray(0, at))
  } finally {
    if (scratch.length > MAX_SCRATCH_KEPT) scratch = Buffer.allocUnsafe(64 * 1024)
  }
}

/** A stored value made from plain JavaScript, in a buffer of its own. */
export function valueFrom(value: Writable): Value {
  const buf = encode({ v: value })
  return { type: buf[4] as number, buf, start: 7, end: buf.length - 1 }
}

/** The twelve bytes of an ObjectId, made by the server if an upsert or an insert brings none. */
export function createObjectId(): Value {
  const buf = randomBytes(12)
  buf.writeUInt32BE(Math.floor(Date.now() / 1000) >>> 0, 0)
  return { type: type.objectId, buf, start: 0, end: 12 }
}

function isValue(value: object): value is Value {
  return 'buf' in value
}

function typeOf(value: Writable): number {
  if (value === null) return type.null
  if (typeof value === 'string') return type.string
  if (typeof value === 'boolean') return type.bool
  if (typeof value === 'bigint') return type.int64
  if (typeof value === 'number') return isInt32(value) ? type.int32 : type.double
  if (Array.isArray(value)) return type.array
  if (value instanceof Date) return type.date
  return isValue(value) ? value.type : type.object
}

/** -0 and fractions stay doubles. */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0)
}

function writeValue(value: Writable): void {
  if (value === null) return
  reserve(8)
  if (typeof value === 'object') writeObject(value)
  else if (typeof value === 'string') {
    const size = Buffer.byteLength(value)
    reserve(size + 5)
    scratch.writeInt32LE(size + 1, at)
    scratch.write(value, at + 4, 'utf8')
    at += size + 5
    scratch[at - 1] = 0
  } else if (typeof value === 'boolean') scratch[at++] = value ? 1 : 0
  else if (typeof value === 'bigint') at = scratch.writeBigInt64LE(value, at)
  else if (isInt32(value)) at = scratch.writeInt32LE(value, at)
  else at = scratch.writeDoubleLE(value, at)
}

function writeObject(value: Exclude<Writable, string | number | bigint | boolean | null>): void {
  if (value instanceof Date) {
    reserve(8)
    at = scratch.writeBigInt64LE(BigInt(value.getTime()), at)
  } else if (!Array.isArray(value) && isValue(value)) {
    reserve(value.end - value.start)
    at += value.buf.copy(scratch, at, value.start, value.end)
  } else {
    const start = at
    reserve(4)
    at += 4
    if (Array.isArray(value)) for (const [index, item] of value.entries()) writeField(String(index), item)
    else for (const [name, item] of value instanceof Map ? value : Object.entries(value)) writeField(name, item)
    reserve(1)
    scratch[at++] = 0
    scratch.writeInt32LE(at - start, start)
  }
}

function writeField(name: string, value: Writable | undefined): void {
  if (value === undefined) return
  const size = Buffer.byteLength(name)
  reserve(size + 2)
  scratch[at] = typeOf(value)
  scratch.write(name, at + 1, 'utf8')
  at += size + 2
  scratch[at - 1] = 0
  writeValue(value)
}
