import { numberOf, type, type Value, valueEnd } from './raw.ts'

/**
 * Values as bytes whose order under memcmp is MongoDB's order of values. The one source of order for indexes, sorting,
 * comparisons and equality: a tag per class of types, then a payload that is never the beginning of another payload.
 */
export const tag = {
  /** An empty array as an index key: below null. */
  emptyArray: 0x10,
  null: 0x20,
  number: 0x30,
  string: 0x40,
  object: 0x50,
  array: 0x60,
  binary: 0x70,
  objectId: 0x80,
  bool: 0x90,
  date: 0xa0,
} as const

const tags: Record<number, number> = {
  [type.double]: tag.number,
  [type.int32]: tag.number,
  [type.int64]: tag.number,
  [type.string]: tag.string,
  [type.object]: tag.object,
  [type.array]: tag.array,
  [type.binary]: tag.binary,
  [type.objectId]: tag.objectId,
  [type.bool]: tag.bool,
  [type.date]: tag.date,
  [type.null]: tag.null,
}

let scratch = Buffer.allocUnsafe(4096)
let at = 0

function reserve(size: number): void {
  if (at + size <= scratch.length) return
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + size))
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}

/** The class of types within which $gt and the like compare. */
export function tagOf(value: Value): number {
  return tags[value.type] as number
}

/** One value as an index key. */
export function keyOf(value: Value): Buffer {
  at = 0
  writeKey(value)
  return copyKey()
}

function copyKey(): Buffer {
  const key = Buffer.from(scratch.subarray(0, at))
  // One large value must not stay in memory forever.
  if (scratch.length > 1024 * 1024) scratch = Buffer.allocUnsafe(4096)
  return key
}

export function isNaNumberKey(key: Buffer): boolean {
  return key[0] === tag.number && key.readUInt32BE(1) === 0 && key.readUInt32BE(5) === 0
}

/** Below, equal to or above the value of `key`. */
export function compareToKey(value: Value, key: Buffer): number {
  if (tags[value.type] !== key[0]) return (tags[value.type] as number) - (key[0] as number)
  at = 0
  writeKey(value)
  return scratch.compare(key, 0, key.length, 0, at)
}

/** A compound key; a descending part is stored inverted. 'emptyArray' is a key of its own. */
export function compoundKey(parts: readonly (Value | 'emptyArray')[], directions: readonly (1 | -1)[]): Buffer {
  at = 0
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Value | 'emptyArray'
    const start = at
    if (part === 'emptyArray') {
      reserve(1)
      scratch[at++] = tag.emptyArray
    } else writeKey(part)
    if (directions[i] === -1) invert(scratch, start, at)
  }
  return copyKey()
}

export function invert(bytes: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i++) bytes[i] = ~(bytes[i] as number)
}

function writeKey(value: Value): void {
  reserve(16)
  scratch[at++] = tags[value.type] as number
  const { buf, start, end } = value
  switch (value.type) {
    case type.double:
    case type.int32:
    case type.int64:
      writeNumber(value)
      break
    case type.string:
      writeText(buf, start + 4, end - 1)
      break
    case type.object:
    case type.array:
      writeMembers(value)
      break
    case type.binary: {
      // Length, then subtype, then bytes: MongoDB's order of binaries.
      reserve(end - start + 4)
      at = scratch.writeInt32BE(end - start - 5, at)
      at += buf.copy(scratch, at, start + 4, end)
      break
    }
    case type.objectId:
      at += buf.copy(scratch, at, start, end)
      break
    case type.bool:
      scratch[at++] = buf[start] as number
      break
    case type.date:
      at = scratch.writeUInt32BE((buf.readInt32LE(start + 4) ^ 0x80000000) >>> 0, at)
      at = scratch.writeUInt32BE(buf.readUInt32LE(start), at)
      break
  }
}

/** The eight bytes of a double in sortable form, then what an int64 beyond 2^53 lost by rounding. NaN is below all numbers. */
function writeNumber(value: Value): void {
  let number = numberOf(value)
  let lost = 0
  if (value.type === type.int64 && !Number.isSafeInteger(number)) {
    const exact = value.buf.readBigInt64LE(value.start)
    number = Number(exact)
    lost = Number(exact - BigInt(number))
  }
  if (Number.isNaN(number)) scratch.fill(0, at, at + 8)
  else {
    scratch.writeDoubleBE(number === 0 ? 0 : number, at)
    if (number < 0) invert(scratch, at, at + 8)
    else scratch[at] = (scratch[at] as number) | 0x80
  }
  at = scratch.writeUInt16BE(lost + 0x8000, at + 8)
}

/** UTF-8 with zero escaped, so that the closing 00 01 is below every longer text. */
function writeText(buf: Buffer, start: number, end: number): void {
  reserve((end - start) * 2 + 2)
  const zero = buf.indexOf(0, start)
  if (zero < 0 || zero >= end) at += buf.copy(scratch, at, start, end)
  else {
    for (let i = start; i < end; i++) {
      scratch[at++] = buf[i] as number
      if (buf[i] === 0) scratch[at++] = 0xff
    }
  }
  scratch[at++] = 0
  scratch[at++] = 1
}

/** Objects compare field by field: type, then name, then value; arrays item by item. The shorter one is below. */
function writeMembers(value: Value): void {
  const { buf } = value
  let from = value.start + 4
  while (from < value.end - 1) {
    const nameEnd = buf.indexOf(0, from + 1)
    const member = memberAt(buf, from, nameEnd)
    if (value.type === type.object) {
      reserve(1)
      scratch[at++] = tags[member.type] as number
      writeText(buf, from + 1, nameEnd)
    }
    writeKey(member)
    from = member.end
  }
  reserve(1)
  scratch[at++] = 0
}

function memberAt(buf: Buffer, from: number, nameEnd: number): Value {
  const kind = buf[from] as number
  return { type: kind, buf, start: nameEnd + 1, end: valueEnd(kind, buf, nameEnd + 1) }
}
