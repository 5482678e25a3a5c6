import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mailsOf } from '../../platform/mail/queue.ts'
import { sendBulkMails } from '../../platform/mail/sender.ts'
import { createMailTransport, type OutgoingMail } from '../../platform/mail/transport.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject, type SubjectDeletion } from '../jobs/deletion/deleteSubject.ts'

// Emails to the families of somebody who is deleted: waiting, being sent at that moment, and sent before.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  const rows = [
    '1;Quirinia Berg;4A;mum@example.com, both@example.com',
    '2;Bo Lind;4A;both@example.com',
    '3;Cia Ask;4A;c@example.com',
  ]
  await world.writeFiles({
    'roster.csv': ['key;name;group;email', ...rows].join('\n'),
    '1_1.jpg': await aPicture(1),
    '2_1.jpg': await aPicture(2),
    '3_1.jpg': await aPicture(3),
  })
  await world.import({ options: { ready: false } })
  await jobs('publish')
})
afterEach(() => world.close())

const jobs = async (what: string, ...argv: string[]) => {
  const { code, lines } = await runInTerminal(
    jobsCommand,
    [what, 'Spring', ...argv, '--provider', world.provider.key],
    world.app,
  )
  expect([what, code]).toEqual([what, 0])
  return lines.join('\n')
}
const remove = () => jobs('delete-subject', 'Quirinia Berg', '--yes')
const stored = async () => {
  const mails = await mailsOf(world.app).find({ provider: world.provider.key }).toArray()
  return mails.toSorted((one, other) => (one.to < other.to ? -1 : 1))
}
const hasName = async () => JSON.stringify(await stored()).includes('Quirinia')

/** Sends what is due; `onSend` is called while the mail server accepts an email. */
async function send(onSend: (mail: OutgoingMail) => Promise<void> = async () => {}): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const accept = async (mail: OutgoingMail) => {
    sent.push(mail)
    await onSend(mail)
  }
  await sendBulkMails(world.app, { send: accept, close: () => {}, needsPace: false })
  return sent
}

it('what waits goes at once, and an email about others, too, is written again without the name', async () => {
  expect((await stored()).map(({ to }) => to)).toEqual(['both@example.com', 'c@example.com', 'mum@example.com'])
  expect(await hasName()).toBe(true)
  const receipt = await remove()
  expect(receipt).toContain('1 × email that waited to be sent\n')
  expect(receipt).toContain('1 × waiting email that is also about others: written again without the person')
  expect(await hasName()).toBe(false)
  const sent = await send()
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['both@example.com', 'c@example.com'])
  expect(sent.map(({ text }) => text).join()).not.toContain('Quirinia')
  expect(sent.find(({ to }) => to === 'both@example.com')?.text).toContain('Bo Lind')
})

it('the receipt counts what was sent before, of which the words go, also from files', async () => {
  const outbox = join(world.dataDir, 'outbox')
  await sendBulkMails(world.app, createMailTransport({ smtpUrl: '', dataDir: world.dataDir }))
  expect(await readdir(outbox)).toHaveLength(3)
  const receipt = await remove()
  expect(receipt).toContain('2 × text of an email\n')
  expect(receipt).toContain('2 × file in the folder "outbox"\n')
  expect(receipt).toContain('2 × email that was sent before: to whom and when stays')
  expect(await hasName()).toBe(false)
  const [left, ...more] = await readdir(outbox)
  expect(more).toEqual([])
  expect(await readFile(join(outbox, left ?? ''), 'utf8')).toContain('c@example.com')
})

it('what is being sent at that moment is sent once, and its words go afterwards', async () => {
  const job = (await jobsOf(world.app, world.provider.key).findOne({})) as Job
  const child = await subjectsOf(world.app, world.provider.key).findOne({ key: '1' })
  let deletion: SubjectDeletion | undefined
  const sent = await send(async ({ to }) => {
    if (to === 'mum@example.com') deletion = await deleteSubject(world.app, world.provider, job, child?.uuid ?? '')
  })
  expect(sent).toHaveLength(3)
  const what = 'email that is being sent at this moment'
  expect(deletion).toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ what })]) })
  expect(await hasName()).toBe(false)
  expect((await stored()).map((mail) => ['sent' in mail, 'dropped' in mail])).toEqual([
    [true, false],
    [true, false],
    [true, false],
  ])
  expect(await send()).toEqual([])
})

it('what is being sent at that moment about a brother or sister, too, stays the answer to who has their code', async () => {
  const job = (await jobsOf(world.app, world.provider.key).findOne({})) as Job
  const [child, other] = await Promise.all(
    ['1', '2'].map((key) => subjectsOf(world.app, world.provider.key).findOne({ key })),
  )
  await send(async ({ to }) => {
    if (to === 'both@example.com') await deleteSubject(world.app, world.provider, job, child?.uuid ?? '')
  })
  const [ofBoth] = await stored()
  const ids = JSON.stringify(ofBoth?.about)
  expect(ids).toContain(other?.uuid)
  expect(ids).not.toContain(child?.uuid)
  expect(ofBoth).not.toHaveProperty('text')
  expect(ofBoth).not.toHaveProperty('deletedSubjects')
})
