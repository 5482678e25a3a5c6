import type { SendBy } from '@portraitkit/core/sending.ts'

/** Answers that the script tag requested before this code was loaded, by language and address. */
export type PrefetchedAnswers = Map<string, Promise<Response>>

/** This page's answers that have not been used yet. */
export let prefetchedAnswers: PrefetchedAnswers = new Map()

/** Stores such answers for the calls that will need them. */
export function storePrefetched(answers: PrefetchedAnswers): void {
  prefetchedAnswers = answers
}

/**
 * Sends a call that may have been sent already. A prefetched answer is used once, and only if it is successful and in
 * time.
 */
export const fetchPrefetched: SendBy = async (address, init, signal, usual) => {
  const key = `${new Headers(init.headers).get('accept-language')} ${address}`
  const answer = await prefetchedAnswers.get(key)?.catch(() => undefined)
  prefetchedAnswers.delete(key)
  return answer?.ok ? answer : usual(address, init, signal)
}
