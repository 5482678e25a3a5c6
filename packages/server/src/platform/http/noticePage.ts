import type { Failures } from '@portraitkit/core/endpoint.ts'
import type { Context } from 'koa'
import type { App } from '../app.ts'
import { declarationOf, type Failure } from '../failure.ts'
import type { Page } from '../feature.ts'
import { html } from '../html.ts'
import { contactHtml, linkHtml, mailHtml } from '../mail/layOutMail.ts'
import { findProvider, findProviderByHost } from '../provider/collection.ts'
import type { Provider } from '../provider/document.ts'
import { translateTo } from '../texts.ts'
import { chooseLanguage } from './language.ts'
import { brokenLinkTexts } from './noticeTexts.ts'
import { protectPage } from './protectPage.ts'
import { shopAddress } from './shopAddress.ts'

/** The language for the reader of one of the server's own pages: the link's, otherwise the browser's. */
export function pageLanguage(http: Context, { languages, defaultLanguage }: Provider): string {
  const requested = typeof http.query.lang === 'string' ? http.query.lang : http.get('accept-language')
  const offered = languages.map(({ long }) => long)
  return chooseLanguage(requested, offered, defaultLanguage)
}

/** Answers with a page that has no scripts and loads nothing. */
export function sendPage(http: Context, page: string): void {
  http.set('Cache-Control', 'no-store')
  http.set('Referrer-Policy', 'no-referrer')
  protectPage(http, ["default-src 'none'", "style-src-attr 'unsafe-inline'", "frame-ancestors 'none'"])
  http.set('X-Robots-Tag', 'noindex')
  http.type = 'text/html; charset=utf-8'
  http.body = page
}

/**
 * Sends a person a page saying that the address is invalid, or no longer valid, in the provider's look and the reader's
 * language, with the same status that a program gets. Returns false if the reader is a program, or if no shop can be
 * determined.
 */
export async function sendBrokenLinkPage(
  http: Context,
  app: App,
  { brokenLink: broken }: Page,
  { reason }: Failure,
): Promise<boolean> {
  const status = declarationOf(reason, (http.state.failures as Failures | undefined) ?? {})?.status
  if (status === undefined || !http.get('accept').includes('text/html')) return false
  const provider = await providerOfAddress(http, app)
  if (!provider) return false
  const language = pageLanguage(http, provider)
  const t = translateTo(language)
  const texts = broken?.texts ?? brokenLinkTexts
  const title = t(texts.title)
  const address = shopAddress(app, provider, broken?.path ?? '/')
  const body = html`<p role="alert" style="margin:16px 0 0">${t(texts.text)}</p>
${linkHtml(provider, address, t(brokenLinkTexts.toShop, { shop: provider.name }))}${contactHtml(provider, language)}`
  sendPage(http, mailHtml(provider, { language, title, body }).safe)
  http.status = status
  return true
}

/** The provider whose look the page has: the host's, otherwise that of the shop in the address. */
async function providerOfAddress(http: Context, app: App): Promise<Provider | null> {
  const { provider } = http.params as { provider?: string }
  const names = [http.query.provider, provider]
  const isNeutral = http.hostname === new URL(app.env.publicUrl).hostname
  const byHost = await findProviderByHost(app, http.hostname)
  if (byHost && !isNeutral) return byHost
  for (const name of names) {
    const found = typeof name === 'string' ? await findProvider(app, name) : null
    if (found) return found
  }
  return byHost
}
