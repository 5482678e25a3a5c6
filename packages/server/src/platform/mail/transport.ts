import { createHash } from 'node:crypto'
import { chmod, mkdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Env } from '../env.ts'
import { PRIVATE_FOLDER, writePrivate } from '../privateFiles.ts'

/** An email ready for the transport. `id` is the same for every attempt to send an email. */
export type OutgoingMail = {
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  unsubscribe?: string | undefined
  date: Date
}

/** The receiving side will never accept this email: retrying is useless. */
export class MailRefused extends Error {
  /** The address itself is refused, and not only this email. */
  readonly isAboutAddress: boolean

  constructor(message: string, { isAboutAddress, cause }: { isAboutAddress: boolean; cause: unknown }) {
    super(message, { cause })
    this.name = 'MailRefused'
    this.isAboutAddress = isAboutAddress
  }
}

/**
 * Passes an email on. Resolves when it is accepted. Throws MailRefused for a final refusal; after any other error it may be
 * retried.
 */
export type Transport = {
  send(mail: OutgoingMail): Promise<void>
  close(): void
  /** Whether receiving mail servers penalise too many emails at a time. */
  readonly needsPace: boolean
}

const OUTBOX = 'outbox'

/** How long a mail server may take for one step before the attempt counts as failed. */
const SMTP_MS = 15_000

/** Sends by SMTP_URL or, without it, into files that any mail program opens. */
export function createMailTransport(env: Pick<Env, 'smtpUrl' | 'dataDir'>): Transport {
  return env.smtpUrl ? smtp(env.smtpUrl) : outbox(join(env.dataDir, OUTBOX))
}

function smtp(url: string): Transport {
  const server = createTransport({
    url,
    connectionTimeout: SMTP_MS,
    greetingTimeout: SMTP_MS,
    socketTimeout: SMTP_MS,
  })
  return {
    async send(mail) {
      try {
        await server.sendMail(messageOf(mail))
      } catch (error) {
        const { responseCode, message } = error as SmtpError
        // 5xx is the server's final answer (RFC 5321, 4.2.1), unless it is about the server's own sign-in.
        const isFinal = responseCode !== undefined && responseCode >= 550 && responseCode < 560
        throw isFinal
          ? new MailRefused(message, { isAboutAddress: isAboutAddress(error as SmtpError), cause: error })
          : error
      }
    },
    close: () => server.close(),
    needsPace: true,
  }
}

type SmtpError = { responseCode?: number; response?: string; command?: string; message: string }

/**
 * Whether a refusal means that the address does not exist: its enhanced code says so (RFC 3463: 5.1 is the address, 5.2.1 a
 * mailbox that is disabled), or without one it is the refusal of a recipient (RFC 5321).
 */
function isAboutAddress({ responseCode = 0, response = '', command }: SmtpError): boolean {
  const [, enhanced] = response.match(/^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/) ?? []
  if (enhanced !== undefined) return /^5\.(?:1\.(?:[1236]|10)|2\.1)$/.test(enhanced)
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode)
}

function outbox(folder: string): Transport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await writer.sendMail(messageOf(mail))
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      // also if an earlier version created it: emails contain sign-in links
      await chmod(folder, PRIVATE_FOLDER)
      const file = join(folder, outboxFile(mail))
      // Whole or not at all; sending the same email again replaces the file.
      await writePrivate(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
    close: () => writer.close(),
    needsPace: false,
  }
}

const outboxFile = ({ id, date }: Pick<OutgoingMail, 'id' | 'date'>) =>
  `${date.toISOString().replace(/[:.]/g, '-')}-${fingerprint(id).slice(0, 12)}.eml`

/** Deletes the file of an email that was sent without a mail server from this data folder. Returns whether there was one. */
export async function deleteFromOutbox(
  { dataDir }: Pick<Env, 'dataDir'>,
  mail: Pick<OutgoingMail, 'id' | 'date'>,
): Promise<boolean> {
  try {
    await unlink(join(dataDir, OUTBOX, outboxFile(mail)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

function messageOf({ id, from, to, subject, text, html, unsubscribe, date }: OutgoingMail): SendMailOptions {
  const [, domain = 'localhost'] = from.address.split('@')
  // The same message id for every attempt: if one was accepted but its answer was lost, the receiver still sees one email.
  const messageId = `<${fingerprint(id)}@${domain}>`
  return {
    from,
    to,
    subject,
    text,
    html,
    date,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClickHeaders(unsubscribe)) },
    // Emails contain texts of customers: nothing in them may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058 */
function oneClickHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function fingerprint(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32)
}
