import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { requestId } from '../requestId.ts'
import type { Shop } from '../shop.ts'
import { type AddressSuggestion, type PostalAddress, postalAddresses } from './addressContract.ts'
import type { CheckoutState } from './form.ts'
import { createCheckout } from './state.ts'

/**
 * The address line of the shipping form, if the shop completes addresses. A surface gets it by
 * `shop.part(createAddressLookup)`, passes every change of the line to `write` and a choice to `pick`.
 */
export type AddressLookup = {
  readonly state: LookupState
  /** The address line has changed. Suggestions arrive after half a second without typing. */
  write(line: string): void
  /** Fills the form with a suggestion. */
  pick(suggestion: AddressSuggestion): Promise<void>
  /** Hides the suggestions until the line changes again. */
  close(): void
}

export type LookupState = {
  suggestions: AddressSuggestion[]
  /** Their source, to be shown next to them. */
  attribution: string
  /** True if nothing was found for the line. */
  isEmpty: boolean
  /** True while a suggestion's address is loading. */
  resolving: boolean
}

// 000 §9
const DEBOUNCE_MS = 500
/** The server suggests nothing for shorter texts. */
const MIN_QUERY_LENGTH = 3

const noSuggestions = (): Omit<LookupState, 'resolving'> => ({ suggestions: [], attribution: '', isEmpty: false })

export function createAddressLookup(
  shop: Pick<Shop, 'call' | 'part'> & Parameters<typeof createCheckout>[0],
): AddressLookup {
  const state = proxy<LookupState>({ ...noSuggestions(), resolving: false })
  const checkout = shop.part(createCheckout)
  let session = requestId()
  let timer: ReturnType<typeof setTimeout> | undefined
  // Answers are dropped if the line has changed or a suggestion was picked since.
  let requests = 0

  function close(): void {
    requests++
    clearTimeout(timer)
    Object.assign(state, noSuggestions(), { resolving: false })
  }

  async function suggest(q: string): Promise<void> {
    const order = ++requests
    try {
      const found = await shop.call(postalAddresses.suggestAddresses, { q, session })
      if (order === requests) Object.assign(state, found, { isEmpty: found.suggestions.length === 0 })
    } catch (error) {
      // Suggestions are optional: without them the customer types the whole address.
      if (!isShopError(error)) throw error
      if (order === requests) Object.assign(state, noSuggestions())
    }
  }

  return {
    state,
    close,
    write(line) {
      checkout.setField('deliveryAddress.address', line)
      requests++
      clearTimeout(timer)
      state.resolving = false
      const q = line.trim()
      if (q.length < MIN_QUERY_LENGTH) Object.assign(state, noSuggestions())
      else timer = setTimeout(() => void suggest(q), DEBOUNCE_MS)
    },
    async pick(suggestion) {
      close()
      const order = requests
      const whole = wholeAddress(suggestion)
      if (whole) return fillAddress(checkout.state, whole)
      state.resolving = true
      try {
        const input = { id: suggestion.id, session }
        const { address } = await shop.call(postalAddresses.resolveAddress, input)
        if (order === requests) fillAddress(checkout.state, address)
      } catch (error) {
        if (!isShopError(error)) throw error
        if (order === requests) clearAddress(checkout.state)
      } finally {
        if (order === requests) state.resolving = false
        session = requestId()
      }
    },
  }
}

function wholeAddress({ address1, address2, postalCode, city, state }: AddressSuggestion): PostalAddress | undefined {
  if (address1 === undefined) return undefined
  return { address1, address2: address2 ?? '', postalCode: postalCode ?? '', city: city ?? '', state: state ?? '' }
}

/** 000 §4: picking a suggestion verifies the address. Parts without a field in the form are kept in the address line. */
function fillAddress(
  state: CheckoutState,
  { address1, address2, postalCode, city, state: region }: PostalAddress,
): void {
  const { options } = state
  const lines = options?.gatherAddress2 ? { address: address1, address2 } : { address: joinAddress(address1, address2) }
  Object.assign(state.deliveryAddress, lines, { postalCode, city, state: stateKey(region, options?.states ?? {}) })
  forgetProblems(state)
  state.verifiedAddress = true
}

const joinAddress = (...lines: string[]) => lines.filter(Boolean).join(', ')

/** 000 §8: 'Error resolving address'; the address is cleared and the field's error is shown. */
function clearAddress(state: CheckoutState): void {
  Object.assign(state.deliveryAddress, { address: '', address2: '', postalCode: '', city: '', state: '' })
  forgetProblems(state)
  state.verifiedAddress = false
  state.serverProblems['deliveryAddress.address'] = { code: 'resolving' }
}

function forgetProblems({ serverProblems }: CheckoutState): void {
  for (const field of Object.keys(serverProblems)) {
    if (field.startsWith('deliveryAddress.')) delete serverProblems[field]
  }
}

/** The state of the provider's list, by its key or its name; 000 §5: one that is not in it is cleared. */
function stateKey(region: string, states: Readonly<Record<string, string>>): string {
  const lowerRegion = region.toLowerCase()
  const found = Object.entries(states).find(
    ([key, name]) => key && [key, name].some((each) => each.toLowerCase() === lowerRegion),
  )
  return found?.[0] ?? ''
}
