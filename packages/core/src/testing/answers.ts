import type { Send } from './aShop.ts'

/** The answer to a call: the body, or a function that creates it from the input. */
type Answer = object | ((input: Record<string, unknown>) => object)

/** The answer to a refused call. */
export const refusal = (reason: string, error: string, status = 400) => ({ status, body: { error, reason } })

/** For tests: a server with a fixed answer for each call; unknown calls are refused. */
export function answers(known: Record<string, Answer>): Send {
  return async ({ name }, input) => {
    const answer = known[name]
    if (!answer) return { status: 404, body: { error: `Nobody answers ${name}`, reason: 'unknown' } }
    const body = typeof answer === 'function' ? answer(input) : answer
    return 'status' in body && 'body' in body ? (body as { status: number; body: unknown }) : { status: 200, body }
  }
}
