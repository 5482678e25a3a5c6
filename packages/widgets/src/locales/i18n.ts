import { type I18n, setupI18n } from '@lingui/core'
import { loadCatalog, shortLanguage } from './catalogs.ts'

/** English texts of one feature by id, in ICU: `'cart.items': '{count, plural, one {# item} other {# items}}'`. */
export type Messages = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>
export type Translate<M extends Messages> = (id: keyof M & string, values?: Values) => string

/** The loaded texts of one language: shared by every shop on the page, because texts do not depend on the provider. */
type Language = { i18n: I18n; catalog: Messages; features: Set<Messages> }

const ready = new Map<string, Language>()
const loading = new Map<string, Promise<void>>()

/** Whether a language is loaded. English always is. */
export function isReady(language: string): boolean {
  return shortLanguage(language) === 'en' || ready.has(shortLanguage(language))
}

/**
 * Fetches a language once. If it cannot be fetched, the texts appear in English, so that a network error never empties a page.
 */
export function prepareLanguage(language: string): Promise<void> {
  const name = shortLanguage(language)
  const started = loading.get(name)
  if (started) return started
  const loaded = loadCatalog(name)
    .catch((error: unknown) => {
      console.warn(`Portraitkit: the texts in ${name} could not be fetched.`, error)
      return {}
    })
    .then((catalog) => void (ready.has(name) || addLanguage(name, catalog)))
  loading.set(name, loaded)
  return loaded
}

/** Replaces the texts of a language. For hosts with their own wording, and for tests. */
export function addLanguage(language: string, catalog: Messages): void {
  const name = shortLanguage(language)
  ready.set(name, { i18n: setupI18n({ locale: name, messages: { [name]: {} } }), catalog, features: new Set() })
}

/**
 * The texts of a feature in a language that is ready, otherwise in English. An id that the language lacks appears in English.
 */
export function translator<M extends Messages>(language: string, messages: M): Translate<M> {
  const { i18n, catalog, features } = languageOf(shortLanguage(language))
  if (!features.has(messages)) {
    features.add(messages)
    const translated = Object.entries(catalog).filter(([id]) => Object.hasOwn(messages, id))
    i18n.load(i18n.locale, { ...messages, ...Object.fromEntries(translated) })
  }
  return (id, values) => i18n._(id, values)
}

function languageOf(name: string): Language {
  const known = ready.get(name)
  if (known) return known
  if (name !== 'en') return languageOf('en')
  addLanguage('en', {})
  return languageOf('en')
}

let spoken: { features: number; texts: ReadonlySet<string> } | undefined

/** Whether a text is exactly one of the shop's: in a language loaded on this page, and without a value in it. */
export function isOwnText(text: string): boolean {
  const languages = [...ready.values()]
  const features = languages.reduce((sum, one) => sum + one.features.size, 0)
  if (spoken?.features !== features) {
    const all = languages.flatMap(({ i18n }) => Object.values(i18n.messages as Record<string, unknown>))
    // a compiled text is a list of its parts
    const texts = all.map((one) => (Array.isArray(one) && one.length === 1 ? one[0] : one))
    spoken = { features, texts: new Set(texts.filter((one) => typeof one === 'string')) }
  }
  return spoken.texts.has(text)
}
