import type { postalAddresses as contract, PostalAddress } from '@portraitkit/core/checkout/addressContract.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { type Limit, throttled } from '../../platform/http/throttle.ts'
import { networkAddress } from '../../platform/networkAddress.ts'
import { openAddressService } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type AddressContext, type AddressService, ServiceUnavailable } from '../../ports/addresses/addressService.ts'
import { addressServiceNamed } from '../../ports/addresses/addressServices.ts'

/**
 * Looks up addresses for the shipping form: the browser asks the server, and the server asks the service, with a key that stays
 * on the server.
 */

type Call = CallContext<'customer'>

/** Some services charge per look-up. An address takes about eight, with half a second between them. */
const MINUTE_MS = 60_000
const customerLimit: Limit = { kind: 'address-look-ups', limit: 120, windowMs: 10 * MINUTE_MS }
const networkLimit: Limit = { kind: 'address-look-ups-of-network', limit: 600, windowMs: 10 * MINUTE_MS }

/** With fewer letters a search is useless. */
const MIN_QUERY_LENGTH = 3

/** Whether the shipping form looks addresses up: the provider wants it and has configured a service. */
export function looksUpAddresses({ options, addressService }: Provider): boolean {
  return options.useAddressAutocompleteService && addressService != null
}

export async function suggestAddresses(
  { q, session }: InputOf<typeof contract.suggestAddresses>,
  call: Call,
): Promise<AnswerOf<typeof contract.suggestAddresses>> {
  const nothing = { suggestions: [], attribution: '' }
  if (q.length < MIN_QUERY_LENGTH || !looksUpAddresses(call.provider)) return nothing
  return callService(call, session, async (service, context) => ({
    suggestions: await service.suggest(q, context),
    attribution: service.attribution,
  }))
}

export async function resolveAddress(
  { id, session }: InputOf<typeof contract.resolveAddress>,
  call: Call,
): Promise<{ address: PostalAddress }> {
  if (!looksUpAddresses(call.provider)) throw new Failure('checkout.address')
  const address = await callService(call, session, (service, context) => service.resolve(id, context))
  if (!address) throw new Failure('checkout.address')
  return { address }
}

/** Calls the provider's service, within the limits. Its errors are not shown to the customer: they are logged. */
async function callService<T>(
  call: Call,
  session: string | undefined,
  work: (service: AddressService, context: AddressContext) => Promise<T>,
): Promise<T> {
  const { app, provider, customer, language, http } = call
  const service = addressServiceNamed(provider.addressService?.name ?? '')
  if (!service) throw new Failure('checkout.address_service')
  const context = { country: provider.country, language, session, ...openAddressService(app, provider) }
  const limits = [
    { limit: customerLimit, who: customer.uuid },
    { limit: networkLimit, who: networkAddress(http.ip) },
  ]
  return throttled(call, limits, async () => {
    try {
      // Each counts, successful or not, because each is charged.
      return { failed: true, answer: await work(service, context) }
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error
      app.log.error({ provider: provider.key, reason: error.message }, 'addresses cannot be looked up')
      throw new Failure('checkout.address_service')
    }
  })
}
