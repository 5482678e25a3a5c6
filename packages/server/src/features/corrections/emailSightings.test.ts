import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsOf } from '../../platform/mail/queue.ts'
import { buildJob, remindNow } from '../../testing/buildJob.ts'
import { sentMails } from '../../testing/sentMails.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import type { Job } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { findOrCreateSubject } from '../jobs/importStore.ts'
import { publishJob } from '../jobs/publishing/publishJob.ts'
import { recordCorrection } from './recordCorrection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const anAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.org`

/** A job with one child, whose guardians have these addresses. */
async function aChild(...emails: string[]) {
  const { job } = await buildJob(server.app, server.provider, [{ name: 'Anna Berg', email: emails[0] ?? null }])
  const run = async (action: string, ...argv: string[]) => {
    const { code, lines } = await runInTerminal(
      jobsCommand,
      [action, job.name, ...argv, '--provider', server.provider.key],
      server.app,
    )
    expect(code).toBe(0)
    return lines
  }
  if (emails.length > 1) await run('details', '0', '--emails', emails.join(','))
  return { job, run, emailed: async (...scope: string[]) => emailsIn(await run('exposure', ...scope)) }
}

const emailsIn = (lines: readonly string[]) =>
  lines.flatMap(
    (line) => / {2}email {2}(\S+) {2}set of Anna Berg \("0"\) {2}(.+)$/.exec(line)?.slice(1).join(': ') ?? [],
  )

async function publish(job: Job, ...receivers: string[]): Promise<void> {
  await publishJob(server.app, server.provider, job.uuid)
  for (const email of receivers) expect(await sentMails(server, email)).toHaveLength(1)
  server.wait(60_000)
}

const READY = 'that the pictures are ready'

it('whoever was emailed stays listed after the address was removed and the job was published again', async () => {
  const [mum, dad] = [anAddress('mum'), anAddress('dad')]
  const { job, run, emailed } = await aChild(mum, dad)
  await publish(job, mum, dad)
  await run('details', '0', '--emails', mum)
  await run('unpublish')
  expect((await emailed('--of', '0')).toSorted()).toEqual([`${dad}: ${READY}`, `${mum}: ${READY}`])
  await publish(job, mum)
  expect((await emailed('--of', '0')).toSorted()).toEqual([`${dad}: ${READY}`, `${mum}: ${READY}`])
  expect((await emailed('--class', '4B')).toSorted()).toEqual([`${dad}: ${READY}`, `${mum}: ${READY}`])
})

it('an address that was added after the first publication is listed once the second one was emailed to it', async () => {
  const [mum, dad] = [anAddress('mum'), anAddress('dad')]
  const { job, run, emailed } = await aChild(mum)
  await publish(job, mum)
  await run('details', '0', '--emails', `${mum},${dad}`)
  expect(await emailed('--of', '0')).toEqual([`${mum}: ${READY}`])
  await publish(job, mum, dad)
  expect(await emailed('--of', '0')).toEqual([`${mum}: ${READY}`, `${dad}: ${READY}`])
})

it('an address whose only email was a reminder is listed with it', async () => {
  const [mum, dad] = [anAddress('mum'), anAddress('dad')]
  const { job, run, emailed } = await aChild(mum)
  await publish(job, mum)
  await run('details', '0', '--emails', `${mum},${dad}`)
  server.wait(4 * 24 * 60 * 60_000)
  await remindNow(server)
  await sentMails(server, dad)
  await run('details', '0', '--emails', mum)
  expect(await emailed('--of', '0')).toEqual([`${mum}: ${READY}`, `${dad}: a reminder`])
})

it('the address to which the notice went is listed, though a list has another one since', async () => {
  const [wrong, right] = [anAddress('wrong'), anAddress('right')]
  const { job, emailed } = await aChild(wrong)
  await publish(job, wrong)
  const row = { line: 2, key: '0', name: 'Anna Berg', group: '4B', code: null, files: [], favorite: null }
  const history = recordCorrection(server.app, job, { command: 'import', by: null })
  await findOrCreateSubject(server.app, job, { ...row, emails: [right], phone: null }, history)
  expect(await emailed('--of', '0')).toEqual([`${wrong}: ${READY}`])
})

it('a correction lists whoever was emailed before it, and nobody who was emailed after it', async () => {
  const [mum, dad] = [anAddress('mum'), anAddress('dad')]
  const { job, run, emailed } = await aChild(mum)
  await publish(job, mum)
  await run('withdraw', '0')
  server.wait(60_000)
  await run('restore', '0')
  await run('details', '0', '--emails', `${mum},${dad}`)
  await publish(job, mum, dad)
  expect(await emailed('1')).toEqual([`${mum}: ${READY}`])
})

it('an email that waits is marked, and one that was refused or dropped reached nobody', async () => {
  const [mum, dad, aunt] = [anAddress('mum'), anAddress('dad'), anAddress('aunt')]
  const { job, emailed } = await aChild(mum, dad, aunt)
  await publish(job, mum, dad, aunt)
  const end = (to: string, outcome: object) =>
    mailsOf(server.app).updateOne({ to }, { $set: outcome, $unset: { sent: '' } })
  const tomorrow = new Date(server.app.clock().getTime() + 24 * 60 * 60_000)
  await end(mum, { due: tomorrow })
  await end(dad, { refused: 'no such mailbox' })
  await end(aunt, { dropped: 'The subject was withdrawn' })
  expect(await emailed('--of', '0')).toEqual([`${mum}: ${READY}; waits to be sent`])
})

it('whoever was emailed about one of two who are one person by now is listed', async () => {
  const [mum, dad] = [anAddress('mum'), anAddress('dad')]
  const { app, provider } = server
  const children = [mum, dad].map((email) => ({ name: 'Anna Berg', email }))
  const { job } = await buildJob(app, provider, children)
  await publish(job, mum, dad)
  const run = (...argv: string[]) => runInTerminal(jobsCommand, [...argv, '--provider', provider.key], app)
  expect(await run('merge', job.name, '0', '1', '--yes')).toMatchObject({ code: 0 })
  const { lines } = await run('exposure', job.name, '--of', '0')
  expect(emailsIn(lines).toSorted()).toEqual([`${dad}: ${READY}`, `${mum}: ${READY}`])
})
