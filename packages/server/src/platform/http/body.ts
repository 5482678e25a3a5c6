import type { Context } from 'koa'
import { Failure } from '../failure.ts'

/** The largest JSON body that is read, in bytes. */
export const BODY_LIMIT = 1_000_000

/** The bytes of a body. Throws `input.too_large` as soon as there are more than `limit`. */
export async function readBytes(http: Context, limit: number): Promise<Buffer> {
  if (Number(http.get('content-length')) > limit) throw new Failure('input.too_large')
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a body that is too large is drained, not cut off: otherwise its sender would not receive the answer.
  for await (const chunk of http.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Failure('input.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The JSON object in the body of a call; an empty body counts as an empty object. */
export async function readJson(http: Context): Promise<Record<string, unknown>> {
  const bytes = await readBytes(http, BODY_LIMIT)
  if (bytes.length === 0) return {}
  // HTML forms cannot send this type, so a form of another website never reaches a handler.
  if (!http.is('application/json')) throw new Failure('input.invalid', { data: [] })
  let read: unknown
  try {
    read = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Failure('input.invalid', { data: [], cause })
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Failure('input.invalid', { data: [] })
  return read as Record<string, unknown>
}
