import { fetchWithRetry } from '@portraitkit/core/fetchWithRetry.ts'

/** Answers that were asked for before this code was there, by the language and the address: what the script tag foresees. */
export type PrefetchedAnswers = Map<string, Promise<Response>>

/** Those of this page that nobody has taken yet. */
export let prefetchedAnswers: PrefetchedAnswers = new Map()

/** Keeps such answers for who comes to ask. */
export function storePrefetched(answers: PrefetchedAnswers): void {
  prefetchedAnswers = answers
}

/** As `ask`, for a call whose answer may be on its way already. It is taken once, and only if it is a good one that comes in time. */
export const fetchPrefetched: typeof fetchWithRetry = async (address, init, signal) => {
  const key = `${new Headers(init.headers).get('accept-language')} ${address}`
  const answer = await prefetchedAnswers.get(key)?.catch(() => undefined)
  prefetchedAnswers.delete(key)
  return answer?.ok ? answer : fetchWithRetry(address, init, signal)
}
