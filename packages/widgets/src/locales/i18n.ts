import { type I18n, setupI18n } from '@lingui/core'
import { loadCatalog, nearestLanguage } from './catalogs.ts'

/** English texts of one feature by id, in ICU: `'cart.items': '{count, plural, one {# item} other {# items}}'`. */
export type Messages = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>
export type Translate<M extends Messages> = (id: keyof M & string, values?: Values) => string

/** What is known of one language: shared by every shop on the page, for texts belong to no provider. */
type Language = { i18n: I18n; catalog: Messages; features: Set<Messages> }

const ready = new Map<string, Language>()
const loading = new Map<string, Promise<void>>()

/** Whether a language can be read at once. English always can. */
export function isReady(language: string): boolean {
  const name = nearestLanguage(language)
  if (name === 'en' && !ready.has(name)) add(name, {})
  return ready.has(name)
}

/** Fetches a language once. A language that cannot be fetched is read in English, so that no network fault empties a page. */
export function prepareLanguage(language: string): Promise<void> {
  const name = nearestLanguage(language)
  const started = loading.get(name)
  if (started) return started
  const loaded = loadCatalog(name)
    .catch((error: unknown) => {
      console.warn(`Portraitkit: the texts in ${name} could not be fetched.`, error)
      return {}
    })
    .then((catalog) => add(name, catalog))
  loading.set(name, loaded)
  return loaded
}

function add(name: string, catalog: Messages): void {
  if (!ready.has(name))
    ready.set(name, { i18n: setupI18n({ locale: name, messages: { [name]: {} } }), catalog, features: new Set() })
}

/** The texts of a feature in a language that is ready. An id that the language lacks is said in English. */
export function translator<M extends Messages>(language: string, messages: M): Translate<M> {
  const known = ready.get(isReady(language) ? nearestLanguage(language) : 'en')
  if (!known) throw new Error('English is always ready')
  const { i18n, catalog, features } = known
  if (!features.has(messages)) {
    features.add(messages)
    const translated = Object.keys(messages).filter((id) => Object.hasOwn(catalog, id))
    i18n.load(i18n.locale, { ...messages, ...Object.fromEntries(translated.map((id) => [id, catalog[id] as string])) })
  }
  return (id, values) => i18n._(id, values)
}
