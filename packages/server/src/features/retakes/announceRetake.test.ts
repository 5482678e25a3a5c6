import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { mailsOf } from '../../platform/mail/queue.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsCommand } from '../jobs/command.ts'
import { hideSubject, showSubject } from '../jobs/subjects/hideSubjects.ts'
import { retakeAnnouncements } from './announceRetake.ts'
import { retakesOf } from './collection.ts'

/** Emails about retakes that could not be sent at first: each family gets one in the end. The mail server is not there. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' } })
})
afterAll(() => server.close())

const nobody = { by: null }
const WAIT = { timeout: 30_000 }

/** A child with two families, and a new picture that the command says replaces the first one. */
async function aChild() {
  const set = await buildPictureSet(server.app, server.provider)
  await buildCustomer(server, { subjects: [set.subject.uuid], isAddressProved: true })
  await buildRetake(server.app, server.provider, set)
  const retakes = retakesOf(server.app, server.provider.key)
  await retakes.deleteMany({ jobUuid: set.job.uuid })
  const mails = async () => {
    const { uuid } = (await retakes.findOne({ jobUuid: set.job.uuid })) ?? {}
    const all = await mailsOf(server.app).find({ provider: server.provider.key }).toArray()
    return all.filter(({ _id }) => _id.includes(` retake ${uuid} `))
  }
  return { set, mails }
}

const run = ({ job }: BuiltPictureSet, app: App, what: string, ...rest: string[]) =>
  runInTerminal(jobsCommand, [what, job.uuid, ...rest, '--provider', server.provider.key], app)
const retakeIn = (set: BuiltPictureSet, app: App = server.app) =>
  run(set, app, 'retake', set.subject.key, '1.jpg=retake.jpg')
const announce = (set: BuiltPictureSet) => run(set, server.app, 'retakes', 'announce', '1')
const later = async (minutes: number) => {
  server.wait(minutes * 60_000)
  await retakeAnnouncements.run(server.app)
}

it('are queued by a server if the process is killed in the middle, and none twice', async () => {
  const { set, mails } = await aChild()
  let queued = 0
  const queue: App['mail']['queue'] = async (...given) => {
    if (queued++ > 0) throw new Error('killed')
    return server.app.mail.queue(...given)
  }
  await retakeIn(set, { ...server.app, mail: { queue } }).catch(() => null)
  expect(await mails()).toHaveLength(1)
  await retakeAnnouncements.run(server.app)
  expect(await mails()).toHaveLength(1)
  await later(1.1)
  const both = await mails()
  expect(both).toHaveLength(2)
  await later(61)
  expect((await announce(set)).out).toContain('Every family has its email')
  expect((await mails()).map(({ created }) => created)).toEqual(both.map(({ created }) => created))
})

it('are queued when the pictures are shown, and not of a retake that is called off before', async () => {
  const { set, mails } = await aChild()
  await hideSubject(server.app, set.job, set.subject.uuid, nobody)
  expect((await retakeIn(set)).out).toContain('The families hear of them when they are')
  await later(61)
  expect(await mails()).toEqual([])
  await showSubject(server.app, set.job, set.subject.uuid)
  await later(61)
  expect(await mails()).toHaveLength(2)

  const off = await aChild()
  await hideSubject(server.app, off.set.job, off.set.subject.uuid, nobody)
  await retakeIn(off.set)
  await run(off.set, server.app, 'retakes', 'call-off', '1')
  await showSubject(server.app, off.set.job, off.set.subject.uuid)
  await later(61)
  expect(await off.mails()).toEqual([])
  expect(await announce(off.set)).toMatchObject({ code: 1, problem: expect.stringContaining('no open retake 1') })
})

it('are not queued while the new picture is hidden, and the commands say what is so', async () => {
  const { set, mails } = await aChild()
  const pictures = (what: string) => run(set, server.app, 'pictures', what, 'retake.jpg')
  await pictures('hide')
  expect((await retakeIn(set)).out).toContain('Nobody was notified yet')
  expect((await announce(set)).out).toContain('No further email is sent')
  await later(61)
  expect(await mails()).toEqual([])
  await pictures('show')
  await later(61)
  expect(await mails()).toHaveLength(2)
  await pictures('hide')
  const { out } = await announce(set)
  expect(out).toContain('No further email is sent')
  expect(out).not.toContain('Nobody')
})

it('that were dropped are queued again once the child is shown, and nobody new is notified', async () => {
  const { set, mails } = await aChild()
  const retake = { jobUuid: set.job.uuid }
  await retakeIn(set)
  const keys = (await mails()).map(({ _id }) => _id).toSorted()
  expect(keys).toHaveLength(2)
  await hideSubject(server.app, set.job, set.subject.uuid, nobody)
  const states = async () =>
    (
      await mailsOf(server.app)
        .find({ _id: { $in: keys } })
        .toArray()
    ).map((mail) => !!mail.dropped)
  await expect
    .poll(async () => {
      server.wait(60_000)
      return states()
    }, WAIT)
    .toEqual([true, true])
  await showSubject(server.app, set.job, set.subject.uuid)
  await buildCustomer(server, { subjects: [set.subject.uuid], isAddressProved: true })
  await later(61)
  expect(await states()).toEqual([false, false])
  expect((await mails()).map(({ _id }) => _id).toSorted()).toEqual(keys)
  expect((await retakesOf(server.app, server.provider.key).findOne(retake))?.announced).toBeInstanceOf(Date)
})

it.each([
  ['pictures', 'hide', 'retake.jpg'],
  ['pictures', 'reject', 'retake.jpg'],
  ['retakes', 'call-off', '1'],
])('that wait are not sent once "jobs %s … %s" has made them untrue', async (...command) => {
  const { set, mails } = await aChild()
  await retakeIn(set)
  expect(await mails()).toHaveLength(2)
  expect(await run(set, server.app, ...command)).toMatchObject({ code: 0 })
  const dropped = async () => (await mails()).map((mail) => mail.dropped ?? null)
  const reason = command[0] === 'retakes' ? 'The retake was called off' : 'A new picture is not shown'
  await expect
    .poll(async () => {
      server.wait(60_000)
      return dropped()
    }, WAIT)
    .toEqual([reason, reason])
  if (command[1] !== 'hide') return
  await run(set, server.app, 'pictures', 'show', 'retake.jpg')
  await later(61)
  expect(await dropped()).toEqual([null, null])
})

it('to an address that was refused are tried again by the command alone', async () => {
  const { set, mails } = await aChild()
  await retakeIn(set)
  const [{ _id } = { _id: '' }] = await mails()
  await mailsOf(server.app).updateOne({ _id }, { $set: { refused: 'unknown user' }, $unset: { due: '' } })
  const refused = async () => (await mailsOf(server.app).findOne({ _id }))?.refused
  await later(61)
  expect(await refused()).toBe('unknown user')
  expect((await announce(set)).out).toBe('1 email to families.')
  expect(await refused()).toBeUndefined()
})

it('are not queued by a server for a retake that is over', async () => {
  const { set, mails } = await aChild()
  await hideSubject(server.app, set.job, set.subject.uuid, nobody)
  await retakeIn(set)
  await showSubject(server.app, set.job, set.subject.uuid)
  await later(16 * 24 * 60)
  expect(await mails()).toEqual([])
  const [stored] = await retakesOf(server.app, server.provider.key).find({ jobUuid: set.job.uuid }).toArray()
  expect(stored?.due).toBeUndefined()
})
