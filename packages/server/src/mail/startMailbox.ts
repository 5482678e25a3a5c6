import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** A mail server for tests: takes every mail by SMTP, as it stands on the wire. */
export type Mailbox = {
  /** For SMTP_URL. */
  url: string
  received: Email[]
  close(): Promise<void>
}

/** Starts one on a free port. `onMail` is given each mail in its raw form too. */
export async function startMailbox({ onMail }: { onMail?: (raw: Buffer) => void } = {}): Promise<Mailbox> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream: SMTPServerDataStream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        onMail?.(raw)
        received.push(await PostalMime.parse(raw))
        done()
      })
    },
  })
  // A sender that hangs up is the sender's matter.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  if (!server.server.listening) await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
