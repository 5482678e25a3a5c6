import './lingui.ts'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { sayValuesExactly } from '@portraitkit/core/exactValues.ts'
import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import type { Translate } from '@portraitkit/core/msg.ts'

/** The texts of some surfaces, fetched in the languages that somebody reads; English is always among them. */
export type TextPart = {
  readonly languages: readonly string[]
  readonly fetch: (language: string) => Promise<Texts>
}

type Texts = {
  messages: Messages
  /** What the language lacks; English throughout, its plurals included. */
  inEnglish?: Messages
}

/** The texts of one language, shared by every shop on the page, because they do not depend on the provider. */
type Catalogue = Required<Texts> & {
  fetched: Map<TextPart, Promise<void>>
  /** The parts that can be said, if only in English. */
  spoken: Set<TextPart>
}

const parts = new Set<TextPart>()
/** The texts that are on this page, by language. */
export const catalogues = new Map<string, Catalogue>()
/** The languages that roots show: others may have been requested before the shop's own were known. */
const visible = new Set<string>()
/** The languages that roots wait for, each as often as there are such roots. */
const expected: string[] = []

/** Announces texts that code on this page needs; the build calls it from the modules that declare texts (`vite.texts.ts`). */
export function addTextPart(part: TextPart): void {
  parts.add(part)
}

/** Whether everything that this page's code can say is here in a language. */
export function isReady(language: string): boolean {
  return catalogueOf(language).spoken.size === parts.size
}

/**
 * Fetches the texts of a language, each part once. A part that cannot be fetched is fetched in English, so that a lost file never
 * empties a page; if that fails as well, the promise rejects, and the next call tries again.
 */
export async function prepareLanguage(language: string): Promise<void> {
  const catalogue = catalogueOf(language)
  await Promise.all([...parts].map((part) => fetchPart(part, catalogue, mainLanguage(language))))
}

/**
 * Announces that a root waits for a language, so that code which arrives before it is shown has its texts, too. Returns a function that
 * ends this.
 */
export function expectLanguage(language: string): () => void {
  const name = mainLanguage(language)
  expected.push(name)
  return () => expected.splice(expected.indexOf(name), 1)
}

/** Waits for the texts of code that was just fetched, in every language that is shown on the page or will be next. */
export async function textsOfNewCode(): Promise<void> {
  await Promise.all([...new Set([...visible, ...expected])].map((language) => prepareLanguage(language)))
}

/** What a root says its texts with. */
export function createI18n(language: string): I18n {
  const locale = mainLanguage(language)
  visible.add(locale)
  const { messages, inEnglish } = catalogueOf(language)
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const english = setupI18n({ locale: 'en', messages: { en: inEnglish } })
  const say: Translate = (message, values) =>
    (message.id in messages || !(message.id in inEnglish) ? i18n : english)._(message, values)
  // components call `t`, which `useLingui` names `_`
  i18n.t = sayValuesExactly(say) as I18n['t']
  return i18n
}

function catalogueOf(language: string): Catalogue {
  const name = mainLanguage(language)
  const known = catalogues.get(name)
  if (known) return known
  const catalogue: Catalogue = {
    messages: {},
    inEnglish: {},
    fetched: new Map(),
    spoken: new Set(),
  }
  catalogues.set(name, catalogue)
  return catalogue
}

function fetchPart(part: TextPart, catalogue: Catalogue, language: string): Promise<void> {
  const known = catalogue.fetched.get(part)
  if (known) return known
  const fetched = fetchIn(part, language).then(({ messages, inEnglish, isOther }) => {
    Object.assign(catalogue.messages, messages)
    Object.assign(catalogue.inEnglish, inEnglish)
    catalogue.spoken.add(part)
    // Shown in English meanwhile, and asked for again when the language is.
    if (isOther) catalogue.fetched.delete(part)
  })
  catalogue.fetched.set(part, fetched)
  fetched.catch(() => catalogue.fetched.delete(part))
  return fetched
}

type Fetched = Texts & { isOther?: boolean }

async function fetchIn({ languages, fetch }: TextPart, language: string): Promise<Fetched> {
  if (language === 'en') return fetch('en')
  if (!languages.includes(language)) return { messages: {}, inEnglish: (await fetch('en')).messages }
  return fetch(language).catch(async (error: unknown) => {
    console.warn(`Portraitkit: texts in ${language} could not be fetched.`, error)
    const { messages } = await fetch('en')
    return { messages: {}, inEnglish: messages, isOther: true }
  })
}
