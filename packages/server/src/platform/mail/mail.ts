import type { MailKind } from './mailKinds.ts'

/** An email as it is queued: ready to send, in one language. */
export type Mail = {
  provider: string
  to: string
  subject: string
  text: string
  html: string
  /** Its kind, and what it is about: the same key is queued once, however often it is requested. */
  key: `${MailKind} ${string}`
  /**
   * The address at which emails of this kind can be stopped with one press, also by the mail program itself (RFC 8058).
   */
  unsubscribe?: string
  /**
   * The uuid of the customer to whose account it belongs. Missing if only the address is known: an address alone identifies
   * nobody.
   */
  customer?: string
  /** The uuid of the customer who sent it to somebody else. */
  sender?: string
  /** What is deleted once it is sent or given up: all of it, or only its text, such as a sign-in link. */
  forget?: true | 'words'
}
