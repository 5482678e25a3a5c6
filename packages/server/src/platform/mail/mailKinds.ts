/**
 * Who may get an email with pictures, or with a link or a code that opens them:
 * - `nobody`: it has none, and so may go to any address;
 * - `known`: an address that is proved to be the account's, or that the school's roster lists for the children. Any other address
 *   gets the email without them (`features/account/mailAccess.ts`);
 * - `contacts`: it is only sent to addresses of the school's roster;
 * - `named`: it is sent to anybody whom a customer with a proved address names.
 */
export type PictureRule = 'nobody' | 'known' | 'contacts' | 'named'

/** Every kind of email, which is the first word of its key, with its rule. An email of another kind does not compile. */
export const mailKinds = {
  address: 'nobody',
  confirm: 'nobody',
  reset: 'nobody',
  password: 'nobody',
  deletion: 'nobody',
  orders: 'nobody',
  recovery: 'contacts',
  order: 'known',
  sent: 'known',
  refund: 'known',
  ready: 'known',
  reminder: 'known',
  share: 'named',
} as const satisfies Record<string, PictureRule>

export type MailKind = keyof typeof mailKinds
