import type { Context } from 'koa'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { html } from '../../platform/html.ts'
import { pageLanguage, sendPage } from '../../platform/http/noticePage.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { nearestTexts } from '../../platform/languages.ts'
import { contactHtml, linkHtml, mailHtml } from '../../platform/mail/layOutMail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { stopReminders } from './collection.ts'
import { type ReminderTexts, reminderTexts } from './reminderTexts.ts'

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
  words: (language) => {
    const { brokenTitle: title, brokenText: text } = nearestTexts(reminderTexts, language)
    return { title, text }
  },
  path: '/my-account/communication',
}

type StopRequest = { provider: Provider; contact: string; language: string; words: ReminderTexts }

function readStopRequest(http: Context, app: App, provider: Provider | null): StopRequest {
  const { contact = '', signature = '' } = http.params as { contact?: string; signature?: string }
  if (!provider || !app.secrets.verify(PURPOSE, `${provider.key} ${contact}`, signature)) throw new Failure('not_found')
  const language = pageLanguage(http, provider)
  return { provider, contact, language, words: nearestTexts(reminderTexts, language) }
}

/** Asks for confirmation: programs that check the links in emails open them, and must not change anything by that. */
const askToStopPage: Page = {
  method: 'GET',
  path,
  needsProvider: true,
  brokenLink: broken,
  handle: async (http, app, given) => {
    const { provider, language, words } = readStopRequest(http, app, given)
    const { accent, onAccent } = provider.look.colours.light
    const button = `margin:20px 0 0;padding:12px 20px;border:0;background:${accent};color:${onAccent};border-radius:${provider.look.radius}px;font:inherit;font-weight:600;cursor:pointer`
    const body = html`<p style="margin:16px 0 0">${words.stopAsk(provider.name)}</p>
<form method="post"><button style="${button}">${words.stopButton}</button></form>
${contactHtml(provider, language)}`
    sendPage(http, mailHtml(provider, { language, title: words.stopTitle, body }).safe)
  },
}

/** Stops the reminders: by the button on the page, or by the mail program's own (RFC 8058). */
const stopRemindersPage: Page = {
  method: 'POST',
  path,
  needsProvider: true,
  brokenLink: broken,
  handle: async (http, app, given) => {
    const { provider, contact, language, words } = readStopRequest(http, app, given)
    await stopReminders(app, provider.key, contact)
    const body = html`<p role="status" style="margin:16px 0 0">${words.stopped(provider.name)}</p>
${linkHtml(provider, shopAddress(app, provider, '/my-account/communication'), words.toShop(provider.name))}${contactHtml(provider, language)}`
    sendPage(http, mailHtml(provider, { language, title: words.stoppedTitle, body }).safe)
  },
}

export const stopPages: readonly Page[] = [askToStopPage, stopRemindersPage]
