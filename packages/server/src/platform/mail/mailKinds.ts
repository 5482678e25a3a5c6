/**
 * Who may get an email with pictures, or with a link or a code that opens them:
 * - `nobody`: it has none, and so may go to any address;
 * - `known`: an address that is proved to be the account's, or that the school's roster lists for the children. Any other address
 *   gets the email without them (`features/account/address/mailAccess.ts`);
 * - `contacts`: it is only sent to addresses of the school's roster;
 * - `named`: it is sent to anybody whom a customer with a proved address names.
 */
export type PictureRule = 'nobody' | 'known' | 'contacts' | 'named'

/**
 * How emails are sent, each in a queue of its own that waits for no other:
 * - `urgent`: somebody waits for it at a screen, such as for a password, a code or a confirmation of an address;
 * - `prompt`: it confirms a purchase or a payment;
 * - `ordinary`: it tells one person something, and nobody waits for it. A thousand of them can be caused at once;
 * - `bulk`: it goes to many people at once: at the pace of each receiving domain, and not to an address that was refused.
 */
export const SENDINGS = ['urgent', 'prompt', 'ordinary', 'bulk'] as const
export type Sending = (typeof SENDINGS)[number]

export type MailRule = { readonly pictures: PictureRule; readonly sending: Sending }

/** Every kind of email, which is the first word of its key, with its rules. An email of another kind does not compile. */
export const mailKinds = {
  address: { pictures: 'nobody', sending: 'urgent' },
  confirm: { pictures: 'nobody', sending: 'urgent' },
  reset: { pictures: 'nobody', sending: 'urgent' },
  password: { pictures: 'nobody', sending: 'urgent' },
  deletion: { pictures: 'nobody', sending: 'urgent' },
  orders: { pictures: 'nobody', sending: 'ordinary' },
  recovery: { pictures: 'contacts', sending: 'urgent' },
  order: { pictures: 'known', sending: 'prompt' },
  sent: { pictures: 'known', sending: 'ordinary' },
  refund: { pictures: 'known', sending: 'prompt' },
  ready: { pictures: 'known', sending: 'bulk' },
  reminder: { pictures: 'known', sending: 'bulk' },
  retake: { pictures: 'known', sending: 'bulk' },
  share: { pictures: 'named', sending: 'ordinary' },
} as const satisfies Record<string, MailRule>

export type MailKind = keyof typeof mailKinds

/** The kind of an email, by its key. */
export const kindOfMail = (key: `${MailKind} ${string}`): MailKind => key.slice(0, key.indexOf(' ')) as MailKind
