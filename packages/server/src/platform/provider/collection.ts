import type { App } from '../app.ts'
import { isDuplicate } from '../db/providerCollection.ts'
import type { Collection } from '../feature.ts'
import { type Provider, providerDocument } from './document.ts'
import { sanitiseHtml } from './sanitiseHtml.ts'

type StoredProvider = Provider & { _id: string; provider: string }

export const providerCollections: Collection[] = [
  // One provider per host, across all providers: a host is a worldwide address, so it is the first field of its index.
  { name: 'providers', indexes: [{ key: { hosts: 1 }, options: { unique: true } }] },
]

/** The provider's document is invalid; the message names the field. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** Maximum age of a process's cache of the providers, in milliseconds. */
const MAX_AGE_MS = 2000

type ProviderIndex = { byKey: Map<string, Provider>; byHost: Map<string, Provider>; read: number }
type Cache = { known?: ProviderIndex; reading?: Promise<ProviderIndex> }
const caches = new WeakMap<object, Cache>()

/** All providers by key and by host, at most two seconds old. */
async function providerIndex(app: App): Promise<ProviderIndex> {
  const cache = caches.get(app.db) ?? {}
  caches.set(app.db, cache)
  if (cache.known && Date.now() - cache.known.read < MAX_AGE_MS) return cache.known
  cache.reading ??= readProviders(app).finally(() => {
    delete cache.reading
  })
  cache.known = await cache.reading
  return cache.known
}

async function readProviders(app: App): Promise<ProviderIndex> {
  const read = Date.now()
  const stored = await app.db.collection<StoredProvider>('providers').find({}).toArray()
  const providers = stored.map(({ _id, provider, ...document }) => document as Provider)
  return {
    byKey: new Map(providers.map((provider) => [provider.key, provider])),
    byHost: new Map(providers.flatMap((provider) => provider.hosts.map((host) => [host, provider] as const))),
    read,
  }
}

/** The provider with this key, or null. */
export async function findProvider(app: App, key: string): Promise<Provider | null> {
  return (await providerIndex(app)).byKey.get(key) ?? null
}

/** The provider whose shop has this host name (without port), or null: then the host is neutral. */
export async function findProviderByHost(app: App, host: string): Promise<Provider | null> {
  return (await providerIndex(app)).byHost.get(host.toLowerCase()) ?? null
}

/**
 * Whether a provider's shop has this host name. A host that was found stays known while the database cannot be reached, so that
 * the shop's pages still open and report the problem.
 */
export async function isProviderHost(app: App, host: string): Promise<boolean> {
  const name = host.toLowerCase()
  return caches.get(app.db)?.known?.byHost.has(name) || (await findProviderByHost(app, name)) !== null
}

export async function listProviders(app: App): Promise<Provider[]> {
  return [...(await providerIndex(app)).byKey.values()]
}

/** Purpose under which gateway secrets are sealed. */
const GATEWAYS = 'gateways'

/**
 * Stores a provider, new or changed. Gateway secrets are passed in plain text and sealed before they are stored; its HTML is
 * sanitised. Throws ProviderError, whose message names the field.
 */
export async function saveProvider(app: App, document: Provider): Promise<void> {
  const provider = parseProvider(app, document)
  const stored = {
    ...provider,
    hosts: provider.hosts.map((host) => host.toLowerCase()),
    paymentOptions: provider.paymentOptions.map(sanitiseOption),
    gateways: sealGateways(app, provider),
    ...(provider.addressService && { addressService: sealAddressService(app, provider.key, provider.addressService) }),
    provider: provider.key,
  }
  try {
    await app.db.collection<StoredProvider>('providers').replaceOne({ _id: provider.key }, stored, { upsert: true })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw new ProviderError(`Provider ${provider.key}: hosts: a different provider has one of them`, { cause: error })
  }
  caches.delete(app.db)
}

/** Stores a provider's payment options; the rest is unchanged. Throws ProviderError, whose message names the field. */
export async function savePaymentOptions(app: App, provider: Provider, options: unknown): Promise<void> {
  const paymentOptions = parseProvider(app, {
    ...provider,
    paymentOptions: options as Provider['paymentOptions'],
  }).paymentOptions.map(sanitiseOption)
  await app.db.collection<StoredProvider>('providers').updateOne({ _id: provider.key }, { $set: { paymentOptions } })
  caches.delete(app.db)
}

/** Allows or forbids the pages of an origin to embed the provider's shop; the rest of the provider is unchanged. */
export async function saveOrigin(app: App, key: string, origin: string, isAllowed: boolean): Promise<void> {
  const change = isAllowed ? { $addToSet: { origins: origin } } : { $pull: { origins: origin } }
  await app.db.collection<StoredProvider>('providers').updateOne({ _id: key }, change)
  caches.delete(app.db)
}

/** Stores or removes one text of a gateway's configuration, sealed. The rest of the provider is unchanged. */
export async function saveGatewayText(
  app: App,
  { key }: Provider,
  gateway: string,
  field: string,
  text: string | null,
): Promise<void> {
  const at = `gateways.${gateway}.${field}`
  const change =
    text === null
      ? { $unset: { [at]: '' as const } }
      : { $set: { [at]: app.secrets.seal(`${GATEWAYS} ${key} ${gateway}`, text) } }
  await app.db.collection<StoredProvider>('providers').updateOne({ _id: key }, change)
  caches.delete(app.db)
}

/** Checks a provider's document and returns it. Throws ProviderError. */
function parseProvider(app: App, document: Provider): Provider {
  const checked = providerDocument().safeParse(document)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new ProviderError(
      `Provider ${String(document?.key)}: ${issue?.path.join('.') || 'the document'}: ${issue?.message}`,
    )
  }
  const provider = checked.data
  if (!provider.languages.some(({ long }) => long === provider.defaultLanguage)) {
    throw new ProviderError(`Provider ${provider.key}: defaultLanguage: must be one of the languages`)
  }
  const [fault] = app.features.flatMap(({ providerFaults }) => providerFaults?.(provider) ?? [])
  if (fault) throw new ProviderError(`Provider ${provider.key}: ${fault}`)
  return provider
}

function sanitiseOption(option: Provider['paymentOptions'][number]): Provider['paymentOptions'][number] {
  const clean = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, sanitiseHtml(text)]))
  const { description, mobileDescription } = option
  return {
    ...option,
    description: clean(description),
    ...(mobileDescription && { mobileDescription: clean(mobileDescription) }),
  }
}

function sealGateways(app: App, provider: Provider): Provider['gateways'] {
  return mapTexts(provider.gateways, (text, name) => app.secrets.seal(`${GATEWAYS} ${provider.key} ${name}`, text))
}

/** The configuration of one gateway in plain text, only for the code that talks to it. */
export function openGateway(app: App, provider: Provider, gateway: string): Record<string, string> {
  const one = provider.gateways[gateway]
  if (!one) return {}
  const opened = mapTexts({ [gateway]: one }, (text, name) =>
    app.secrets.open(`${GATEWAYS} ${provider.key} ${name}`, text),
  )
  return opened[gateway] ?? {}
}

type Addresses = NonNullable<Provider['addressService']>
const ADDRESSES = 'addresses'

function sealAddressService(app: App, key: string, service: Addresses): Addresses {
  const { [service.name]: config = {} } = mapTexts({ [service.name]: service.config }, (text, name) =>
    app.secrets.seal(`${ADDRESSES} ${key} ${name}`, text),
  )
  return { ...service, config }
}

/** The configuration of the address service in plain text, only for the code that talks to it. */
export function openAddressService(app: App, { key, addressService: service }: Provider) {
  if (!service) return { config: {}, addresses: [] }
  const { [service.name]: config = {} } = mapTexts({ [service.name]: service.config }, (text, name) =>
    app.secrets.open(`${ADDRESSES} ${key} ${name}`, text),
  )
  return { config, addresses: service.addresses ?? [] }
}

function mapTexts(
  gateways: Provider['gateways'],
  change: (text: string, name: string) => string,
): Provider['gateways'] {
  return Object.fromEntries(
    Object.entries(gateways).map(([name, texts]) => [
      name,
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text, name)])),
    ]),
  )
}
