import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { Message, Translate } from '@portraitkit/core/msg.ts'
import type { App } from '../../platform/app.ts'
import { shopAddress } from '../../platform/http/shopAddress.ts'
import { layOutMail, type MailPart } from '../../platform/mail/layOutMail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import type { Job } from '../jobs/collection.ts'
import { datesOf, dayOf, isOver } from '../jobs/days.ts'
import { contactId } from './collection.ts'
import type { Family, FamilyLink } from './families.ts'
import { topicsOf } from './mailTopics.ts'
import type { ReminderKind } from './reminderPlan.ts'
import { reminderTexts } from './reminderTexts.ts'
import { stopAddress } from './stopPage.ts'

/** The recipient of an email about a job, with its links. */
export type JobNews = {
  job: Pick<Job, 'uuid' | 'orderBy' | 'freeDeliveryUntil' | 'deletion'>
  family: Family
  links: readonly FamilyLink[]
}

/** The email saying that pictures are ready: one for each family and job, however often it is requested. */
export function readyMail(app: App, provider: Provider, news: JobNews): Mail {
  const { job, family } = news
  const t = translateTo(family.language)
  return layOutNews(app, provider, news, {
    key: `ready ${job.uuid} ${contactId(app, provider.key, family.email)}`,
    subject: t(reminderTexts.readySubject, { names: namesOf(news) }),
    opening: t(reminderTexts.ready, { shop: provider.name }),
  })
}

/** A reminder: one of each kind for each family, job and last day. */
export function reminderMail(app: App, provider: Provider, kind: ReminderKind, news: JobNews): Mail {
  const { job, family } = news
  const t = translateTo(family.language)
  const contact = contactId(app, provider.key, family.email)
  const stop = stopAddress(app, provider, contact, family.language)
  const day = kind === 'last-day' ? ` ${job.orderBy && dayOf(job.orderBy)}` : ''
  const mail = layOutNews(app, provider, news, {
    key: `reminder ${kind}${day} ${job.uuid} ${contact}`,
    subject: t(reminderTexts.subject[kind], { names: namesOf(news) }),
    opening: t(reminderTexts.waiting, { shop: provider.name }),
    closing: [{ link: t(reminderTexts.stop), href: stop, quiet: true }],
  })
  return { ...mail, unsubscribe: stop }
}

type NewsTexts = { key: Mail['key']; subject: string; opening: string; closing?: readonly MailPart[] }

/** What both kinds of email say: the days of the job, the links to the pictures, and why the family gets it. */
function layOutNews(
  app: App,
  provider: Provider,
  news: JobNews,
  { key, subject, opening, closing = [] }: NewsTexts,
): Mail {
  const { email, language } = news.family
  const t = translateTo(language)
  return layOutMail(provider, {
    key,
    to: email,
    ...accountOf(news),
    about: topicsOf(provider, news.family, news.links),
    language,
    subject,
    title: subject,
    parts: [
      opening,
      ...days(app, provider, t, news),
      ...links(app, provider, t, news),
      ...reasonLines(t, news),
      ...closing,
    ],
  })
}

/** An email belongs to the account if everything in it is in the account too: the address by itself may be anybody's. */
function accountOf({ family, links }: JobNews): Pick<Mail, 'customer'> {
  return family.customer !== null && links.every(({ code }) => code === null) ? { customer: family.customer } : {}
}

function namesOf({ family, links }: JobNews): string {
  const names = [...new Set(links.flatMap((link) => link.names))]
  return new Intl.ListFormat(family.language, { type: 'conjunction' }).format(names)
}

/** The days of the job that are relevant now. */
function days(app: App, provider: Provider, t: Translate, { job, family }: JobNews): string[] {
  if (job.orderBy && isOver(job.orderBy, provider, app.clock())) return []
  const { orderBy, freeDeliveryUntil, deletion } = datesOf(job, provider, app.clock())
  const { until, free, deleted } = reminderTexts
  const written = (day: string | undefined, text: Message) =>
    day ? [t(text, { day: formatDay(day, family.language) })] : []
  const all = [...written(orderBy, until), ...written(freeDeliveryUntil, free), ...written(deletion, deleted)]
  return all.length > 0 ? [all.join(' ')] : []
}

function links(app: App, provider: Provider, t: Translate, { family, links }: JobNews): MailPart[] {
  const list = new Intl.ListFormat(family.language, { type: 'conjunction' })
  const inAccount = links.flatMap(({ names, path }) => (path === null ? names : []))
  return [
    ...links.flatMap(({ names, path, code }): MailPart[] => {
      if (path === null) return []
      const hint = code === null ? undefined : t(reminderTexts.code, { code: formatCode(code) })
      return [
        { link: t(reminderTexts.see, { names: list.format(names) }), href: shopAddress(app, provider, path), hint },
      ]
    }),
    ...(inAccount.length > 0 ? [t(reminderTexts.inAccount, { names: list.format(inAccount) })] : []),
  ]
}

function reasonLines(t: Translate, { links }: JobNews): string[] {
  const { private: keepPrivate, contactReason, customerReason } = reminderTexts
  return links.some(({ code }) => code !== null) ? [t(keepPrivate), t(contactReason)] : [t(customerReason)]
}
