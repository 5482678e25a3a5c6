import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import type { Collection } from '../../platform/feature.ts'
import { findProvider, listProviders } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { findProduct } from '../products/collection.ts'
import { type ReadAsset, storeAsset } from './assets.ts'
import { calendarWordsOf } from './calendarWordsOf.ts'
import { type CheckedTemplate, checkTemplate } from './checks/checkTemplate.ts'
import type { TemplateProblem } from './checks/templateProblem.ts'

/** One immutable version of a template. */
type StoredTemplate = {
  provider: string
  uuid: string
  version: number
  type: TemplateDefinition['type']
  saved: Date
  definition: TemplateDefinition
}

export const templateCollections: Collection[] = [
  {
    name: 'templates',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, uuid: 1, version: -1 }, options: { unique: true } },
      { key: { provider: 1, type: 1, saved: 1 } },
    ],
  },
]

const storedTemplates = (app: App, provider: string) => providerCollection<StoredTemplate>(app, 'templates', provider)

/** The template cannot be used; contains all its errors. */
export class TemplateError extends Error {
  readonly problems: readonly TemplateProblem[]

  constructor(uuid: string, problems: readonly TemplateProblem[]) {
    const faults = problems.map(({ path, reason }) => `${path || 'the document'}: ${reason}`)
    super(`Template ${uuid}: ${faults.join('; ')}`)
    this.name = 'TemplateError'
    this.problems = problems
  }
}

/**
 * Stores a version of a template. Storing the same content again changes nothing; other content under the same version is
 * refused, because designs and orders rely on it. Throws TemplateError, which names each path and reason.
 */
export async function saveTemplate(
  app: App,
  providerKey: string,
  input: unknown,
  readAsset?: ReadAsset,
): Promise<TemplateDefinition> {
  const uuid = String((input as { uuid?: unknown } | null)?.uuid)
  const provider = await findProvider(app, providerKey)
  if (!provider) throw new TemplateError(uuid, [{ path: '', reason: `There is no provider ${providerKey}` }])
  const checked = await checkTemplateOf(app, provider, input, readAsset)
  if ('problems' in checked) throw new TemplateError(uuid, checked.problems)
  const { definition, assets } = checked
  const { version, type } = definition
  if (checked.isStored) return definition
  for (const asset of assets) await storeAsset(app.blobs, providerKey, asset)
  try {
    await storedTemplates(app, providerKey).insertOne({ uuid, version, type, saved: app.clock(), definition })
    lists.forget(app.db, `${providerKey} ${type}`)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    if (!(await isStored(app, providerKey, definition))) throw error
  }
  return definition
}

/** The errors of a template for a provider; otherwise the template, and whether it is stored already. Changes nothing. */
export async function checkTemplateOf(
  app: App,
  provider: Provider,
  input: unknown,
  readAsset?: ReadAsset,
): Promise<(CheckedTemplate & { isStored: boolean }) | { problems: TemplateProblem[] }> {
  const { key, defaultLanguage, languages } = provider
  const checked = await checkTemplate(input, {
    languages: [defaultLanguage],
    spoken: languages.map(({ long }) => long),
    calendar: (language) => calendarWordsOf(provider, language),
    thisYear: app.clock().getUTCFullYear(),
    readAsset,
    product: (product) => findProduct(app, key, product),
    spokenAnywhere: await languagesOfAllShops(app),
  })
  return 'problems' in checked ? checked : { ...checked, isStored: await isStored(app, key, checked.definition) }
}

/** The languages of all shops: a template is made for several of them. */
export async function languagesOfAllShops(app: App): Promise<string[]> {
  return (await listProviders(app)).flatMap(({ languages }) => languages.map(({ long }) => long))
}

/** Whether this exact content is stored under its version. Throws TemplateError if the version has other content. */
async function isStored(app: App, provider: string, definition: TemplateDefinition): Promise<boolean> {
  const { uuid, version } = definition
  const earlier = await templateOf(app, provider, uuid, version)
  if (!earlier || canonicalJson(earlier) === canonicalJson(definition)) return earlier !== null
  const reason = `Version ${version} is stored with another content: a changed template needs a new version`
  throw new TemplateError(uuid, [{ path: 'version', reason }])
}

/** A version of a template, or its newest; null if there is none. */
export async function templateOf(
  app: App,
  provider: string,
  uuid: string,
  version?: number,
): Promise<TemplateDefinition | null> {
  const known = version === undefined ? undefined : versionCache(app).get(keyOf(provider, uuid, version))
  if (known) return known
  const found = await storedTemplates(app, provider).findOne(version === undefined ? { uuid } : { uuid, version }, {
    sort: { version: -1 },
  })
  if (found) cacheVersion(app, provider, found.definition)
  return found?.definition ?? null
}

/**
 * The newest version of every template of a type. Cached until a template is saved; saves by other processes take effect a
 * moment later.
 */
export function newestTemplates(
  app: App,
  provider: string,
  type: TemplateDefinition['type'],
): Promise<readonly TemplateDefinition[]> {
  return lists.get(app.db, `${provider} ${type}`, () => readNewest(app, provider, type))
}

/** The maximum number of cached lists in a process. */
const MAX_LISTS = 50

/** Cached per type: lists are read far more often than templates are saved. */
const lists = createShortCache<readonly TemplateDefinition[]>(2000, MAX_LISTS)

/** A process's cache of a type: templates are never removed, so only newer saves have to be read. */
type CachedList = { newest: Map<string, TemplateDefinition>; list: readonly TemplateDefinition[]; saved: Date }
const cachedLists = new WeakMap<object, Map<string, CachedList>>()

/** The clocks of two servers may differ by this. */
const MAX_CLOCK_SKEW_MS = 60 * 60_000
const READ_BATCH = 500

async function readNewest(
  app: App,
  provider: string,
  type: TemplateDefinition['type'],
): Promise<readonly TemplateDefinition[]> {
  const ofDatabase = cachedLists.get(app.db) ?? new Map<string, CachedList>()
  cachedLists.set(app.db, ofDatabase)
  const before = ofDatabase.get(`${provider} ${type}`)
  const since = before ? { saved: { $gte: new Date(before.saved.getTime() - MAX_CLOCK_SKEW_MS) } } : {}
  const heads = await storedTemplates(app, provider)
    .find({ type, ...since }, { projection: { _id: 0, uuid: 1, version: 1, saved: 1 } })
    .toArray()
  const versions = new Map<string, number>()
  for (const { uuid, version } of heads) {
    const known = versions.get(uuid) ?? before?.newest.get(uuid)?.version ?? 0
    if (version > known) versions.set(uuid, version)
  }
  if (before && versions.size === 0) return before.list
  const newest = new Map(before?.newest)
  for (const definition of await readVersions(app, provider, versions)) newest.set(definition.uuid, definition)
  const saved = new Date(Math.max(...heads.map((head) => head.saved.getTime()), before?.saved.getTime() ?? 0))
  const list = [...newest.values()]
  if (!before && ofDatabase.size >= MAX_LISTS) ofDatabase.clear()
  ofDatabase.set(`${provider} ${type}`, { newest, list, saved })
  return list
}

async function readVersions(
  app: App,
  provider: string,
  versions: ReadonlyMap<string, number>,
): Promise<TemplateDefinition[]> {
  const found: TemplateDefinition[] = []
  const uuids = [...versions.keys()]
  for (let from = 0; from < uuids.length; from += READ_BATCH) {
    const some = uuids.slice(from, from + READ_BATCH)
    const filter = { uuid: { $in: some }, version: { $in: [...new Set(some.map((uuid) => versions.get(uuid) ?? 0))] } }
    for (const { uuid, version, definition } of await storedTemplates(app, provider).find(filter).toArray()) {
      if (versions.get(uuid) === version) found.push(definition)
    }
  }
  return found
}

/** Versions never change, so a process caches those that it has read. */
const versionCaches = new WeakMap<object, Map<string, TemplateDefinition>>()
const MAX_CACHED_VERSIONS = 300

function versionCache(app: App): Map<string, TemplateDefinition> {
  const memory = versionCaches.get(app.db) ?? new Map<string, TemplateDefinition>()
  versionCaches.set(app.db, memory)
  return memory
}

function cacheVersion(app: App, provider: string, definition: TemplateDefinition): void {
  const memory = versionCache(app)
  if (memory.size >= MAX_CACHED_VERSIONS) memory.clear()
  memory.set(keyOf(provider, definition.uuid, definition.version), definition)
}

function keyOf(provider: string, uuid: string, version: number): string {
  return `${provider} ${uuid} ${version}`
}
