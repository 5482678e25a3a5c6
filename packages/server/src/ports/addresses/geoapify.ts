import type { PostalAddress } from '@portraitkit/core/checkout/addressContract.ts'
import * as z from 'zod/mini'
import {
  type AddressContext,
  type AddressService,
  fetchFromService,
  MAX_SUGGESTIONS,
  parseAnswer,
} from './addressService.ts'

/**
 * Geoapify's Address Autocomplete API, whose suggestions are complete addresses already, and its Place Details API for an id. The
 * key is part of the URL, which is why URLs are never logged.
 */

const NAME = 'geoapify'
const ADDRESS = 'https://api.geoapify.com'
/** More are requested than shown, because some of them are towns and counties. */
const RESULT_LIMIT = 2 * MAX_SUGGESTIONS

const location = z.object({
  place_id: z.string(),
  formatted: z.string(),
  address_line1: z.optional(z.string()),
  housenumber: z.optional(z.string()),
  street: z.optional(z.string()),
  postcode: z.optional(z.string()),
  city: z.optional(z.string()),
  // of a hamlet that does not belong to a town
  county: z.optional(z.string()),
  state: z.optional(z.string()),
  state_code: z.optional(z.string()),
})
type Location = z.infer<typeof location>

const autocompleteAnswer = z.object({ results: z.array(location) })
const detailsAnswer = z.object({ features: z.array(z.object({ properties: z.partial(location) })) })

export const geoapify: AddressService = {
  name: NAME,
  attribution: 'Powered by Geoapify, © OpenStreetMap contributors',
  needs: ['apiKey'],

  async suggest(written, context) {
    const url = urlOf('/v1/geocode/autocomplete', context)
    url.searchParams.set('text', written)
    url.searchParams.set('filter', `countrycode:${context.country.toLowerCase()}`)
    url.searchParams.set('lang', context.language.split('-')[0] ?? '')
    url.searchParams.set('limit', String(RESULT_LIMIT))
    url.searchParams.set('format', 'json')
    const answer = await fetchFromService(NAME, url)
    return parseAnswer(NAME, autocompleteAnswer, answer)
      .results.filter(({ street }) => street)
      .slice(0, MAX_SUGGESTIONS)
      .map((each) => ({ id: each.place_id, suggestion: each.formatted, ...addressOf(each, context.country) }))
  },

  async resolve(id, context) {
    const url = urlOf('/v2/place-details', context)
    url.searchParams.set('id', id)
    url.searchParams.set('features', 'details')
    url.searchParams.set('lang', context.language.split('-')[0] ?? '')
    const answer = await fetchFromService(NAME, url, { none: [400, 404] })
    const place = answer === null ? undefined : parseAnswer(NAME, detailsAnswer, answer).features[0]?.properties
    return place?.street ? addressOf(place, context.country) : null
  },
}

/** Countries in which the house number precedes the street name. */
const NUMBER_FIRST: readonly string[] = ['US', 'GB', 'AU', 'CA', 'IE', 'NZ', 'FR', 'LU']

function addressOf(place: Partial<Location>, country: string): PostalAddress {
  const { housenumber = '', street = '' } = place
  const line = NUMBER_FIRST.includes(country) ? [housenumber, street] : [street, housenumber]
  return {
    address1: line.filter(Boolean).join(' '),
    address2: '',
    postalCode: place.postcode ?? '',
    city: place.city ?? place.county ?? '',
    state: place.state_code ?? place.state ?? '',
  }
}

function urlOf(path: string, { config }: AddressContext): URL {
  const url = new URL(path, config.url ?? ADDRESS)
  url.searchParams.set('apiKey', config.apiKey ?? '')
  return url
}
