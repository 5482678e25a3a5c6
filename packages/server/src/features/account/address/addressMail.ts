import type { App } from '../../../platform/app.ts'
import { shopAddress } from '../../../platform/http/shopAddress.ts'
import { layOutMail } from '../../../platform/mail/layOutMail.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import type { StoredCustomer } from '../collection.ts'
import { shortHash } from '../mailedKey.ts'
import { makeAddressKey } from './addressKeys.ts'
import { addressTexts } from './addressTexts.ts'

type Recipient = Pick<StoredCustomer, '_id' | 'email' | 'language'>

/** Sends a customer the link that proves the address. It replaces the link of an earlier email. */
export async function queueAddressMail(app: App, provider: Provider, customer: Recipient): Promise<void> {
  await app.mail.queue(addressMail(app, provider, customer, await makeAddressKey(app, provider, customer)))
}

/** The email with that link. It names no child and shows nothing of the account: a stranger may read it. */
function addressMail(app: App, provider: Provider, { _id, email, language }: Recipient, key: string): Mail {
  const t = translateTo(language)
  const address = new URL(shopAddress(app, provider, `/confirm-address/${key}`))
  address.searchParams.set('lang', language)
  return layOutMail(provider, {
    key: `address ${shortHash(key)}`,
    to: email,
    customer: _id,
    language,
    subject: t(addressTexts.subject, { shop: provider.name }),
    title: t(addressTexts.title),
    parts: [
      t(addressTexts.request, { shop: provider.name }),
      { link: t(addressTexts.link), href: address.href, hint: t(addressTexts.once) },
      t(addressTexts.notYou, { email: provider.contactInfo.email }),
    ],
    forget: 'words',
  })
}
