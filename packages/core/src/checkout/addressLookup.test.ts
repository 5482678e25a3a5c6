import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aShop } from '../testing/aShop.ts'
import { createAddressLookup } from './addressLookup.ts'
import { visibleProblem } from './form.ts'
import { createCheckout } from './state.ts'

const MAPLE = {
  address1: '12 Maple Street',
  address2: 'Unit 2',
  postalCode: '02139',
  city: 'Cambridge',
  state: 'Massachusetts',
}
const options = {
  ...{ gatherAddress2: true, gatherState: true, states: { '': 'Choose', MA: 'Massachusetts' }, hidePostalCode: false },
  ...{
    country: 'US',
    showDisabledDeliveryCountry: false,
    useAddressAutocompleteService: true,
    disableOrderComment: false,
  },
}

type Answer = { status: number; body: unknown }
type Input = Record<string, unknown>

/** A form on a page whose server gives the test's answers. */
function form(answers: { suggest?: (asked: Input) => Answer; resolve?: (asked: Input) => Answer } = {}) {
  const requests: Array<[string, Input]> = []
  const { shop } = aShop(async ({ name }, input) => {
    requests.push([name, input])
    const answer = name === 'checkout.suggestAddresses' ? answers.suggest?.(input) : answers.resolve?.(input)
    return (
      answer ?? { status: 200, body: { suggestions: [{ id: 'a', suggestion: '12 Maple' }], attribution: 'Somebody' } }
    )
  }, 'a-shop')
  const checkout = shop.part(createCheckout)
  Object.assign(checkout.state, { options })
  return { requests, checkout, lookup: shop.part(createAddressLookup) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[CHK-10] address completion', () => {
  it('looks an address up once, after half a second without typing', async () => {
    const { requests, lookup } = form()
    for (const line of ['1', '12', '12 M', '12 Ma']) lookup.write(line)
    await vi.advanceTimersByTimeAsync(499)
    expect(requests).toEqual([])
    lookup.write('12 Map')
    await vi.advanceTimersByTimeAsync(499)
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toEqual([['checkout.suggestAddresses', { q: '12 Map', session: expect.any(String) }]])
    expect(lookup.state).toMatchObject({ suggestions: [{ id: 'a' }], attribution: 'Somebody', isEmpty: false })
    lookup.write('12')
    await vi.advanceTimersByTimeAsync(1000)
    expect(requests).toHaveLength(1)
    expect(lookup.state.suggestions).toEqual([])
  })

  it('fills an address in by its id as verified, until any change', async () => {
    const { requests, checkout, lookup } = form({ resolve: () => ({ status: 200, body: { address: MAPLE } }) })
    const { state } = checkout
    lookup.write('12 Map')
    await vi.advanceTimersByTimeAsync(500)
    await lookup.pick({ id: 'a', suggestion: '12 Maple' })
    expect(requests[1]).toEqual(['checkout.resolveAddress', { id: 'a', session: requests[0]?.[1].session }])
    const filled = {
      address: '12 Maple Street',
      address2: 'Unit 2',
      postalCode: '02139',
      city: 'Cambridge',
      state: 'MA',
    }
    expect(state.deliveryAddress).toMatchObject(filled)
    expect([state.verifiedAddress, lookup.state.suggestions.length]).toEqual([true, 0])
    checkout.setField('deliveryAddress.name', 'Anna Carter')
    expect(state.verifiedAddress).toBe(true)
    for (const field of ['address', 'address2', 'postalCode', 'city', 'state'] as const) {
      await lookup.pick({ id: 'a', suggestion: '12 Maple' })
      expect(state.verifiedAddress, field).toBe(true)
      checkout.setField(`deliveryAddress.${field}`, 'x')
      expect(state.verifiedAddress, field).toBe(false)
    }
    // A different address starts a new session.
    expect(new Set(requests.map(([, { session }]) => session)).size).toBe(6)
  })

  it('fills a complete suggestion in at once, with the parts for which the form has fields', async () => {
    const { requests, checkout, lookup } = form()
    Object.assign(checkout.state, { options: { ...options, gatherAddress2: false } })
    await lookup.pick({ id: 'a', suggestion: '', ...MAPLE, state: 'XX' })
    expect(requests).toEqual([])
    const address = '12 Maple Street, Unit 2'
    expect(checkout.state.deliveryAddress).toMatchObject({ address, address2: '', state: '', city: 'Cambridge' })
  })

  it('clears an address that cannot be resolved, with an error at the field until it is changed', async () => {
    const body = { error: 'Error resolving address', reason: 'checkout.address' }
    const { checkout, lookup } = form({ resolve: () => ({ status: 404, body }) })
    const { state } = checkout
    checkout.setField('deliveryAddress.name', 'Anna Carter')
    checkout.setField('deliveryAddress.city', 'Boston')
    await lookup.pick({ id: 'a', suggestion: '12 Maple' })
    const empty = { address: '', address2: '', postalCode: '', city: '', state: '' }
    expect(state.deliveryAddress).toEqual({ name: 'Anna Carter', ...empty })
    expect(state.verifiedAddress).toBe(false)
    expect(visibleProblem(state, 'deliveryAddress.address')).toEqual({ code: 'resolving' })
    checkout.setField('deliveryAddress.address', '12')
    expect(visibleProblem(state, 'deliveryAddress.address')).toBeUndefined()
  })

  it('works without suggestions if there are none, and drops late ones', async () => {
    const body = { error: 'Away', reason: 'checkout.address_service' }
    const { checkout, lookup } = form({ suggest: () => ({ status: 502, body }) })
    lookup.write('12 Map')
    await vi.advanceTimersByTimeAsync(500)
    expect(lookup.state).toMatchObject({ suggestions: [], isEmpty: false })
    expect(checkout.state.deliveryAddress.address).toBe('12 Map')
    const late = form({ resolve: () => ({ status: 200, body: { address: MAPLE } }) })
    const picking = late.lookup.pick({ id: 'a', suggestion: '12 Maple' })
    late.lookup.write('27 Juniper')
    await picking
    expect(late.checkout.state.deliveryAddress.address).toBe('27 Juniper')
    expect([late.checkout.state.verifiedAddress, late.lookup.state.resolving]).toEqual([false, false])
  })
})
