import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { startTestServer, type TestServer, testEnv } from '../../testing/testServer.ts'
import {
  findProvider,
  findProviderByHost,
  listProviderEntries,
  openGateway,
  ProviderError,
  saveProvider,
} from './collection.ts'
import type { Provider } from './document.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a process reads the fields that find a provider for all of them, and the rest only for those that are visited', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-providers-'))
  // without the background work of a server
  const opened = await openApp(testEnv(folder))
  const [visited, other] = [buildProvider(), buildProvider()]
  for (const provider of [visited, other]) await saveProvider(opened.app, provider)
  const filters: string[] = []
  opened.app.db.client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && !command.projection) filters.push(JSON.stringify(command.filter))
  })
  for (let count = 0; count < 3; count++) {
    expect(await findProvider(opened.app, visited.key)).toEqual(visited)
    expect(await findProviderByHost(opened.app, 'unknown.example')).toBeNull()
    expect(await listProviderEntries(opened.app)).toHaveLength(2)
  }
  expect([...new Set(filters)]).toEqual([JSON.stringify({ _id: visited.key })])
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

describe('storing a provider', () => {
  it('keeps all of it', async () => {
    const provider = buildProvider()
    await saveProvider(server.app, provider)
    expect(await findProvider(server.app, provider.key)).toEqual(provider)
    expect(await findProviderByHost(server.app, (provider.hosts[0] ?? '').toUpperCase())).toEqual(provider)
  })

  it('sanitises the HTML of its payment options', async () => {
    const [option] = buildProvider().paymentOptions
    const description = {
      en: '<b>Now</b><br /><a href="https://example.com/terms">Terms</a><script>alert(1)</script>',
      de: '<i style="color: red" onclick="alert(1)">Jetzt</i> <a href="javascript:alert(1)">AGB</a>',
    }
    const provider = buildProvider({
      paymentOptions: [{ ...option, description } as Provider['paymentOptions'][number]],
    })
    await saveProvider(server.app, provider)
    const stored = await server.app.db.collection<Provider>('providers').findOne({ provider: provider.key })
    expect(stored?.paymentOptions[0]?.description).toEqual({
      en: '<b>Now</b><br /><a href="https://example.com/terms">Terms</a>',
      de: '<i>Jetzt</i> <a>AGB</a>',
    })
  })

  it.each<[string, (provider: Provider) => unknown]>([
    ['country', (provider) => ({ ...provider, country: 'Norway' })],
    ['languages', (provider) => ({ ...provider, languages: [] })],
    ['defaultLanguage', (provider) => ({ ...provider, defaultLanguage: 'fr' })],
    ['look.radius', (provider) => ({ ...provider, look: { ...provider.look, radius: -1 } })],
    [
      'menu.0.children.0.visibility',
      (provider) => ({
        ...provider,
        menu: [{ ...anItem, children: [{ ...anItem, visibility: 7 }] }],
      }),
    ],
    ['deliveryMethods.0.deliveryOptions.0.price', (provider) => withPrice(provider, 4.95)],
    ['options.analyticsEnabled', withAnalytics('yes')],
    ['key', (provider) => ({ ...provider, key: 'Not A Key' })],
  ])('refuses an invalid provider and names %s', async (field, change) => {
    const provider = buildProvider()
    const saving = saveProvider(server.app, change(provider) as Provider)
    await expect(saving).rejects.toThrow(ProviderError)
    await expect(saving).rejects.toThrow(`: ${field}: `)
    expect(await findProvider(server.app, provider.key)).toBeNull()
  })

  it('refuses the host of another provider', async () => {
    const saving = saveProvider(server.app, buildProvider({ hosts: server.provider.hosts }))
    await expect(saving).rejects.toThrow(/hosts/)
  })
})

describe('the secrets of a provider’s gateways', () => {
  const gateways = { stripe: { secretKey: 'sk_live_123', publishableKey: 'pk_live_123' } }

  it('are stored sealed and opened for the gateway only', async () => {
    const provider = buildProvider({ gateways })
    await saveProvider(server.app, provider)
    const stored = await server.app.db.collection('providers').findOne({ provider: provider.key })
    expect(JSON.stringify(stored)).not.toContain('live_123')
    const found = (await findProvider(server.app, provider.key)) as Provider
    expect(openGateway(server.app, found, 'stripe')).toEqual(gateways.stripe)
    expect(openGateway(server.app, found, 'invoice')).toEqual({})
  })

  it('are useless to another provider', async () => {
    const provider = buildProvider({ gateways })
    await saveProvider(server.app, provider)
    const found = (await findProvider(server.app, provider.key)) as Provider
    expect(() => openGateway(server.app, { ...server.other, gateways: found.gateways }, 'stripe')).toThrow()
  })
})

const withAnalytics = (analyticsEnabled: unknown) => (provider: Provider) => ({
  ...provider,
  options: { ...provider.options, analyticsEnabled },
})

const anItem = { title: 'Start', type: 'internal', target: 'frontpage', visibility: 0 }

function withPrice(provider: Provider, price: number): unknown {
  return {
    ...provider,
    deliveryMethods: provider.deliveryMethods.map((method) => ({
      ...method,
      deliveryOptions: method.deliveryOptions.map((option) => ({ ...option, price })),
    })),
  }
}
