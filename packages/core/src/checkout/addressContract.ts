import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { postalAddress } from '../provider/postalAddress.ts'
import { uuid } from '../schemas.ts'
import { resolvingFailed } from './failedCalls.ts'

// lingui-set comment="What the shop answers when an address cannot be looked up"

export type PostalAddress = z.infer<ReturnType<typeof postalAddress>>

/** A suggestion: with its full address, or with an id by which it can be requested. */
const suggestion = () => z.extend(z.partial(postalAddress()), { id: z.string(), suggestion: z.string() })
export type AddressSuggestion = z.infer<ReturnType<typeof suggestion>>

/** The look-ups for one address belong together: some services charge them as one. */
const session = () => z.optional(uuid())
const lookupUnavailable = {
  'checkout.address_service': {
    status: 502,
    text: msg({ message: 'Addresses cannot be looked up right now. Please type yours.' }),
  },
} as const

export const postalAddresses = {
  suggestAddresses: endpoint({
    name: 'checkout.suggestAddresses',
    method: 'GET',
    path: '/api/webshop/postal-address-service/autocomplete',
    access: 'customer',
    changes: false,
    input: () => z.object({ q: z.string().check(z.trim(), z.maxLength(200)), session: session() }),
    answer: () =>
      z.object({
        suggestions: z.array(suggestion()),
        /** The source of the addresses, to be shown next to them; empty if the service does not require it. */
        attribution: z.string(),
      }),
    failures: lookupUnavailable,
    summary: 'Addresses in the shop’s country that begin with the given text.',
  }),
  resolveAddress: endpoint({
    name: 'checkout.resolveAddress',
    method: 'GET',
    path: '/api/webshop/postal-address-service/resolve-address-by-id/:id',
    access: 'customer',
    changes: false,
    input: () => z.object({ id: z.string().check(z.minLength(1), z.maxLength(1000)), session: session() }),
    answer: () => z.object({ address: postalAddress() }),
    failures: { ...lookupUnavailable, 'checkout.address': { status: 404, text: resolvingFailed } },
    summary: 'The complete address of a suggestion.',
  }),
}
