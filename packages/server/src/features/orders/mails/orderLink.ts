import type { App } from '../../../platform/app.ts'
import type { MailPart } from '../../../platform/mail/layOutMail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import { type MailAccess, mailAccess } from '../../account/address/mailAccess.ts'
import { customersOf } from '../../account/collection.ts'
import { findAllSubjects } from '../../jobs/collection.ts'
import { contactAddresses } from '../../jobs/contact.ts'
import type { StoredOrder } from '../collection.ts'
import { orderLinkTexts } from './orderLinkTexts.ts'

/** Whether the emails about an order may link to its receipt, which shows the pictures. */
export async function orderMailAccess(app: App, provider: Provider, { content }: StoredOrder): Promise<MailAccess> {
  const { customer, contact, lines, delivery } = content
  const children = [...lines.flatMap(({ subjects }) => subjects), ...(delivery.subject ? [delivery.subject] : [])]
  const uuids = [...new Set(children.map(({ uuid }) => uuid))]
  const [account, subjects] = await Promise.all([
    customersOf(app, provider).findOne({ _id: customer }),
    findAllSubjects(app, provider.key, uuids),
  ])
  const to = contact.email.trim().toLowerCase()
  const vouched = subjects.filter((subject) => contactAddresses(subject).includes(to))
  return mailAccess(to, { account, isContact: uuids.length > 0 && vouched.length === uuids.length })
}

/** The link of an email to its order, or a sentence instead of it; nothing if the account was deleted. */
export function orderLink(
  access: MailAccess,
  { label, href, language }: { label: string; href: string; language: string },
): MailPart[] {
  if (access === 'no-account') return []
  return [access === 'pictures' ? { link: label, href } : translateTo(language)(orderLinkTexts[access])]
}
