import type { AddressSuggestion, PostalAddress } from '@portraitkit/core/checkout/addressContract.ts'
import type * as z from 'zod/mini'

/** For whom addresses are looked up: in which country, in which language, and by which configuration (secrets in plain text). */
export type AddressContext = {
  /** Two letters. */
  country: string
  language: string
  /** Groups the look-ups while one address is written. */
  session: string | undefined
  config: Readonly<Record<string, string>>
  /** The provider's own list. */
  addresses: readonly PostalAddress[]
}

/** A service that does not answer, or not as it should. The message says nothing that was sent: there are keys in it. */
export class ServiceAway extends Error {
  override name = 'ServiceAway'
}

/** Who knows addresses. */
export type AddressService = {
  readonly name: string
  /** Said beside what it suggests, where its terms ask for that. */
  readonly attribution: string
  /** Names of the configuration that it cannot do without. */
  readonly needs: readonly string[]
  /** Addresses that begin as written, the likeliest first. Throws ServiceAway. */
  suggest(written: string, context: AddressContext): Promise<AddressSuggestion[]>
  /** The whole address of a suggestion; null where there is none of this id. Throws ServiceAway. */
  resolve(id: string, context: AddressContext): Promise<PostalAddress | null>
}

/** As many as a phone shows above its keyboard. */
export const MOST_SUGGESTIONS = 5

/** Somebody is waiting with a finger on the keyboard. */
const PATIENCE_MS = 3000

/**
 * Asks a service, and reads its JSON. Answers null where its status is one of `none`: there is no such thing. Throws ServiceAway,
 * in which stands which service and which status, and never the address: keys are in it.
 */
export async function askService(
  name: string,
  url: URL,
  { none = [], ...how }: RequestInit & { none?: readonly number[] } = {},
): Promise<unknown> {
  let answer: Response
  try {
    answer = await fetch(url, { ...how, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    const why = error instanceof Error ? error.name : 'an error'
    throw new ServiceAway(`The address service ${name} cannot be reached: ${why}`)
  }
  if (none.includes(answer.status)) {
    await answer.body?.cancel()
    return null
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new ServiceAway(`The address service ${name} answered ${answer.status}`)
  }
  try {
    return await answer.json()
  } catch {
    throw new ServiceAway(`The address service ${name} answered something that is no JSON`)
  }
}

/** What a service answered, as its documents say. Throws ServiceAway. */
export function readAnswer<S extends z.ZodMiniType>(name: string, schema: S, answer: unknown): z.output<S> {
  const checked = schema.safeParse(answer)
  if (!checked.success) throw new ServiceAway(`The address service ${name} answered something else than it says`)
  return checked.data
}
