import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** A mail server that accepts everything, and stores each email as a file; at any free port, or at the one of an earlier server. */
export async function buildMailServer(
  folder: string,
  usedPort = 0,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true })
  // An earlier server may have stored some.
  let count = (await readdir(folder)).length
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream: SMTPServerDataStream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const name = `${String(++count).padStart(5, '0')}.eml`
        writeFile(join(folder, name), Buffer.concat(chunks)).then(() => done(null), done)
      })
    },
  })
  await new Promise<void>((listening) => server.listen(usedPort, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return { port, url: `smtp://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(() => closed())) }
}

/** The emails that a mail server has accepted, the newest first. */
export async function mailsIn(folder: string): Promise<Email[]> {
  // One that is still being written has another ending.
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
}
