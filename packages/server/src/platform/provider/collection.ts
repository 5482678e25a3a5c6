import type { App } from '../app.ts'
import { isDuplicate } from '../db/providerCollection.ts'
import { createShortCache } from '../db/shortCache.ts'
import type { Collection } from '../feature.ts'
import { type Provider, providerDocument } from './document.ts'
import { sanitiseHtml } from './sanitiseHtml.ts'

type StoredProvider = Provider & { _id: string; provider: string }

export const providerCollections: Collection[] = [
  // One provider per host, across all providers: a host is a worldwide address, so it is the first field of its index.
  { name: 'providers', isImpersonal: true, indexes: [{ key: { hosts: 1 }, options: { unique: true } }] },
]

/** The provider's document is invalid; the message names the field. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** Maximum age of what a process has read of the providers, in milliseconds. */
const MAX_AGE_MS = 2000

/**
 * The fields by which a provider is found: so few that a process reads them for all providers, and the rest only for those that
 * are visited.
 */
export type ProviderEntry = Pick<Provider, 'key' | 'name' | 'hosts' | 'origins' | 'languages' | 'defaultLanguage'> & {
  look: Pick<Provider['look'], 'fonts'>
}
type Directory = { entries: ProviderEntry[]; keys: Set<string>; byHost: Map<string, string> }

const directories = createShortCache<Directory>(MAX_AGE_MS, 1, { isForChanges: true })
const documents = createShortCache<Provider | null>(MAX_AGE_MS, 1000, { isForChanges: true })
/** The last directory of each database, whatever its age. */
const lastDirectories = new WeakMap<object, Directory>()

async function directoryOf(app: App): Promise<Directory> {
  const directory = await directories.get(app.db, '', () => readDirectory(app))
  lastDirectories.set(app.db, directory)
  return directory
}

async function readDirectory(app: App): Promise<Directory> {
  const stored = app.db.collection<StoredProvider>('providers')
  const entries = await stored
    .find<ProviderEntry>(
      {},
      {
        projection: {
          _id: 0,
          key: 1,
          name: 1,
          hosts: 1,
          origins: 1,
          languages: 1,
          defaultLanguage: 1,
          'look.fonts': 1,
        },
      },
    )
    .toArray()
  return {
    entries,
    keys: new Set(entries.map(({ key }) => key)),
    byHost: new Map(entries.flatMap(({ key, hosts }) => hosts.map((host) => [host, key] as const))),
  }
}

function forgetProviders(app: App): void {
  directories.forget(app.db)
  documents.forget(app.db)
  lastDirectories.delete(app.db)
}

/** The provider with this key, or null, at most two seconds old. */
export async function findProvider(app: App, key: string): Promise<Provider | null> {
  if (!(await directoryOf(app)).keys.has(key)) return null
  return documents.get(app.db, key, async () => {
    const stored = await app.db.collection<StoredProvider>('providers').findOne({ _id: key })
    return stored && withoutIds(stored)
  })
}

const withoutIds = ({ _id, provider, ...document }: StoredProvider): Provider => document

/** The provider whose shop has this host name (without port), or null: then the host is neutral. */
export async function findProviderByHost(app: App, host: string): Promise<Provider | null> {
  const key = (await directoryOf(app)).byHost.get(host.toLowerCase())
  return key === undefined ? null : findProvider(app, key)
}

/**
 * Whether a provider's shop has this host name. A host that was found stays known while the database cannot be reached, so that
 * the shop's pages still open and report the problem.
 */
export async function isProviderHost(app: App, host: string): Promise<boolean> {
  const name = host.toLowerCase()
  return lastDirectories.get(app.db)?.byHost.has(name) || (await directoryOf(app)).byHost.has(name)
}

/**
 * The providers that have a host, and a key. They stay known while the database cannot be reached, as in `isProviderHost`, and are as
 * old as the last call then.
 */
export async function findKnownProviders(
  app: App,
  { host, key }: { host: string; key: string },
): Promise<{ byHost: ProviderEntry | undefined; byKey: ProviderEntry | undefined }> {
  const { entries, byHost } = lastDirectories.get(app.db) ?? (await directoryOf(app))
  const ofHost = byHost.get(host.toLowerCase())
  const find = (one: string | undefined) => entries.find((entry) => entry.key === one)
  return { byHost: find(ofHost), byKey: find(key) }
}

/** The addresses of all providers, at most two seconds old. */
export async function listProviderEntries(app: App): Promise<readonly ProviderEntry[]> {
  return (await directoryOf(app)).entries
}

/** All providers, read at this moment. */
export async function listProviders(app: App): Promise<Provider[]> {
  return (await app.db.collection<StoredProvider>('providers').find({}).toArray()).map(withoutIds)
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
  forgetProviders(app)
}

/** Stores a provider's payment options; the rest is unchanged. Throws ProviderError, whose message names the field. */
export async function savePaymentOptions(app: App, provider: Provider, options: unknown): Promise<void> {
  const paymentOptions = parseProvider(app, {
    ...provider,
    paymentOptions: options as Provider['paymentOptions'],
  }).paymentOptions.map(sanitiseOption)
  await app.db.collection<StoredProvider>('providers').updateOne({ _id: provider.key }, { $set: { paymentOptions } })
  forgetProviders(app)
}

/** Allows or forbids the pages of an origin to embed the provider's shop; the rest of the provider is unchanged. */
export async function saveOrigin(app: App, key: string, origin: string, isAllowed: boolean): Promise<void> {
  const change = isAllowed ? { $addToSet: { origins: origin } } : { $pull: { origins: origin } }
  await app.db.collection<StoredProvider>('providers').updateOne({ _id: key }, change)
  forgetProviders(app)
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
  forgetProviders(app)
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
