import type { AddressSuggestion, PostalAddress } from '@portraitkit/core/checkout/addressContract.ts'
import type * as z from 'zod/mini'

/** The context of an address lookup: country, language, and the service's configuration (secrets in plain text). */
export type AddressContext = {
  /** Two letters. */
  country: string
  language: string
  /** Groups the lookups that belong to one address. */
  session: string | undefined
  config: Readonly<Record<string, string>>
  /** The provider's own list. */
  addresses: readonly PostalAddress[]
}

/** The service does not answer, or not as documented. The message contains nothing of the request, which contains keys. */
export class ServiceUnavailable extends Error {
  override name = 'ServiceAway'
}

/** A service that suggests addresses. */
export type AddressService = {
  readonly name: string
  /** Shown next to its suggestions, if its terms require that. */
  readonly attribution: string
  /** Names of the configuration fields that it requires. */
  readonly needs: readonly string[]
  /** Addresses that start with the text, most likely first. Throws ServiceAway. */
  suggest(written: string, context: AddressContext): Promise<AddressSuggestion[]>
  /** The complete address of a suggestion; null if there is none with this id. Throws ServiceAway. */
  resolve(id: string, context: AddressContext): Promise<PostalAddress | null>
}

/** As many as fit above a phone's keyboard. */
export const MAX_SUGGESTIONS = 5

/** Short, because the customer is waiting while typing. */
const TIMEOUT_MS = 3000

/**
 * Calls a service and reads its JSON. Returns null for a status listed in `none`: there is no such address. Throws ServiceAway,
 * whose message names the service and the status but never the URL, which contains keys.
 */
export async function fetchFromService(
  name: string,
  url: URL,
  { none = [], ...how }: RequestInit & { none?: readonly number[] } = {},
): Promise<unknown> {
  let answer: Response
  try {
    answer = await fetch(url, { ...how, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const why = error instanceof Error ? error.name : 'an error'
    throw new ServiceUnavailable(`The address service ${name} cannot be reached: ${why}`)
  }
  if (none.includes(answer.status)) {
    await answer.body?.cancel()
    return null
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new ServiceUnavailable(`The address service ${name} answered ${answer.status}`)
  }
  try {
    return await answer.json()
  } catch {
    throw new ServiceUnavailable(`The address service ${name} sent a response that is not valid JSON`)
  }
}

/** Checks a service's answer against its documentation. Throws ServiceAway. */
export function parseAnswer<S extends z.ZodMiniType>(name: string, schema: S, answer: unknown): z.output<S> {
  const checked = schema.safeParse(answer)
  if (!checked.success)
    throw new ServiceUnavailable(`The address service ${name} sent a response of an unexpected shape`)
  return checked.data
}
