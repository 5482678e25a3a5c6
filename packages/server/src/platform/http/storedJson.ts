import { randomUUID } from 'node:crypto'

/** A placeholder in JSON for a value whose bytes are inserted, unknown outside the process. */
const MARK = `stored-json-${randomUUID()}-`
/** The bytes to insert into the answer that is being written. */
let insertions: Buffer[] | null = null

/**
 * Parses JSON that answers will contain unchanged: `writeJson` inserts these bytes instead of writing the value again. Nobody may
 * change the value.
 */
export function parseStoredJson<T extends object>(bytes: Buffer): T {
  const value = JSON.parse(bytes.toString('utf8')) as T
  const toJSON = () => {
    if (!insertions) return value
    insertions.push(bytes)
    return `${MARK}${insertions.length - 1}.`
  }
  // not enumerable: whoever copies or stores the value has a plain one
  return Object.defineProperty(value, 'toJSON', { value: toJSON })
}

/** The JSON of an answer, as bytes: Koa would measure a text, and the socket would encode it a second time. */
export function writeJson(answer: unknown): Buffer {
  insertions = []
  try {
    const rest = Buffer.from(JSON.stringify(answer))
    return insertions.length === 0 ? rest : insert(rest, insertions)
  } finally {
    insertions = null
  }
}

/** Replaces the marks, which are in the order of the insertions. */
function insert(text: Buffer, inserted: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = []
  let from = 0
  for (const [index, bytes] of inserted.entries()) {
    const mark = Buffer.from(`"${MARK}${index}."`)
    const at = text.indexOf(mark, from)
    pieces.push(text.subarray(from, at), bytes)
    from = at + mark.length
  }
  return Buffer.concat([...pieces, text.subarray(from)])
}
