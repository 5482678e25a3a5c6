import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import type { App } from '../../platform/app.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { layOutMail, type MailPart } from '../../platform/mail/layOutMail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { dayOf } from '../jobs/days.ts'
import { contactId } from '../reminders/collection.ts'
import type { Family, FamilyLink } from '../reminders/families.ts'
import { topicsOf } from '../reminders/mailTopics.ts'
import type { StoredRetake } from './collection.ts'
import { aboutRetake } from './mailTopics.ts'
import { retakeTexts } from './retakeTexts.ts'

/** The page of the shop where a family decides. */
export const RETAKES_PATH = '/my-account/new-pictures'

type Recipient = {
  family: Family
  links: readonly FamilyLink[]
  /** Some of the earlier pictures were ordered by this account. */
  isBuyer: boolean
  /** An earlier picture was bought by this account as a file. */
  mayDownload: boolean
}

/** The key of the email about a retake to an address. */
export const retakeKey = (app: App, { key }: Provider, { uuid }: Pick<StoredRetake, 'uuid'>, email: string) =>
  `retake ${uuid} ${contactId(app, key, email)}` as const

/** The email about new pictures of a person: one for each family and retake. */
export function retakeMail(
  app: App,
  provider: Provider,
  retake: Pick<StoredRetake, 'uuid' | 'until'>,
  { family, links, isBuyer, mayDownload }: Recipient,
): Mail {
  const { language, email, customer } = family
  const t = translateTo(language)
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(links.flatMap((link) => link.names))
  const isInAccount = customer !== null && links.every(({ code }) => code === null)
  const subject = t(retakeTexts.subject, { names })
  return layOutMail(provider, {
    key: retakeKey(app, provider, retake, email),
    to: email,
    ...(isInAccount && { customer }),
    about: [aboutRetake(retake.uuid), ...topicsOf(provider, family, links)],
    language,
    subject,
    title: subject,
    parts: [
      t(retakeTexts.retaken, { shop: provider.name }),
      ...(mayDownload ? [t(retakeTexts.download)] : []),
      ...(isBuyer ? decide(app, provider, links, t, formatDay(dayOf(retake.until), language)) : []),
      ...(isBuyer ? [] : links.flatMap((link) => see(app, provider, link, t))),
    ],
  })
}

function decide(app: App, provider: Provider, links: readonly FamilyLink[], t: Translate, day: string): MailPart[] {
  const mayLink = links.every(({ path }) => path !== null)
  return [
    t(retakeTexts.decide, { day }),
    ...(mayLink
      ? [{ link: t(retakeTexts.choose), href: shopAddress(app, provider, RETAKES_PATH) }]
      : [t(retakeTexts.inAccount)]),
  ]
}

function see(app: App, provider: Provider, { names, path, code }: FamilyLink, t: Translate): MailPart[] {
  if (path === null) return [t(retakeTexts.inAccount)]
  const hint = code === null ? undefined : t(retakeTexts.code, { code: formatCode(code) })
  return [{ link: t(retakeTexts.see, { names: names.join(', ') }), href: shopAddress(app, provider, path), hint }]
}
