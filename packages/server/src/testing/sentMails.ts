import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import { mailsOf } from '../platform/mail/queue.ts'
import { mailsIn } from './buildMailServer.ts'
import type { TestServer } from './testServer.ts'

/** The emails that have arrived at an address, newest first, once none to it waits to be sent any more. */
export async function sentMails({ app }: Pick<TestServer, 'app'>, to: string): Promise<Email[]> {
  const waiting = () => mailsOf(app).countDocuments({ to, due: { $exists: true } })
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  const mails = await mailsIn(join(app.env.dataDir, 'outbox'))
  return mails.filter((mail) => mail.to?.[0]?.address === to)
}
