import { hasAlphabet } from '@portraitkit/core/provider/fontRange.ts'
import type { Context } from 'koa'
import type { App } from '../app.ts'
import { html } from '../html.ts'
import { findKnownProviders } from '../provider/collection.ts'
import type { Provider } from '../provider/document.ts'
import { LANGUAGES, translateTo } from '../texts.ts'
import { chooseLanguage, languageOfRequest } from './language.ts'
import { sitePageTexts } from './sitePageTexts.ts'
import { makeStatic, type StaticFile } from './staticFile.ts'

/**
 * In which language the page of a shop is, whose it is, in which fonts its texts are (paths), and the key if the address names the shop
 * by it.
 */
export type SiteOfAddress = { language: string; shop?: string; fonts?: readonly string[]; key?: string }

/** The call that the built page fetches before its script runs, as a shop of its own host makes it. */
const SETTINGS = '/api/webshop/settings'

/** Keeps as many pages as most servers have shops. */
const MAX_PAGES = 1000

/** The built page of each shop in each language, made of the English one when somebody first reads it. */
export function createSitePage(page: StaticFile): (site: SiteOfAddress) => StaticFile {
  const made = new Map<string, StaticFile>()
  return (site) => {
    const key = JSON.stringify([site.language, site.shop, site.fonts, site.key])
    const known = made.get(key) ?? makeStatic(Buffer.from(pageOf(page.bytes.toString(), site)), page.type)
    if (made.size >= MAX_PAGES && !made.has(key)) made.clear()
    made.set(key, known)
    return known
  }
}

function pageOf(page: string, { language, shop, fonts = [], key }: SiteOfAddress): string {
  const [say, english] = [translateTo(language), translateTo('en')]
  const { title, ...texts } = sitePageTexts
  const translated = Object.values(texts).reduce(
    (result, text) => result.replaceAll(english(text), () => html`${say(text)}`.safe),
    page.replace('<html lang="en">', () => html`<html lang="${language}">`.safe),
  )
  // Otherwise they are known only once the first script has run, and a first view does not wait for them.
  const preloads = fonts.map(
    (path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin />`.safe,
  )
  const settings = key ? `${SETTINGS}?${new URLSearchParams({ provider: key })}` : SETTINGS
  return translated
    .replace(SETTINGS, () => settings)
    .replace(/<title>[^<]*<\/title>/, () =>
      [html`<title>${shop ?? say(title)}</title>`.safe, ...preloads].join('\n    '),
    )
}

/** The shop that an address names, in the language of its calls; in the browser's, if it names none. */
export async function findSite(http: Context, app: App): Promise<SiteOfAddress> {
  const { provider: key } = http.query
  const names = { host: http.hostname, key: typeof key === 'string' ? key : '' }
  const { byHost, byKey } = await findKnownProviders(app, names).catch(() => ({ byHost: undefined, byKey: undefined }))
  const isNeutral = http.hostname === new URL(app.env.publicUrl).hostname
  const provider = isNeutral && names.key ? byKey : (byHost ?? byKey)
  if (!provider) return { language: chooseLanguage(http.get('accept-language'), LANGUAGES, 'en') }
  return {
    language: languageOfRequest(http, provider),
    shop: provider.name,
    fonts: fontsOf(provider),
    ...(names.key === provider.key && { key: provider.key }),
  }
}

/** The fonts of a shop's texts, without those of rare characters. */
function fontsOf({ look }: { look: Pick<Provider['look'], 'fonts'> }): string[] {
  return look.fonts.filter(({ unicodeRange }) => hasAlphabet(unicodeRange)).map(({ src }) => src)
}
