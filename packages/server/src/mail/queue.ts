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
  /** Nothing of it is kept when it was sent or given up. */
  forget?: true
}

export type MailQueue = {
  /** Stores the mail and returns; a background job sends it. Never lost on a restart, never sent twice for one key on purpose. */
  queue(mail: Mail): Promise<void>
}
