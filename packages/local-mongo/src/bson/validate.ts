import { isUtf8 } from 'node:buffer'
import { CommandError } from '../errors.ts'
import { type, valueEnd } from './raw.ts'

/** MongoDB's own limit for the nesting of a message. */
export const maxDepth = 200

const refusedTypes = new Map<number, string>([
  [0x06, 'undefined'],
  [0x0b, 'regular expression'],
  [0x0c, 'DBPointer'],
  [0x0d, 'JavaScript code'],
  [0x0e, 'symbol'],
  [0x0f, 'JavaScript code with scope'],
  [0x11, 'timestamp'],
  [0x13, 'Decimal128'],
  [0xff, 'MinKey'],
  [0x7f, 'MaxKey'],
])

/**
 * Checks a document from outside once, on arrival: every length, every terminator, depth and text. All later code relies on it.
 * Returns the position at which the document ends.
 */
export function validateDocument(buf: Buffer, start: number, limit: number, depth = 1): number {
  if (depth > maxDepth) throw new CommandError('Overflow', `BSON nests deeper than ${maxDepth} levels`)
  const size = start + 5 <= limit ? buf.readInt32LE(start) : 0
  const end = start + size
  if (size < 5 || end > limit || buf[end - 1] !== 0) throw invalid('document length')
  let at = start + 4
  while (at < end - 1) {
    const kind = buf[at] as number
    const nameEnd = buf.indexOf(0, at + 1)
    if (nameEnd < 0 || nameEnd >= end - 1) throw invalid('field name')
    at = validateValue(buf, kind, at + 1, nameEnd, end - 1, depth)
  }
  if (at !== end - 1) throw invalid('document end')
  return end
}

function validateValue(
  buf: Buffer,
  kind: number,
  nameStart: number,
  nameEnd: number,
  limit: number,
  depth: number,
): number {
  const start = nameEnd + 1
  if (kind === type.object || kind === type.array) return validateDocument(buf, start, limit, depth + 1)
  const hasSize = kind === type.string || kind === type.binary
  if (hasSize && (start + 4 > limit || buf.readInt32LE(start) < (kind === type.string ? 1 : 0)))
    throw invalid('value length')
  const end = valueEnd(kind, buf, start)
  const name = () => buf.toString('utf8', nameStart, nameEnd)
  if (end === start && kind !== type.null) {
    const refused = refusedTypes.get(kind)
    if (!refused) throw invalid(`type 0x${kind.toString(16)} of field '${name()}'`)
    throw new CommandError(
      'BadValue',
      `The local database does not support the BSON type ${refused} (field '${name()}')`,
    )
  }
  if (end > limit) throw invalid(`value of field '${name()}'`)
  if (kind === type.string && (buf[end - 1] !== 0 || !isUtf8(buf.subarray(start + 4, end - 1)))) {
    throw invalid(`text of field '${name()}'`)
  }
  if (kind === type.bool && (buf[start] as number) > 1) throw invalid(`boolean of field '${name()}'`)
  return end
}

function invalid(what: string): CommandError {
  return new CommandError('InvalidBSON', `Invalid BSON: ${what}`)
}
