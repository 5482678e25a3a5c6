import type { PostalAddress } from '@portraitkit/core/checkout/addressContract.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { translateTo } from '../../platform/texts.ts'
import { type AddressService, MAX_SUGGESTIONS } from './addressService.ts'

/** The provider's own list of addresses: of a town, a campus, or for a shop that does not use an external service. */
export const ownList: AddressService = {
  name: 'list',
  attribution: '',
  needs: [],

  async suggest(written, { addresses, country, language }) {
    const t = translateTo(language)
    const query = wordsOf(written)
    return addresses
      .map((address, index) => ({ id: String(index), suggestion: formatAddress(t, country, address) }))
      .filter(({ suggestion }) => {
        const words = wordsOf(suggestion)
        return query.every((word) => words.some((each) => each.startsWith(word)))
      })
      .slice(0, MAX_SUGGESTIONS)
  },

  async resolve(id, { addresses }) {
    return (/^\d+$/.test(id) && addresses[Number(id)]) || null
  },
}

function formatAddress(t: Translate, country: string, { address1, address2, ...place }: PostalAddress): string {
  return [address1, address2, placeLine(t, country, place)].filter(Boolean).join(', ')
}

/** Ignores capitals and accents: nobody types those on a phone. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o').replaceAll('æ', 'ae')
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}
