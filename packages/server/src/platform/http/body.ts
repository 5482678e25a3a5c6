import type { AnyEndpoint } from '@portraitkit/core/endpoint.ts'
import type { Context } from 'koa'
import { Failure } from '../failure.ts'
import type { CallContext } from '../feature.ts'
import { networkAddress } from '../networkAddress.ts'
import { type Allowance, allowanceOf } from './allowance.ts'

/** The largest JSON body of a customer, in bytes. Nothing from anybody is read beyond it. */
export const BODY_LIMIT = 1_000_000
/** And that of a visitor, unless the call needs more. */
export const VISITOR_BODY_LIMIT = 16_000
/**
 * Larger bodies that visitors send, in bytes. Reading JSON takes the thread of all calls about a tenth of a second for each
 * megabyte if it is made to be slow.
 */
export const VISITOR_BODIES: Allowance = { kind: 'visitor-bodies', units: 50_000_000, windowMs: 10 * 60_000 }

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

/**
 * The JSON object in the body of a call; an empty body counts as an empty object. Throws `input.too_large` if it has more than
 * the caller may send, and `throttle.wait` if a visitor's address has sent too many large ones.
 */
export async function readJson(endpoint: AnyEndpoint, call: CallContext): Promise<Record<string, unknown>> {
  const { http } = call
  const bytes = await readBytes(http, call.customer ? BODY_LIMIT : (endpoint.visitorBody ?? VISITOR_BODY_LIMIT))
  if (bytes.length === 0) return {}
  if (!call.customer && bytes.length > VISITOR_BODY_LIMIT) countVisitorBody(call, bytes.length)
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

function countVisitorBody(call: CallContext, bytes: number): void {
  const allowance = allowanceOf(call, VISITOR_BODIES, networkAddress(call.http.ip))
  allowance.check()
  allowance.spend(bytes)
}
