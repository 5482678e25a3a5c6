/** A mail as it is queued: ready to send, in one language. */
export type Mail = {
  provider: string
  to: string
  subject: string
  text: string
  html: string
  /** The same key is queued once, however often it is asked. */
  key: string
  /** Where mails of this kind are ended with one press, also by the mail program itself (RFC 8058). */
  unsubscribe?: string
  /** The uuid of the customer to whose account it belongs. Not there where only the address is known: that proves nobody. */
  customer?: string
  /** The uuid of the customer who had it sent to somebody else. */
  sender?: string
  /** What is not kept when it was sent or given up: all of it, or only its words, such as a way in. */
  forget?: true | 'words'
}

export type MailQueue = {
  /**
   * Stores the mail and returns; a background job sends it. Never lost on a restart, never sent twice for one key on purpose.
   * False where the key was queued before.
   */
  queue(mail: Mail): Promise<boolean>
}
