import type { Context } from 'koa'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/failure.ts'
import type { Page } from '../../../platform/feature.ts'
import { type Html, html } from '../../../platform/html.ts'
import { pageLanguage, sendPage } from '../../../platform/http/noticePage.ts'
import { shopAddress } from '../../../platform/http/shopAddress.ts'
import { contactHtml, linkHtml, mailHtml } from '../../../platform/mail/layOutMail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import { findKeyedAddress, useAddressKey } from './addressKeys.ts'
import { addressTexts } from './addressTexts.ts'

const path = '/confirm-address/:key'
const ACCOUNT = '/my-account'

/** For a key that is unknown, used, replaced or expired: the account sends another. */
const broken: Page['brokenLink'] = {
  texts: { title: addressTexts.brokenTitle, text: addressTexts.brokenText },
  path: ACCOUNT,
}

type Reader = { provider: Provider; language: string }

function sendConfirmed(http: Context, app: App, { provider, language }: Reader, email: string): void {
  const t = translateTo(language)
  const body = html`<p role="status" style="margin:16px 0 0">${t(addressTexts.confirmed, { address: email, shop: provider.name })}</p>
${linkHtml(provider, shopAddress(app, provider, ACCOUNT), t(addressTexts.toAccount))}`
  send(http, { provider, language }, t(addressTexts.confirmedTitle), body)
}

function send(http: Context, { provider, language }: Reader, title: string, content: Html): void {
  const body = html`${content}${contactHtml(provider, language)}`
  sendPage(http, mailHtml(provider, { language, title, body }).safe)
}

/** Asks for confirmation: programs that check the links in emails open them, and must not prove anything by that. */
const askToConfirmPage: Page = {
  method: 'GET',
  path,
  needsProvider: true,
  brokenLink: broken,
  handle: async (http, app, provider) => {
    const found = provider && (await findKeyedAddress(app, provider, keyIn(http)))
    if (!provider || !found) throw new Failure('not_found')
    const reader = { provider, language: pageLanguage(http, provider) }
    if (found.state === 'proved') return sendConfirmed(http, app, reader, found.email)
    const t = translateTo(reader.language)
    const { accent, onAccent } = provider.look.colours.light
    const button = `margin:20px 0 0;padding:12px 20px;border:0;background:${accent};color:${onAccent};border-radius:${provider.look.radius}px;font:inherit;font-weight:600;cursor:pointer`
    const body = html`<p style="margin:16px 0 0">${t(addressTexts.ask, { address: found.email, shop: provider.name })}</p>
<form method="post"><button style="${button}">${t(addressTexts.button)}</button></form>
<p style="margin:16px 0 0">${t(addressTexts.askNotYou)}</p>`
    send(http, reader, t(addressTexts.askTitle), body)
  },
}

/** Proves the address: by the button on that page, in any browser, signed in or not. */
const confirmPage: Page = {
  method: 'POST',
  path,
  needsProvider: true,
  brokenLink: broken,
  handle: async (http, app, provider) => {
    const email = provider && (await useAddressKey(app, provider, keyIn(http)))
    if (!provider || !email) throw new Failure('not_found')
    sendConfirmed(http, app, { provider, language: pageLanguage(http, provider) }, email)
  },
}

const keyIn = (http: Context): string => (http.params as { key?: string }).key ?? ''

export const addressPages: readonly Page[] = [askToConfirmPage, confirmPage]
