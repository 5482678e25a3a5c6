import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildMailServer } from './buildMailServer.ts'
import { startTestServer, type TestServer } from './testServer.ts'

/** A shop whose mail server is not there until a test opens it. */
export type MailShop = {
  server: TestServer
  /** Lets emails arrive until it is closed. */
  openMailServer(): ReturnType<typeof buildMailServer>
  close(): Promise<void>
}

export async function buildMailShop(): Promise<MailShop> {
  const received = await mkdtemp(join(tmpdir(), 'pk-mails-'))
  const { url, port, close } = await buildMailServer(received)
  await close()
  const server = await startTestServer({ env: { SMTP_URL: url, LOG_LEVEL: 'silent' } })
  return {
    server,
    openMailServer: () => buildMailServer(received, port),
    async close() {
      await server.close()
      await rm(received, { recursive: true, force: true })
    },
  }
}
