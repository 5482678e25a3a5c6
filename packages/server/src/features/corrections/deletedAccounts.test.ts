import { randomUUID } from 'node:crypto'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseData } from '../../platform/personalData.ts'
import { awaitSecurityEvents, recordSecurityEvent } from '../../platform/security/record.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildJob } from '../../testing/buildJob.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { sentMails } from '../../testing/sentMails.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantOpening } from '../access/grants.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { publishJob } from '../jobs/publishing/publishJob.ts'

// Whoever deletes their account stays in the report of who could see a picture, as an account that nobody can name.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const GONE = 'an account that was deleted'

async function jobs({ job }: { job: Job }, action: string, ...argv: string[]): Promise<string> {
  const { app, provider } = server
  const { lines, problem } = await runInTerminal(
    jobsCommand,
    [action, job.name, ...argv, '--provider', provider.key],
    app,
  )
  return [...lines, problem].join('\n')
}

const aSet = () => buildPictureSet(server.app, server.provider)
const aFamily = ({ subject }: BuiltPictureSet) =>
  buildCustomer(server, { subjects: [subject.uuid], isAddressProved: true })

/** Takes the first picture of a set from it. */
function reject(set: BuiltPictureSet): Promise<string> {
  server.wait(60_000)
  return jobs(set, 'pictures', 'reject', set.pictures.first.uuid)
}

async function deleteAccount({ client, password }: BuiltCustomer): Promise<void> {
  server.wait(60_000)
  await client.call(profile.delete, { password })
}

/** Opens the link of a share with an account of its own. */
async function openShare(set: BuiltPictureSet, share: string): Promise<BuiltCustomer> {
  const friend = await buildCustomer(server)
  const { app, provider } = server
  const call = { app, provider } as Parameters<typeof grantOpening>[0]
  await grantOpening(call, friend.customer._id, { subjects: [set.subject.uuid], share })
  return friend
}

/** What each line says, without the time and whose set. */
const entriesIn = (report: string) =>
  report.split('\n').flatMap((line) => {
    const [time = '', kind, who, , ...detail] = line.split('  ')
    return time.endsWith('UTC') ? [[kind, who, ...detail].join(' | ')] : []
  })

describe('an account that was deleted', () => {
  it('after the correction is still listed, with what it looked at in full size', async () => {
    const set = await aSet()
    const family = await aFamily(set)
    const { app, provider } = server
    const ids = { customer: family.customer._id, subject: set.subject.uuid }
    const { first, favourite } = set.pictures
    recordSecurityEvent({ app, provider }, { event: 'full-size-view', ...ids })
    recordSecurityEvent({ app, provider }, { event: 'download', ...ids, picture: favourite.uuid })
    await awaitSecurityEvents(app)
    expect(await reject(set)).toContain('lists who could see it (2)')
    await deleteAccount(family)
    const seen = [`account | ${GONE}`, `download | ${GONE} | looked at it in full size`]
    expect(entriesIn(await jobs(set, 'exposure', '1'))).toEqual(seen)
    expect(entriesIn(await jobs(set, 'exposure', '--picture', first.uuid))).toEqual(seen)
    const ofFavourite = entriesIn(await jobs(set, 'exposure', '--picture', favourite.uuid))
    expect(ofFavourite.toSorted()).toEqual([...seen, `download | ${GONE} | downloaded`].toSorted())
    expect(entriesIn(await jobs(set, 'exposure', '--of', set.subject.key))).toContain(`account | ${GONE}`)
  })

  it('before the correction is counted by it, and listed', async () => {
    const set = await aSet()
    await deleteAccount(await aFamily(set))
    expect(await reject(set)).toContain('lists who could see it (1)')
    expect(entriesIn(await jobs(set, 'exposure', '1'))).toEqual([`account | ${GONE}`])
  })

  it('before the picture came to the set never saw it', async () => {
    const set = await aSet()
    const other = await aSet()
    await deleteAccount(await aFamily(set))
    await jobs(set, 'pictures', 'reject', set.pictures.first.uuid)
    server.wait(60_000)
    await jobs(set, 'pictures', 'move', set.pictures.first.uuid, '--to', set.subject.key)
    await reject(set)
    expect(entriesIn(await jobs(set, 'exposure', '3'))).toEqual([])
    expect(entriesIn(await jobs(other, 'exposure', '--of', other.subject.key))).toEqual([])
  })

  it('is each counted by itself', async () => {
    const set = await aSet()
    for (const family of [await aFamily(set), await aFamily(set)]) await deleteAccount(family)
    await reject(set)
    server.wait(60_000)
    // Whoever gets access afterwards never saw it.
    await deleteAccount(await aFamily(set))
    expect(entriesIn(await jobs(set, 'exposure', '1'))).toEqual([`account | ${GONE}`, `account | ${GONE}`])
  })

  it('stays listed by the code that ended its access', async () => {
    const set = await aSet()
    const family = await aFamily(set)
    const share = await buildShare(server, family, [set.subject.uuid])
    // It had none any more when the code ended that of the others.
    await deleteAccount(await aFamily(set))
    server.wait(60_000)
    await jobs(set, 'new-code', set.subject.key, '--end-access', '--yes')
    const before = entriesIn(await jobs(set, 'exposure', '1'))
    expect(before).toEqual([`account | ${family.customer.email}`, `share | ${share.recipient} | not opened`])
    server.wait(120_000)
    await deleteAccount(await aFamily(set))
    await deleteAccount(family)
    expect(entriesIn(await jobs(set, 'exposure', '1'))).toEqual([`account | ${GONE}`, `share | ${GONE} | not opened`])
  })

  it('leaves nothing that names it', async () => {
    const set = await aSet()
    const family = await aFamily(set)
    const share = await buildShare(server, family, [set.subject.uuid])
    await deleteAccount(family)
    const stored = JSON.stringify(await server.app.db.collection('formerAccess').find({}).toArray())
    expect(stored).toContain(set.subject.uuid)
    for (const personal of [family.customer._id, family.customer.email, share.recipient, share.uuid])
      expect(stored).not.toContain(personal)
  })

  it('is listed once, although its deletion was cut off and repeated', async () => {
    const { app, provider } = server
    const set = await aSet()
    const family = await aFamily(set)
    await buildShare(server, family, [set.subject.uuid])
    const owner = { provider: provider.key, uuid: family.customer._id, email: family.customer.email, isProved: true }
    // It ends once everything is recorded, and nothing of the access is deleted.
    const features = app.features.map((each) =>
      each.name === 'access'
        ? {
            ...each,
            personalData: each.personalData?.map((data) => ({
              ...data,
              filterFor: () => Promise.reject(new Error('cut off')),
            })),
          }
        : each,
    ) as typeof app.features
    await expect(eraseData({ ...app, features }, owner)).rejects.toThrow('cut off')
    await eraseData(app, owner)
    await reject(set)
    expect(entriesIn(await jobs(set, 'exposure', '1'))).toEqual([`account | ${GONE}`, `share | ${GONE} | not opened`])
  })

  it('is forgotten with the child', async () => {
    const set = await aSet()
    await deleteAccount(await aFamily(set))
    await jobs(set, 'delete-subject', set.subject.key, '--yes')
    const stored = JSON.stringify(await server.app.db.collection('formerAccess').find({}).toArray())
    expect(stored).not.toContain(set.subject.uuid)
  })
})

it('an email about ready pictures to an account that was deleted is listed without its address', async () => {
  const { app, provider } = server
  const email = `mum-${randomUUID().slice(0, 8)}@example.org`
  const { job } = await buildJob(app, provider, [{ name: 'Anna Berg', email }])
  await publishJob(app, provider, job.uuid)
  expect(await sentMails(server, email)).toHaveLength(1)
  const report = async () => entriesIn(await jobs({ job }, 'exposure', '--of', '0'))
  const mum = await buildCustomer(server, { email, isAddressProved: true })
  expect(await report()).toEqual([`email | ${email} | that the pictures are ready`])
  await deleteAccount(mum)
  expect(await report()).toEqual([`email | ${GONE} | that the pictures are ready`])
  expect(JSON.stringify(await app.db.collection('formerAccess').find({}).toArray())).not.toContain(email)
})

it('an account that saw somebody else’s pictures by a merge is listed by its undo, although it was deleted', async () => {
  const set = await aSet()
  const { app, provider } = server
  const person = { ...set.subject, uuid: randomUUID(), key: 'other', name: 'Somebody else' }
  await subjectsOf(app, provider.key).insertOne(person)
  const [family, others] = [await aFamily(set), await aFamily({ ...set, subject: person })]
  server.wait(60_000)
  expect(await jobs(set, 'merge', set.subject.key, 'other', '--yes')).toContain('one')
  server.wait(60_000)
  await jobs(set, 'undo', '1')
  const before = entriesIn(await jobs(set, 'exposure', '2'))
  expect(before).toContain(`account | ${others.customer.email}`)
  await deleteAccount(others)
  const after = before.map((entry) => entry.replace(others.customer.email, GONE))
  expect(entriesIn(await jobs(set, 'exposure', '2'))).toEqual(after)
  await deleteAccount(family)
  expect(entriesIn(await jobs(set, 'exposure', '2'))).toContain(`account | ${GONE}`)
})

describe('what an account had shared that was deleted', () => {
  it('is listed without the recipient, and the recipient as long as the account is there', async () => {
    const set = await aSet()
    const family = await aFamily(set)
    const share = await buildShare(server, family, [set.subject.uuid])
    const friend = await openShare(set, share.uuid)
    await reject(set)
    await deleteAccount(family)
    const shared = [`account | ${GONE}`, `share | ${GONE} | opened by 1`]
    expect(entriesIn(await jobs(set, 'exposure', '1')).toSorted()).toEqual(
      [...shared, `account | ${friend.customer.email}`].toSorted(),
    )
    await deleteAccount(friend)
    expect(entriesIn(await jobs(set, 'exposure', '1')).toSorted()).toEqual([`account | ${GONE}`, ...shared].toSorted())
  })
})
