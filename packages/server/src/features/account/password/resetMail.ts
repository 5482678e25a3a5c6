import { randomUUID } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { shopAddress } from '../../../platform/http/shopAddress.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { StoredCustomer } from '../collection.ts'
import { shortHash } from '../mailedKey.ts'
import { passwordTexts } from './passwordTexts.ts'

type Recipient = Pick<StoredCustomer, '_id' | 'email' | 'language'>

/**
 * The email with the link to a new password. After sending, only the fact that it was sent is stored: the key is nowhere in the
 * shop.
 */
export function resetMail(app: App, provider: Provider, { _id, email, language }: Recipient, key: string): Mail {
  const t = translateTo(language)
  return layOutMail(provider, {
    key: `reset ${shortHash(key)}`,
    to: email,
    customer: _id,
    language,
    subject: t(passwordTexts.resetSubject, { shop: provider.name }),
    title: t(passwordTexts.resetTitle),
    parts: [
      t(passwordTexts.resetAsked, { shop: provider.name }),
      {
        link: t(passwordTexts.resetLink),
        href: shopAddress(app, provider, `/reset-password?${new URLSearchParams({ resetcode: key })}`),
        hint: t(passwordTexts.resetOnce),
      },
      t(passwordTexts.resetNotYou),
    ],
    forget: 'words',
  })
}

/** Notifies the customer, who may not have changed the password, and links to setting a new one. */
export function passwordChangedMail(
  app: App,
  provider: Provider,
  { _id, email, language }: Recipient,
  when: Date,
): Mail {
  const t = translateTo(language)
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return layOutMail(provider, {
    key: `password ${randomUUID()}`,
    to: email,
    customer: _id,
    language,
    subject: t(passwordTexts.changedSubject, { shop: provider.name }),
    title: t(passwordTexts.changedTitle),
    parts: [
      t(passwordTexts.changed, { shop: provider.name, when: `${time.format(when)} UTC` }),
      t(passwordTexts.changedNotYou, { email: provider.contactInfo.email }),
      { link: t(passwordTexts.changedLink), href: shopAddress(app, provider, '/reset-password') },
    ],
  })
}
