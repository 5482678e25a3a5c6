import { randomUUID } from 'node:crypto'
import { postalAddresses } from '@portraitkit/core/checkout/addressContract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { API_KEY, startTestServices, type TestServices } from '../../testing/buildAddressServices.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const MAPLE_12 = { address1: '12 Maple Street', address2: '', postalCode: '02139', city: 'Cambridge', state: 'MA' }
const addresses = [MAPLE_12, { ...MAPLE_12, address1: '14 Maple Street' }, { ...MAPLE_12, address1: '3 Älvå Road' }]

let shop: TestServer
let outside: TestServices
beforeAll(async () => {
  ;[shop, outside] = await Promise.all([startTestServer({ env: { LOG_LEVEL: 'silent' } }), startTestServices()])
})
afterAll(() => Promise.all([shop.close(), outside.close()]))

type Service = NonNullable<Provider['addressService']>
const services: Record<string, () => Service> = {
  list: () => ({ name: 'list', config: {}, addresses }),
  geoapify: () => ({ name: 'geoapify', config: { apiKey: API_KEY, url: outside.url } }),
  'google-places': () => ({ name: 'google-places', config: { apiKey: API_KEY, url: outside.url } }),
}
const OUTSIDE = ['geoapify', 'google-places'] as const

/** A customer of the shop while it has this service. */
async function customerWith(addressService: Service | null): Promise<TestClient> {
  const options = { ...shop.provider.options, useAddressAutocompleteService: true }
  await saveProvider(shop.app, { ...shop.provider, options, addressService })
  return (await buildCustomer(shop)).client
}
const suggest = (client: TestClient, q: string, session?: string) =>
  client.call(postalAddresses.suggestAddresses, { q, session })

describe.each(Object.keys(services))('[CHK-10] addresses of %s', (name) => {
  const service = () => services[name]?.() as Service

  it('are suggested while typing, and found in full by their id', async () => {
    const client = await customerWith(service())
    const { suggestions, attribution } = await suggest(client, ' 12 maple ')
    expect(suggestions).toHaveLength(1)
    expect(suggestions[0]?.suggestion).toContain('12 Maple Street')
    expect(attribution === '').toBe(name === 'list')
    const { address } = await client.call(postalAddresses.resolveAddress, { id: suggestions[0]?.id ?? '' })
    expect(address).toEqual(MAPLE_12)
    // a suggestion that includes its address resolves to the same one
    const { id: _, suggestion: __, ...own } = suggestions[0] ?? { id: '', suggestion: '' }
    expect([{}, MAPLE_12]).toContainEqual(own)
    expect((await suggest(client, 'maple')).suggestions).toHaveLength(2)
    expect((await suggest(client, 'nowhere at all')).suggestions).toEqual([])
  })

  it('are not requested for fewer than three letters', async () => {
    const client = await customerWith(service())
    const before = outside.requests.length
    expect(await suggest(client, ' 12')).toEqual({ suggestions: [], attribution: '' })
    expect(outside.requests).toHaveLength(before)
  })

  it('of an invalid id fail with a clear error', async () => {
    const client = await customerWith(service())
    const failure = await client.fail(postalAddresses.resolveAddress, { id: '999/../x?y' })
    expect(failure).toMatchObject({ status: 404, reason: 'checkout.address', error: 'Error resolving address' })
  })
})

describe.each(OUTSIDE)('[CHK-10] %s', (name) => {
  const service = () => services[name]?.() as Service

  it('counts as unavailable if its answer is not as documented, and nothing is guessed', async () => {
    const client = await customerWith(service())
    for (const how of ['status', 'nonsense', 'shape'] as const) {
      outside.failNext(how)
      const failure = await client.fail(postalAddresses.suggestAddresses, { q: '12 maple' })
      expect(failure, how).toMatchObject({ status: 502, reason: 'checkout.address_service' })
      outside.failNext(how)
      const resolving = await client.fail(postalAddresses.resolveAddress, { id: 'ChIJ0x_maple-12' })
      expect(resolving, how).toMatchObject({ status: 502, reason: 'checkout.address_service' })
    }
    const nobody = await customerWith({ ...service(), config: { apiKey: API_KEY, url: 'http://127.0.0.1:1' } })
    expect(await nobody.fail(postalAddresses.suggestAddresses, { q: '12 maple' })).toMatchObject({ status: 502 })
    const wrong = await customerWith({ ...service(), config: { apiKey: 'another', url: outside.url } })
    expect(await wrong.fail(postalAddresses.suggestAddresses, { q: '12 maple' })).toMatchObject({ status: 502 })
  })

  it('[API-2] has a key that no answer shows and that is stored sealed', async () => {
    const { client } = await buildBuyer(shop)
    await customerWith(service())
    const settings = await client.fetch(`/api/webshop/settings?provider=${shop.provider.key}`)
    expect(settings.status).toBe(200)
    const answers = [settings.text, await suggest(client, '12 maple')]
    expect(JSON.stringify(answers)).not.toContain(API_KEY)
    const stored = await shop.app.db.collection('providers').findOne({ provider: shop.provider.key })
    expect(stored?.addressService.name).toBe(name)
    expect(JSON.stringify(stored)).not.toContain(API_KEY)
  })
})

describe('[CHK-10] looking addresses up', () => {
  it('sends Google a session id for the look-ups of one address', async () => {
    const client = await customerWith(services['google-places']?.() as Service)
    const session = randomUUID()
    const from = outside.requests.length
    const [first] = (await suggest(client, '12 maple', session)).suggestions
    await client.call(postalAddresses.resolveAddress, { id: first?.id ?? '', session })
    expect(outside.requests.slice(from)).toEqual([
      { what: 'suggest 12 maple', session },
      { what: 'resolve ChIJ0x_maple-12', session },
    ])
  })

  it('finds input without accents and capitals, with the words in any order', async () => {
    const client = await customerWith({ name: 'list', config: {}, addresses })
    expect((await suggest(client, 'alva cambr')).suggestions.map(({ suggestion }) => suggestion)).toEqual([
      '3 Älvå Road, Cambridge, MA 02139',
    ])
  })

  it('is offered only if the provider wants it and has configured it', async () => {
    const buyer = await buildBuyer(shop)
    await buyer.add()
    const offered = async (useAddressAutocompleteService: boolean, addressService: Service | null) => {
      const options = { ...shop.provider.options, useAddressAutocompleteService }
      await saveProvider(shop.app, { ...shop.provider, options, addressService })
      const newCheckout = await buyer.client.call(checkout.create, {})
      const { suggestions } = await suggest(buyer.client, '12 maple')
      return [newCheckout.options.useAddressAutocompleteService, suggestions.length]
    }
    const list = services.list?.() as Service
    expect(await offered(true, list)).toEqual([true, 1])
    expect(await offered(true, null)).toEqual([false, 0])
    expect(await offered(false, list)).toEqual([false, 0])
  })

  it('[API-2] is for customers only, and limited', async () => {
    const client = await customerWith(services.list?.() as Service)
    const q = '12 maple'
    expect(await shop.client().fail(postalAddresses.suggestAddresses, { q })).toMatchObject({ status: 401 })
    expect(await shop.client().fail(postalAddresses.resolveAddress, { id: '0' })).toMatchObject({ status: 401 })
    const long = await client.fail(postalAddresses.suggestAddresses, { q: 'x'.repeat(201) })
    expect(long).toMatchObject({ status: 400, reason: 'input.invalid' })
    const session = await client.fail(postalAddresses.suggestAddresses, { q, session: 'x' })
    expect(session).toMatchObject({ status: 400, reason: 'input.invalid' })
    // another shop's customer gets that shop's list, which is empty
    const elsewhere = await buildCustomer(shop, { provider: shop.other })
    expect((await suggest(elsewhere.client, q)).suggestions).toEqual([])
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => client.send(postalAddresses.suggestAddresses, { q })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(refused[0]?.body).toMatchObject({ reason: 'throttle.wait' })
  })

  it('of an unknown service, or of one without its key, is refused with the field', async () => {
    for (const [addressService, text] of [
      [{ name: 'nobody', config: {} }, 'addressService.name: there is no such address service'],
      [{ name: 'geoapify', config: {} }, 'addressService.config.apiKey: missing'],
    ] as const) {
      await expect(saveProvider(shop.app, { ...shop.provider, addressService })).rejects.toThrow(text)
    }
  })
})
