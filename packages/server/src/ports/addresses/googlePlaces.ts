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
 * Google's Places API (New): Autocomplete, then Place Details of the selected suggestion. Both carry the same session token, so
 * that Google bills them as one. The key is sent in a header.
 */

const NAME = 'google-places'
const ADDRESS = 'https://places.googleapis.com'
/** At most five kinds may be named: those of places where people live. */
const KINDS = ['street_address', 'premise', 'subpremise', 'route']

const predictions = z.object({
  suggestions: z.optional(
    z.array(
      z.object({
        placePrediction: z.optional(z.object({ placeId: z.string(), text: z.object({ text: z.string() }) })),
      }),
    ),
  ),
})

const place = z.object({
  postalAddress: z.optional(
    z.object({
      addressLines: z.optional(z.array(z.string())),
      postalCode: z.optional(z.string()),
      locality: z.optional(z.string()),
      administrativeArea: z.optional(z.string()),
    }),
  ),
})

export const googlePlaces: AddressService = {
  name: NAME,
  attribution: 'Google Maps',
  needs: ['apiKey'],

  async suggest(written, context) {
    const { country, language, session } = context
    const answer = await fetchFromService(NAME, urlOf('/v1/places:autocomplete', context), {
      method: 'POST',
      headers: {
        ...headers(context, 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        input: written,
        includedRegionCodes: [country.toLowerCase()],
        includedPrimaryTypes: KINDS,
        languageCode: language,
        regionCode: country.toLowerCase(),
        ...(session && { sessionToken: session }),
      }),
    })
    return (parseAnswer(NAME, predictions, answer).suggestions ?? [])
      .flatMap(({ placePrediction }) =>
        placePrediction ? [{ id: placePrediction.placeId, suggestion: placePrediction.text.text }] : [],
      )
      .slice(0, MAX_SUGGESTIONS)
  },

  async resolve(id, context) {
    const url = urlOf(`/v1/places/${encodeURIComponent(id)}`, context)
    url.searchParams.set('languageCode', context.language)
    url.searchParams.set('regionCode', context.country.toLowerCase())
    if (context.session) url.searchParams.set('sessionToken', context.session)
    const answer = await fetchFromService(NAME, url, {
      headers: headers(context, 'postalAddress'),
      // an invalid id, or one that has expired
      none: [400, 404],
    })
    const found = answer === null ? undefined : parseAnswer(NAME, place, answer).postalAddress
    return found ? addressOf(found) : null
  },
}

function addressOf(found: NonNullable<z.infer<typeof place>['postalAddress']>): PostalAddress {
  const [address1 = '', ...more] = found.addressLines ?? []
  return {
    address1,
    address2: more.join(', '),
    postalCode: found.postalCode ?? '',
    city: found.locality ?? '',
    state: found.administrativeArea ?? '',
  }
}

const urlOf = (path: string, { config }: AddressContext) => new URL(path, config.url ?? ADDRESS)
const headers = ({ config }: AddressContext, fields: string) => ({
  'X-Goog-Api-Key': config.apiKey ?? '',
  'X-Goog-FieldMask': fields,
})
