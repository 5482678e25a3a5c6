import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildJob, remindNow } from '../../testing/buildJob.ts'
import { buildMailServer, mailsIn } from '../../testing/buildMailServer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { publishJob } from '../jobs/publishing/publishJob.ts'

// The email as a real mail server receives it, and the request of a mail program.

const DAY_MS = 24 * 60 * 60_000
let server: TestServer
let smtp: Awaited<ReturnType<typeof buildMailServer>>
let mailFolder: string
beforeAll(async () => {
  mailFolder = await mkdtemp(join(tmpdir(), 'pk-reminders-'))
  smtp = await buildMailServer(mailFolder)
  server = await startTestServer({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  await rm(mailFolder, { recursive: true, force: true })
})

const header = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value
const arrivedMails = async (to: string) => (await mailsIn(mailFolder)).filter((mail) => mail.to?.[0]?.address === to)

it('reminders are ended by the unsubscribe button of the mail program, as the email’s headers specify (RFC 8058)', async () => {
  const [emma, control] = ['carter@example.com', 'diaz@example.com']
  const { job } = await buildJob(server.app, server.provider, [
    { name: 'Emma Carter', email: emma },
    { name: 'Liam Diaz', email: control },
  ])
  await publishJob(server.app, server.provider, job.uuid)
  server.wait(3.1 * DAY_MS)
  await remindNow(server)
  await expect.poll(async () => (await arrivedMails(emma)).length, { timeout: 15_000 }).toBe(2)
  const mails = await arrivedMails(emma)
  const reminder = mails.find(({ subject }) => subject?.startsWith('Have you seen'))
  const ready = mails.find((mail) => mail !== reminder)
  expect(ready?.subject).toBe('The pictures of Emma Carter are ready')
  expect(header(ready, 'list-unsubscribe')).toBeUndefined()
  expect(header(reminder, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] = header(reminder, 'list-unsubscribe')?.match(/^<(.+)>$/) ?? []
  const { pathname, search, host } = new URL(address)
  const posted = await server.client().fetch({
    method: 'POST',
    path: pathname + search,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(posted.status).toBe(200)
  server.wait(7 * DAY_MS)
  await remindNow(server)
  await expect.poll(async () => (await arrivedMails(control)).length, { timeout: 15_000 }).toBe(3)
  expect(await arrivedMails(emma)).toHaveLength(2)
})
