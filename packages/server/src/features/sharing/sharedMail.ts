import { createHash } from 'node:crypto'
import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import type { App } from '../../platform/app.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { nearestTexts } from '../../platform/languages.ts'
import { layOutMail } from '../../platform/mail/layOutMail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { sharingTexts } from './sharingTexts.ts'

/** A shared picture set. */
export type SharedSet = { uuid: string; name: string; code: string }

export type Share = {
  /** The customer's uuid. */
  sender: string
  /** The sender's name in the email. */
  from: string
  to: string
  sets: readonly SharedSet[]
  language: string
  day: Date
}

/**
 * The sender's name, otherwise the email address. A name that looks like a web address is not used: the shop's emails would carry
 * anybody's links.
 */
export function senderOf(name: string, email: string): string {
  const given = name.trim()
  return given === '' || /[\p{L}\p{N}][.:/@][\p{L}\p{N}/]/u.test(given) ? email : given
}

/**
 * The email with a link for each picture set. The same sets for the same recipient are one email a day, however often they are
 * sent.
 */
export function sharedMail(app: App, provider: Provider, share: Share): Mail {
  const { sender, from, to, sets, language, day } = share
  const t = nearestTexts(sharingTexts, language)
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(sets.map(({ name }) => name))
  return layOutMail(provider, {
    key: keyOf({ sender, to, sets, day }),
    sender,
    to,
    language,
    // contains no text of the sender's: it would be the first that a stranger reads under the shop's name
    subject: t.subject(names),
    title: t.title(names),
    parts: [
      t.intro(from, provider.name),
      ...sets.map(({ name, code }) => ({
        link: t.see(name),
        href: shopAddress(app, provider, `/c/${encodeURIComponent(code)}`),
        hint: t.code(formatCode(code)),
      })),
      t.private,
      t.why(from),
    ],
  })
}

function keyOf({ sender, to, sets, day }: Pick<Share, 'sender' | 'to' | 'sets' | 'day'>): Mail['key'] {
  const what = [sender, to, day.toISOString().slice(0, 10), ...sets.map(({ uuid }) => uuid).sort()]
  return `share ${createHash('sha256').update(what.join('\n')).digest('base64url').slice(0, 22)}`
}
