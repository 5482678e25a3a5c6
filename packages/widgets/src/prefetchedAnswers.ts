import { ask } from '@portraitkit/core/fetchWithRetry.ts'

/** Answers that were asked for before this code was there, by the language and the address: what the script tag foresees. */
export type EarlyAnswers = Map<string, Promise<Response>>

/** Those of this page that nobody has taken yet. */
export let early: EarlyAnswers = new Map()

/** Keeps such answers for who comes to ask. */
export function keepEarly(answers: EarlyAnswers): void {
  early = answers
}

/** As `ask`, for a call whose answer may be on its way already. It is taken once, and only if it is a good one that comes in time. */
export const askEarly: typeof ask = async (address, init, signal) => {
  const key = `${new Headers(init.headers).get('accept-language')} ${address}`
  const answer = await early.get(key)?.catch(() => undefined)
  early.delete(key)
  return answer?.ok ? answer : ask(address, init, signal)
}
