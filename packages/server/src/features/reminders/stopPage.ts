import type { Translate } from '@portraitkit/core/msg.ts'
import type { Context } from 'koa'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { html } from '../../platform/html.ts'
import { pageLanguage, sendPage } from '../../platform/http/noticePage.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { contactHtml, linkHtml, mailHtml } from '../../platform/mail/layOutMail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { stopReminders } from './collection.ts'
import { reminderTexts } from './reminderTexts.ts'

const PURPOSE = 'reminders.stop'
const path = '/reminders/stop/:contact/:signature'

/**
 * The address at which a recipient stops reminders without signing in. Anybody with the email has the link, as long as emails
 * are sent.
 */
export function stopAddress(app: App, provider: Provider, contact: string, language: string): string {
  const signature = app.secrets.sign(PURPOSE, `${provider.key} ${contact}`)
  const address = new URL(shopAddress(app, provider, `/reminders/stop/${contact}/${signature}`))
  address.searchParams.set('lang', language)
  return address.href
}

/** The most likely reason is a signature that a mail program broke. */
const broken: Page['brokenLink'] = {
  texts: { title: reminderTexts.brokenTitle, text: reminderTexts.brokenText },
  path: '/my-account/communication',
}

type StopRequest = { provider: Provider; contact: string; language: string; t: Translate }

function readStopRequest(http: Context, app: App, provider: Provider | null): StopRequest {
  const { contact = '', signature = '' } = http.params as { contact?: string; signature?: string }
  if (!provider || !app.secrets.verify(PURPOSE, `${provider.key} ${contact}`, signature)) throw new Failure('not_found')
  const language = pageLanguage(http, provider)
  return { provider, contact, language, t: translateTo(language) }
}

/** Asks for confirmation: programs that check the links in emails open them, and must not change anything by that. */
const askToStopPage: Page = {
  method: 'GET',
  path,
  needsProvider: true,
  brokenLink: broken,
  handle: async (http, app, given) => {
    const { provider, language, t } = readStopRequest(http, app, given)
    const { accent, onAccent } = provider.look.colours.light
    const button = `margin:20px 0 0;padding:12px 20px;border:0;background:${accent};color:${onAccent};border-radius:${provider.look.radius}px;font:inherit;font-weight:600;cursor:pointer`
    const body = html`<p style="margin:16px 0 0">${t(reminderTexts.stopAsk, { shop: provider.name })}</p>
<form method="post"><button style="${button}">${t(reminderTexts.stopButton)}</button></form>
${contactHtml(provider, language)}`
    sendPage(http, mailHtml(provider, { language, title: t(reminderTexts.stopTitle), body }).safe)
  },
}

/** Stops the reminders: by the button on the page, or by the mail program's own (RFC 8058). */
const stopRemindersPage: Page = {
  method: 'POST',
  path,
  needsProvider: true,
  brokenLink: broken,
  handle: async (http, app, given) => {
    const { provider, contact, language, t } = readStopRequest(http, app, given)
    await stopReminders(app, provider.key, contact)
    const body = html`<p role="status" style="margin:16px 0 0">${t(reminderTexts.stopped, { shop: provider.name })}</p>
${linkHtml(provider, shopAddress(app, provider, '/my-account/communication'), t(reminderTexts.toShop, { shop: provider.name }))}${contactHtml(provider, language)}`
    sendPage(http, mailHtml(provider, { language, title: t(reminderTexts.stoppedTitle), body }).safe)
  },
}

export const stopPages: readonly Page[] = [askToStopPage, stopRemindersPage]
