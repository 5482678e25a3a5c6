import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../app.ts'
import { createFresh } from '../db/fresh.ts'
import { isDuplicate, ofProvider } from '../db/ofProvider.ts'
import type { Collection } from '../feature.ts'
import { findProduct } from '../products/collection.ts'
import { findProvider } from '../provider/collection.ts'
import type { Provider } from '../provider/document.ts'
import { type PreparedAsset, type ReadAsset, storeAsset } from './assets.ts'
import { calendarWordsOf } from './calendarWordsOf.ts'
import { checkTemplate, type TemplateProblem } from './checkTemplate.ts'

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
    indexes: [
      { key: { provider: 1, uuid: 1, version: -1 }, options: { unique: true } },
      { key: { provider: 1, type: 1, version: -1 } },
    ],
  },
]

const stored = (app: App, provider: string) => ofProvider<StoredTemplate>(app, 'templates', provider)

/** A template that cannot be used, with all that is wrong with it. */
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
 * Stores a version of a template. The same version with the same content changes nothing; with another one it is refused,
 * because designs and orders rely on it. Throws TemplateError, which names each path and reason.
 */
export async function saveTemplate(
  app: App,
  providerKey: string,
  given: unknown,
  readAsset?: ReadAsset,
): Promise<TemplateDefinition> {
  const uuid = String((given as { uuid?: unknown } | null)?.uuid)
  const provider = await findProvider(app, providerKey)
  if (!provider) throw new TemplateError(uuid, [{ path: '', reason: `There is no provider ${providerKey}` }])
  const checked = await checkTemplateOf(app, provider, given, readAsset)
  if ('problems' in checked) throw new TemplateError(uuid, checked.problems)
  const { definition, assets } = checked
  const { version, type } = definition
  if (checked.isStored) return definition
  for (const asset of assets) await storeAsset(app.blobs, providerKey, asset)
  try {
    await stored(app, providerKey).insertOne({ uuid, version, type, saved: app.clock(), definition })
    lists.forget(app.db, `${providerKey} ${type}`)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    if (!(await isStored(app, providerKey, definition))) throw error
  }
  return definition
}

/** What is wrong with a template for a provider; else the template, and whether it is stored already. Changes nothing. */
export async function checkTemplateOf(
  app: App,
  provider: Provider,
  given: unknown,
  readAsset?: ReadAsset,
): Promise<
  { definition: TemplateDefinition; assets: PreparedAsset[]; isStored: boolean } | { problems: TemplateProblem[] }
> {
  const { key, defaultLanguage, languages } = provider
  const checked = await checkTemplate(given, {
    languages: [defaultLanguage],
    spoken: languages.map(({ long }) => long),
    calendar: (language) => calendarWordsOf(provider, language),
    thisYear: app.clock().getUTCFullYear(),
    readAsset,
    hasProduct: async (product) => (await findProduct(app, key, product)) !== null,
  })
  return 'problems' in checked ? checked : { ...checked, isStored: await isStored(app, key, checked.definition) }
}

/** Whether this very content is stored under its version. Throws TemplateError where another one is. */
async function isStored(app: App, provider: string, definition: TemplateDefinition): Promise<boolean> {
  const { uuid, version } = definition
  const earlier = await templateOf(app, provider, uuid, version)
  if (!earlier || canonicalJson(earlier) === canonicalJson(definition)) return earlier !== null
  const reason = `Version ${version} is stored with another content: a changed template needs a new version`
  throw new TemplateError(uuid, [{ path: 'version', reason }])
}

/** A version of a template, or its newest; null where there is none. */
export async function templateOf(
  app: App,
  provider: string,
  uuid: string,
  version?: number,
): Promise<TemplateDefinition | null> {
  const known = version === undefined ? undefined : remembered(app).get(keyOf(provider, uuid, version))
  if (known) return known
  const found = await stored(app, provider).findOne(version === undefined ? { uuid } : { uuid, version }, {
    sort: { version: -1 },
  })
  if (found) remember(app, provider, found.definition)
  return found?.definition ?? null
}

/** What a shop has of a type; lists of it are read far more often than a template is saved. */
const lists = createFresh<TemplateDefinition[]>(2000, 50)

/** The newest version of every template of a type; a moment old where another process has saved one. */
export function newestTemplates(
  app: App,
  provider: string,
  type: TemplateDefinition['type'],
): Promise<TemplateDefinition[]> {
  return lists.get(app.db, `${provider} ${type}`, () => readNewest(app, provider, type))
}

async function readNewest(app: App, provider: string, type: TemplateDefinition['type']): Promise<TemplateDefinition[]> {
  const found = await stored(app, provider)
    .find({ type }, { sort: { version: -1 } })
    .toArray()
  const newest = new Map<string, TemplateDefinition>()
  for (const { uuid, definition } of found) if (!newest.has(uuid)) newest.set(uuid, definition)
  return [...newest.values()]
}

/** Versions never change, so a process keeps those that it has read. */
const memories = new WeakMap<object, Map<string, TemplateDefinition>>()
const REMEMBERED = 300

function remembered(app: App): Map<string, TemplateDefinition> {
  const memory = memories.get(app.db) ?? new Map<string, TemplateDefinition>()
  memories.set(app.db, memory)
  return memory
}

function remember(app: App, provider: string, definition: TemplateDefinition): void {
  const memory = remembered(app)
  if (memory.size >= REMEMBERED) memory.clear()
  memory.set(keyOf(provider, definition.uuid, definition.version), definition)
}

function keyOf(provider: string, uuid: string, version: number): string {
  return `${provider} ${uuid} ${version}`
}
