import { ask } from '@portraitkit/core/ask.ts'

/** Answers that were asked for before this code was there, by the language and the address: what the script tag foresees. */
export type EarlyAnswers = Map<string, Promise<Response>>

/** Those of this page that nobody has taken yet. */
export let early: EarlyAnswers = new Map()

/** Keeps such answers for who comes to ask. */
export function keepEarly(answers: EarlyAnswers): void {
  early = answers
}

/** So long an early answer is waited for, in milliseconds. Then it is asked for as if nobody had. */
const PATIENCE = 8000

/** As `ask`, for a call whose answer may be on its way already. It is taken once, and only if it is a good one. */
export const askEarly: typeof ask = async (address, init, signal) => {
  const key = `${new Headers(init.headers).get('accept-language')} ${address}`
  const coming = early.get(key)?.catch(() => undefined)
  early.delete(key)
  const answer = coming && (await Promise.race([coming, new Promise<undefined>((done) => setTimeout(done, PATIENCE))]))
  return answer?.ok ? answer : ask(address, init, signal)
}
