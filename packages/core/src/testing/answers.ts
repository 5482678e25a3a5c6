import type { Send } from './aShop.ts'

/** What a call is answered with: the body, or what makes it of the input. */
type Answer = object | ((input: Record<string, unknown>) => object)

/** The answer of a call that the server refuses. */
export const refusal = (reason: string, error: string, status = 400) => ({ status, body: { error, reason } })

/** For tests: a server that answers each call as it is told; one that it was not told of is refused. */
export function answers(known: Record<string, Answer>): Send {
  return async ({ name }, input) => {
    const answer = known[name]
    if (!answer) return { status: 404, body: { error: `Nobody answers ${name}`, reason: 'unknown' } }
    const body = typeof answer === 'function' ? answer(input) : answer
    return 'status' in body && 'body' in body ? (body as { status: number; body: unknown }) : { status: 200, body }
  }
}
