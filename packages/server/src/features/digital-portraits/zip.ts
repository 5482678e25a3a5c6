import { crc32 } from 'node:zlib'

/**
 * A ZIP of uncompressed files (photographs do not get smaller), written while it is read, with no more in memory than a file's
 * next bytes. `node:zlib` computes the checksums: libraries do it in JavaScript, at half the speed of a file server.
 */
export type ZipEntry = {
  /** With `/` between folders. */
  name: string
  /** In bytes; null if unknown before reading it. */
  size: number | null
  modified: Date
  /** Its bytes; each chunk is consumed before the next but one is requested. */
  open: () => Promise<AsyncIterable<Buffer>>
}

type WrittenEntry = { name: Buffer; time: number; crc: number; size: number; offset: number }

// Larger numbers do not fit their four or two bytes, and go into an extra field or record (ZIP64).
const LARGE = 0xffffffff
const MANY = 0xffff
// Names are UTF-8; checksum and size follow the file.
const FLAGS = 0x0808
const VERSION = 45

/** The length of the ZIP, if the size of every file is known. */
export function zipLength(entries: readonly ZipEntry[]): number | null {
  let offset = 0
  let directory = 0
  for (const { name, size } of entries) {
    if (size === null) return null
    const written = { name: Buffer.from(name), time: 0, crc: 0, size, offset }
    directory += directoryEntry(written).length
    offset += localHeader(written).length + size + trailer(written).length
  }
  return offset + directory + endOf(entries.length, offset, directory).length
}

/** The bytes of the ZIP, in chunks that stay valid as long as those of its files. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for (const entry of entries) {
    const file: WrittenEntry = { name: Buffer.from(entry.name), time: dosTime(entry.modified), crc: 0, size: 0, offset }
    const header = localHeader(file)
    yield header
    for await (const chunk of await entry.open()) {
      file.crc = crc32(chunk, file.crc)
      file.size += chunk.length
      yield chunk
    }
    if (file.size >= LARGE) throw new Error(`${entry.name} is too large for a ZIP of photographs`)
    const after = trailer(file)
    yield after
    offset += header.length + file.size + after.length
    written.push(file)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield endOf(written.length, offset, directory.length)
}

function localHeader({ name, time }: WrittenEntry): Buffer {
  return Buffer.concat([
    fields(
      [4, 0x04034b50],
      [2, VERSION],
      [2, FLAGS],
      [2, 0],
      [4, time],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])
}

function trailer({ crc, size }: WrittenEntry): Buffer {
  return fields([4, 0x08074b50], [4, crc], [4, size], [4, size])
}

function directoryEntry({ name, time, crc, size, offset }: WrittenEntry): Buffer {
  const extra = offset >= LARGE ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  const fixed = fields(
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, 0],
    [4, time],
    [4, crc],
    [4, size],
    [4, size],
    [2, name.length],
    [2, extra.length],
    // No comment, the first disk, no attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, Math.min(offset, LARGE)],
  )
  return Buffer.concat([fixed, name, extra])
}

function endOf(count: number, offset: number, length: number): Buffer {
  const large =
    offset >= LARGE || length >= LARGE || count >= MANY
      ? Buffer.concat([
          fields(
            [4, 0x06064b50],
            [8, 44],
            [2, VERSION],
            [2, VERSION],
            [4, 0],
            [4, 0],
            [8, count],
            [8, count],
            [8, length],
            [8, offset],
          ),
          fields([4, 0x07064b50], [4, 0], [8, offset + length], [4, 1]),
        ])
      : Buffer.alloc(0)
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MANY)],
    [2, Math.min(count, MANY)],
    [4, Math.min(length, LARGE)],
    [4, Math.min(offset, LARGE)],
    [2, 0],
  )
  return Buffer.concat([large, end])
}

/** Numbers of the given byte lengths, least significant byte first. */
function fields(...numbers: ReadonlyArray<readonly [bytes: 2 | 4 | 8, value: number]>): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** The format counts in steps of two seconds, from 1980. */
function dosTime(time: Date): number {
  const year = Math.max(0, time.getUTCFullYear() - 1980)
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  return ((date << 16) | clock) >>> 0
}
