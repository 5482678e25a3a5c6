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
 * How it is sent: `urgent` emails answer something that a person has just done, and never wait for others. `bulk` emails go to
 * many people at once: at the pace of each receiving domain, and not to an address that was refused.
 */
export type Sending = 'urgent' | 'bulk'

export type MailRule = { readonly pictures: PictureRule; readonly sending: Sending }

/** Every kind of email, which is the first word of its key, with its rules. An email of another kind does not compile. */
export const mailKinds = {
  address: { pictures: 'nobody', sending: 'urgent' },
  confirm: { pictures: 'nobody', sending: 'urgent' },
  reset: { pictures: 'nobody', sending: 'urgent' },
  password: { pictures: 'nobody', sending: 'urgent' },
  deletion: { pictures: 'nobody', sending: 'urgent' },
  orders: { pictures: 'nobody', sending: 'urgent' },
  recovery: { pictures: 'contacts', sending: 'urgent' },
  order: { pictures: 'known', sending: 'urgent' },
  sent: { pictures: 'known', sending: 'urgent' },
  refund: { pictures: 'known', sending: 'urgent' },
  ready: { pictures: 'known', sending: 'bulk' },
  reminder: { pictures: 'known', sending: 'bulk' },
  share: { pictures: 'named', sending: 'urgent' },
} as const satisfies Record<string, MailRule>

export type MailKind = keyof typeof mailKinds

/** The kind of an email, by its key. */
export const kindOfMail = (key: `${MailKind} ${string}`): MailKind => key.slice(0, key.indexOf(' ')) as MailKind
