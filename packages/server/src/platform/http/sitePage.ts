import type { Context } from 'koa'
import type { App } from '../app.ts'
import { html } from '../html.ts'
import { findKnownProviders } from '../provider/collection.ts'
import { LANGUAGES, translateTo } from '../texts.ts'
import { chooseLanguage, languageOfRequest } from './language.ts'
import { sitePageTexts } from './sitePageTexts.ts'
import { makeStatic, type StaticFile } from './staticFile.ts'

/** The built page of the shop in each language, made of the English one when somebody first reads it. */
export function createSitePage(page: StaticFile): (language: string) => Promise<StaticFile> {
  const made = new Map<string, Promise<StaticFile>>()
  return (language) => {
    const known = made.get(language) ?? makeStatic(Buffer.from(inLanguage(page.bytes.toString(), language)), page.type)
    made.set(language, known)
    return known
  }
}

function inLanguage(page: string, language: string): string {
  const [say, english] = [translateTo(language), translateTo('en')]
  const texts = Object.values(sitePageTexts)
  return texts.reduce(
    (result, text) => result.replaceAll(english(text), () => html`${say(text)}`.safe),
    page.replace('<html lang="en">', () => html`<html lang="${language}">`.safe),
  )
}

/** The language of the shop that an address names, as in its calls; the browser's, if it names none. */
export async function languageOfSite(http: Context, app: App): Promise<string> {
  const { provider: key } = http.query
  const names = { host: http.hostname, key: typeof key === 'string' ? key : '' }
  const { byHost, byKey } = await findKnownProviders(app, names).catch(() => ({ byHost: undefined, byKey: undefined }))
  const isNeutral = http.hostname === new URL(app.env.publicUrl).hostname
  const provider = isNeutral && names.key ? byKey : (byHost ?? byKey)
  return provider ? languageOfRequest(http, provider) : chooseLanguage(http.get('accept-language'), LANGUAGES, 'en')
}
