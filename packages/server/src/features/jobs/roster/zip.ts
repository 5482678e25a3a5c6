import { crc32, inflateRawSync } from 'node:zlib'
import { RosterError } from '../roster.ts'

/** The entries of a ZIP archive in memory. Nothing is unpacked before it is read. */
export type Zip = {
  has(name: string): boolean
  /** The content of an entry, at most what is left of MAX_UNPACKED_BYTES; null if there is none. */
  read(name: string): Buffer | null
}

/** What all entries that are read may have together, unpacked: a list of 50,000 people with 20 columns each. */
export const MAX_UNPACKED_BYTES = 64_000_000
const MAX_ENTRIES = 2000

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_LENGTH = 22
const MAX_COMMENT = 0xffff

type Entry = { method: number; isEncrypted: boolean; crc: number; packed: number; unpacked: number; offset: number }

/**
 * Opens an archive by the directory at its end, as spreadsheet programs do. Throws RosterError if it is damaged, encrypted or
 * has names that no spreadsheet program writes.
 */
export function openZip(file: Uint8Array): Zip {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const entries = readDirectory(bytes)
  let left = MAX_UNPACKED_BYTES
  return {
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name)
      if (!entry) return null
      const content = unpack(bytes, entry, left)
      left -= content.length
      return content
    },
  }
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > MAX_ENTRIES) throw new RosterError(`The roster is an archive of ${count} files, not a workbook`)
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged()
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    checkName(name)
    if (entries.has(name)) throw damaged()
    entries.set(name, {
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The record at the end of the archive, behind which there may be a comment. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT)
  for (let at = bytes.length - END_LENGTH; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE && at + END_LENGTH + bytes.readUInt16LE(at + 20) <= bytes.length)
      return at
  }
  throw damaged()
}

/** Nothing is written to disk, but an archive with such names was not made by a spreadsheet program. */
function checkName(name: string): void {
  const isPlain = !/^[/\\]|[\\\0]|^[a-z]:/i.test(name) && !name.split('/').includes('..')
  if (!isPlain) throw new RosterError('The roster is an archive with paths that lead out of it, and was not read')
}

function unpack(bytes: Buffer, entry: Entry, limit: number): Buffer {
  if (entry.isEncrypted) throw new RosterError('The roster is an encrypted archive: save it without a password')
  const { offset } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw damaged()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + entry.packed > bytes.length) throw damaged()
  const packed = bytes.subarray(start, start + entry.packed)
  const content = inflate(packed, entry.method, limit)
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) throw damaged()
  return content
}

/** Stops at the limit while it unpacks: the sizes that the archive states may be lies. */
function inflate(packed: Buffer, method: number, limit: number): Buffer {
  if (method === 0) {
    if (packed.length > limit) throw tooLarge()
    return packed
  }
  if (method !== 8) throw damaged()
  if (limit === 0) throw tooLarge()
  try {
    return inflateRawSync(packed, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw damaged(error)
  }
}

function tooLarge(): RosterError {
  return new RosterError(
    `The roster unpacks to more than ${MAX_UNPACKED_BYTES / 1_000_000} MB, which no list of people needs: save only its sheet as CSV`,
  )
}

/** What is said of a workbook with parts that contradict each other. */
export function damaged(cause?: unknown): RosterError {
  const text = 'The roster is a damaged workbook: open it in a spreadsheet program and save it again'
  return new RosterError(text, cause === undefined ? {} : { cause })
}
