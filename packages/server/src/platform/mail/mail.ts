import type { MailKind } from './mailKinds.ts'

/**
 * Something of a feature that an email is about, such as a subject by its uuid. The feature that owns the noun decides, just before the
 * email is sent, whether it may still go (`Feature.mailTopics`).
 */
export type MailTopic = { readonly noun: string; readonly id: string }

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
  /** What it is about; without it the email is sent whatever happens in the meantime, such as a receipt. */
  about?: readonly MailTopic[]
  /** What is deleted once it is sent or given up: all of it, or only its text, such as a sign-in link. */
  forget?: true | 'words'
}
