import { isDeepStrictEqual } from 'node:util'
import { type PageModule, pageModule } from '@portraitkit/core/content/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import { providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { imageAddress, linkAddress, sanitiseRichHtml } from './sanitiseRichHtml.ts'

/** A module as a provider writes it: one of the contract's, or of a type that only a later version supports. */
export type ModuleDocument = Exclude<PageModule, { type: 'Unknown' }> | { id: string; type: string }

export type PageDocument = {
  /** The end of its address: `/pages/about`. */
  id: string
  /** By language tag; for a missing language the English modules are shown, otherwise the first ones. */
  modules: Readonly<Record<string, readonly ModuleDocument[]>>
}

type StoredPage = {
  /** The provider and the id. */
  _id: string
  provider: string
  id: string
  modules: Record<string, ModuleDocument[]>
}

export const contentCollections: Collection[] = [
  { name: 'pages', isImpersonal: true, indexes: [{ key: { provider: 1, id: 1 }, options: { unique: true } }] },
]

/** The page is invalid; the message names the place. */
export class PageError extends Error {
  override name = 'PageError'
}

const pagesOf = (app: App, provider: string) => providerCollection<StoredPage>(app, 'pages', provider)
const KNOWN_TYPES = ['Slider', 'PromoteCategory', 'Title', 'Paragraph', 'Image', 'RichText']

/**
 * Stores a page and returns whether it was new or changed; its HTML is sanitised. Throws PageError, which names the module, if
 * something in it could not be shown: nothing is changed then.
 */
export async function savePage(
  app: App,
  provider: string,
  { id, modules }: PageDocument,
): Promise<'new' | 'changed' | 'unchanged'> {
  if (!/^[\w-]{1,64}$/.test(id)) throw new PageError(`Page ${id}: the id may contain only letters, digits, - and _`)
  const checked = Object.entries(modules).map(([language, list]) => [
    language,
    list.map((module, index) => parseModule(module, `Page ${id}: ${language}.${index}`)),
  ])
  const page = { _id: `${provider} ${id}`, id, modules: Object.fromEntries(checked) as StoredPage['modules'] }
  const stored = await readPage(app, provider, id)
  if (isDeepStrictEqual(stored?.modules, page.modules)) return 'unchanged'
  await pagesOf(app, provider).replaceOne({ _id: page._id }, page, { upsert: true })
  return stored ? 'changed' : 'new'
}

/** A page as it is stored, or null. */
export async function readPage(app: App, provider: string, id: string): Promise<PageDocument | null> {
  const page = await pagesOf(app, provider).findOne({ _id: `${provider} ${id}` })
  return page && { id: page.id, modules: page.modules }
}

/** All pages of a provider, by id. */
export async function listPages(app: App, provider: string): Promise<PageDocument[]> {
  const pages = await pagesOf(app, provider).find({}).sort({ id: 1 }).toArray()
  return pages.map(({ id, modules }) => ({ id, modules }))
}

/** Returns false if there is no such page. */
export async function deletePage(app: App, provider: string, id: string): Promise<boolean> {
  const { deletedCount } = await pagesOf(app, provider).deleteOne({ _id: `${provider} ${id}` })
  return deletedCount === 1
}

/** The places of modules that this version does not support and therefore does not show: `en.0 (Countdown)`. */
export function unknownModules({ modules }: PageDocument): string[] {
  return Object.entries(modules).flatMap(([language, list]) =>
    list.flatMap(({ type }, index) => (KNOWN_TYPES.includes(type) ? [] : [`${language}.${index} (${type})`])),
  )
}

/** The modules of a page in a language, or null if there is no such page. */
export async function findPage(app: App, provider: Provider, id: string, language: string) {
  const page = await pagesOf(app, provider.key).findOne({ _id: `${provider.key} ${id}` })
  if (!page) return null
  const modules = page.modules[language] ?? page.modules.en ?? Object.values(page.modules)[0] ?? []
  return modules.flatMap(presentModule)
}

/** The provider's privacy policy in a language, or null if it has none. */
export function policyOf({ privacyPolicy }: Provider, language: string): string | null {
  return privacyPolicy && (inLanguage(privacyPolicy, language) || null)
}

function parseModule(written: ModuleDocument, place: string): ModuleDocument {
  if (!KNOWN_TYPES.includes(written.type)) return { id: written.id, type: written.type }
  const parsed = pageModule().safeParse(written)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new PageError(`${place}.${issue?.path.map(String).join('.') ?? ''}: ${issue?.message}`)
  }
  const safe = sanitiseModule(parsed.data)
  if (!safe) throw new PageError(`${place}: a picture must have an https address or a path of the shop`)
  if (linksOf(parsed.data).some((href) => !linkAddress(href))) {
    throw new PageError(`${place}: a link must be an https, mailto or tel address or a path of the shop`)
  }
  return safe as ModuleDocument
}

/** A stored module, sanitised again before it is shown, because others may have written to the database. */
function presentModule(stored: ModuleDocument): PageModule[] {
  const parsed = KNOWN_TYPES.includes(stored.type) ? pageModule().safeParse(stored) : undefined
  if (!parsed?.success) return [{ id: String(stored.id), type: 'Unknown', name: String(stored.type) }]
  const safe = sanitiseModule(parsed.data)
  return safe ? [safe] : []
}

/** Removes what must not be shown: any HTML but `richHtml`, and links or pictures from other sites. */
function sanitiseModule(module: PageModule): PageModule | undefined {
  if (module.type === 'RichText') return { ...module, html: sanitiseRichHtml(module.html) }
  if (module.type === 'Paragraph' && module.html !== undefined)
    return { ...module, html: sanitiseRichHtml(module.html) }
  if (module.type === 'Image') {
    const { link, ...image } = module
    if (!imageAddress(image.src)) return undefined
    return link && linkAddress(link.href) ? { ...image, link } : image
  }
  if (module.type !== 'Slider') return module
  const slides = module.slides.filter(({ image }) => imageAddress(image.src)).map(withSafeButton)
  return slides.length > 0 ? { ...module, slides } : undefined
}

type Slide = Extract<PageModule, { type: 'Slider' }>['slides'][number]

function withSafeButton({ button, ...slide }: Slide): Slide {
  return button && linkAddress(button.href) ? { ...slide, button } : slide
}

function linksOf(module: PageModule): string[] {
  if (module.type === 'Image') return module.link ? [module.link.href] : []
  if (module.type === 'Slider') return module.slides.flatMap(({ button }) => (button ? [button.href] : []))
  return []
}
