import type { App } from '../../platform/app.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { layOutMail } from '../../platform/mail/layOutMail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { aboutShare } from '../access/mailTopics.ts'
import type { Subject } from '../jobs/collection.ts'
import { timeZoneOf } from '../jobs/days.ts'
import { aboutPictures } from '../jobs/publishing/mailTopics.ts'
import { sharingTexts } from './sharingTexts.ts'

export type SharedSetsMail = {
  /** The share's uuid, and the token of its link. */
  share: string
  token: string
  /** The customer's uuid. */
  sender: string
  /** The sender's name in the email. */
  from: string
  to: string
  /** The children. */
  subjects: ReadonlyArray<Pick<Subject, 'uuid' | 'name'>>
  ends: Date
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
 * The email with the link of a share. The same share is one email a day, however often it is sent. Its text is deleted once it is
 * sent: nobody who reads the database finds a link that opens pictures.
 */
export function sharedMail(app: App, provider: Provider, mail: SharedSetsMail): Mail {
  const { share, token, sender, from, to, subjects, ends, language, day } = mail
  const t = translateTo(language)
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(subjects.map(({ name }) => name))
  const lastDay = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timeZoneOf(provider) }).format(ends)
  return layOutMail(provider, {
    key: `share ${share} ${day.toISOString().slice(0, 10)}`,
    sender,
    to,
    language,
    about: subjects.flatMap(({ uuid }) => [aboutShare(share, uuid), aboutPictures(uuid)]),
    forget: 'words',
    // contains no text of the sender's: it would be the first that a stranger reads under the shop's name
    subject: t(sharingTexts.subject, { names }),
    title: t(sharingTexts.title, { names }),
    parts: [
      t(sharingTexts.intro, { from, shop: provider.name }),
      {
        link: t(sharingTexts.see, { names }),
        href: shopAddress(app, provider, `/c/${token}`),
        hint: t(sharingTexts.until, { day: lastDay }),
      },
      t(sharingTexts.private),
      t(sharingTexts.why, { from }),
    ],
  })
}
