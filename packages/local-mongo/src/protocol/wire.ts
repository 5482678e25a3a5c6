import { fieldsOf, stringOf, type, type Value } from '../bson/raw.ts'
import { validateDocument } from '../bson/validate.ts'

/** MongoDB's own limits, reported to the driver in the handshake. */
export const maxMessageSize = 48_000_000
export const maxDocumentSize = 16 * 1024 * 1024
export const maxBatch = 100_000

const opReply = 1
const opQuery = 2004
const opMsg = 2013
const headerSize = 16

const flags = { checksumPresent: 1, moreToCome: 2, exhaustAllowed: 1 << 16 }

/** One command as it arrived. `sequences` are the document lists next to the body. */
export interface Request {
  readonly name: string
  readonly body: ReadonlyMap<string, Value>
  readonly sequences: ReadonlyMap<string, readonly Value[]>
  readonly requestId: number
  readonly wantsReply: boolean
  /** The first handshake arrives in the old OP_QUERY and is answered in OP_REPLY. */
  readonly isOld: boolean
}

/** A frame that cannot be a message of this protocol: the connection is closed, because nothing after it can be trusted. */
export class WireError extends Error {}

/** The length in a frame's header, checked. */
export function frameLength(header: Buffer): number {
  const length = header.readInt32LE(0)
  if (length < headerSize + 5 || length > maxMessageSize) throw new WireError(`frame of ${length} bytes`)
  return length
}

/** Reads a whole frame. Throws WireError if the frame is invalid, CommandError if a document in it is. */
export function parseFrame(frame: Buffer): Request {
  const code = frame.readInt32LE(12)
  if (code === opMsg) return parseMessage(frame)
  if (code === opQuery) return parseOldQuery(frame)
  throw new WireError(`operation code ${code}`)
}

/** The data that a reply needs of its request, even if the body could not be read. */
export type ReplyHead = Pick<Request, 'requestId' | 'isOld' | 'wantsReply'>

export function replyHead(frame: Buffer): ReplyHead {
  const isOld = frame.readInt32LE(12) === opQuery
  return {
    requestId: frame.readInt32LE(4),
    isOld,
    wantsReply: isOld || (frame.readUInt32LE(16) & flags.moreToCome) === 0,
  }
}

function parseMessage(frame: Buffer): Request {
  const bits = frame.readUInt32LE(16)
  if ((bits & 0xffff & ~flags.moreToCome) !== 0) throw new WireError(`flags 0x${bits.toString(16)}`)
  let body: Value | undefined
  const sequences = new Map<string, Value[]>()
  let at = 20
  while (at < frame.length) {
    const kind = frame[at]
    if (kind === 0 && !body) {
      const end = validateDocument(frame, at + 1, frame.length)
      body = { type: type.object, buf: frame, start: at + 1, end }
      at = end
    } else if (kind === 1) at = parseSequence(frame, at + 1, sequences)
    else throw new WireError(`section of kind ${kind}`)
  }
  if (!body) throw new WireError('no body')
  return { ...asCommand(body), sequences, ...replyHead(frame) }
}

function parseSequence(frame: Buffer, start: number, sequences: Map<string, Value[]>): number {
  const size = start + 5 <= frame.length ? frame.readInt32LE(start) : 0
  const end = start + size
  const nameEnd = frame.indexOf(0, start + 4)
  if (size < 5 || end > frame.length || nameEnd < 0 || nameEnd >= end) throw new WireError('document sequence')
  const docs: Value[] = []
  let at = nameEnd + 1
  while (at < end) {
    const docEnd = validateDocument(frame, at, end)
    docs.push({ type: type.object, buf: frame, start: at, end: docEnd })
    at = docEnd
  }
  const name = frame.toString('utf8', start + 4, nameEnd)
  if (sequences.has(name)) throw new WireError(`two document sequences '${name}'`)
  sequences.set(name, docs)
  return end
}

/** OP_QUERY is supported for the handshake only: the driver sends `ismaster` in it, to `admin.$cmd`. */
function parseOldQuery(frame: Buffer): Request {
  const nameEnd = frame.indexOf(0, 20)
  if (nameEnd < 0 || nameEnd + 9 > frame.length) throw new WireError('query')
  if (!frame.toString('utf8', 20, nameEnd).endsWith('.$cmd')) throw new WireError('an OP_QUERY that is not a command')
  const end = validateDocument(frame, nameEnd + 9, frame.length)
  const body: Value = { type: type.object, buf: frame, start: nameEnd + 9, end }
  const command = asCommand(body)
  if (!['ismaster', 'isMaster', 'hello'].includes(command.name)) throw new WireError(`OP_QUERY with ${command.name}`)
  return { ...command, sequences: new Map(), ...replyHead(frame) }
}

function asCommand(body: Value): Pick<Request, 'name' | 'body'> {
  const fields = fieldsOf(body)
  return { name: fields[0]?.[0] ?? '', body: new Map(fields) }
}

/** The fields before the document of a reply. */
export function replyFrame(request: Pick<Request, 'requestId' | 'isOld'>, doc: Buffer): Buffer {
  const frame = Buffer.alloc(request.isOld ? 36 : 21)
  frame.writeInt32LE(frame.length + doc.length, 0)
  frame.writeInt32LE(request.requestId, 8)
  frame.writeInt32LE(request.isOld ? opReply : opMsg, 12)
  if (request.isOld) {
    frame.writeInt32LE(8, 16)
    frame.writeInt32LE(1, 32)
  }
  return frame
}

/** The name of the database that a command addresses. */
export function databaseOf(request: Request): string {
  const db = request.body.get('$db')
  return db?.type === type.string ? stringOf(db) : ''
}
