import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { type OwnPicture, uploads } from '@portraitkit/core/uploads/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantId } from '../../features/access/grantDocuments.ts'
import { sharesOf } from '../../features/access/shares.ts'
import { jobsOf } from '../../features/jobs/collection.ts'
import { deleteJob } from '../../features/jobs/deletion/deleteJob.ts'
import { pictureDeletion } from '../../features/jobs/deletion/deletePictures.ts'
import { deleteRecording, startRecording } from '../../features/support/collection.ts'
import { deleteDueUploads } from '../../features/uploads/deleteUploads.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { buildUpload } from '../../testing/buildUpload.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { findDeletions } from './collection.ts'
import { journalCleaning, readJournalFolder, recordDeletion } from './journal.ts'
import { repeatDeletions } from './repeatDeletions.ts'

const DAY_MS = 24 * 60 * 60_000
let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-journal-'))
  server = await startTestServer({
    folder,
    provider: { options: { ...buildProvider().options, allowOwnPhotos: true } },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const recorded = async (kind: string) =>
  ((await readJournalFolder(folder)) ?? []).filter((each) => each.kind === kind).map(({ id }) => id)

const uploadId = ({ customer }: BuiltCustomer, { uuid }: OwnPicture) =>
  `${grantId(server.provider.key, customer._id, uuid)} ${uuid}`

it('records what is deleted for good, in the database and in a private file: ids alone', async () => {
  const { app, provider } = server
  const leaving = await buildCustomer(server, { email: 'anna.carter@example.com', name: 'Anna Carter' })
  const sender = await buildCustomer(server)
  const [picture, later] = [await buildUpload(sender.client, provider), await buildUpload(leaving.client, provider)]
  await sender.client.call(uploads.remove, { uuid: picture.uuid })
  server.wait(DAY_MS)
  await deleteDueUploads(app)
  expect(await recorded('upload')).toEqual([uploadId(sender, picture)])
  await leaving.client.call(profile.delete, { password: leaving.password })
  expect(await recorded('account')).toEqual([leaving.customer._id])
  expect(await recorded('upload')).toContain(uploadId(leaving, later))
  const set = await buildPictureSet(app, provider)
  // The day is over in every time zone.
  const yesterday = new Date(app.clock().getTime() - DAY_MS)
  await jobsOf(app, provider.key).updateOne({ uuid: set.job.uuid }, { $set: { deletion: yesterday } })
  await pictureDeletion.run(app)
  const { first, favourite, group } = set.pictures
  expect((await recorded('picture')).sort()).toEqual(
    [first, favourite, group].map(({ uuid }) => `${set.job.uuid} ${uuid}`).sort(),
  )
  expect(await recorded('roster')).toEqual([set.job.uuid])
  const other = await buildPictureSet(app, provider)
  expect(await deleteJob(app, provider, other.job.uuid)).toMatchObject({ outcome: 'deleted' })
  expect(await recorded('job')).toEqual([other.job.uuid])
  const recording = await startRecording(app, provider.key, 'a browser')
  expect(await deleteRecording(app, provider.key, recording.uuid)).toBe(true)
  expect(await recorded('recording')).toEqual([recording.uuid])

  const inDatabase = await findDeletions(app, provider.key)
  expect(inDatabase.map(({ _id }) => _id).sort()).toEqual(
    ((await readJournalFolder(folder)) ?? []).map(({ _id }) => _id).sort(),
  )
  const [name = ''] = await readdir(join(folder, 'deletions'))
  const file = join(folder, 'deletions', name)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).not.toMatch(/@|Anna|a browser/)
})

it('records a deletion before it begins, and repeats one that did not finish', async () => {
  const { app, provider } = server
  const id = randomUUID()
  const broken = recordDeletion(app, { provider: provider.key, kind: 'recording', ids: [id] }, async () => {
    expect(await recorded('recording')).toContain(id)
    throw new Error('broke off')
  })
  await expect(broken).rejects.toThrow('broke off')
  const deletions = (await readJournalFolder(folder)) ?? []
  expect(await repeatDeletions(app, deletions)).toEqual({ repeated: 1, withheld: [], unknown: [] })
  expect(await repeatDeletions(app, deletions)).toEqual({ repeated: 0, withheld: [], unknown: [] })
})

it('ends a share again that a restored backup has open', async () => {
  const { app, provider } = server
  const { subject } = await buildPictureSet(app, provider)
  const mother = await buildCustomer(server, { subjects: [subject.uuid], isAddressProved: true })
  const { uuid } = await buildShare(server, mother, [subject.uuid])
  const shares = sharesOf(app, provider.key)
  const before = await shares.findOne({ _id: uuid })
  await mother.client.call(sharing.end, { uuid })
  expect(await recorded('share')).toEqual([uuid])
  const deletions = ((await readJournalFolder(folder)) ?? []).filter(({ id }) => id === uuid)
  // the database as the backup has it
  await app.db.collection('deletions').deleteMany({ provider: provider.key, id: uuid })
  await shares.deleteOne({ _id: uuid })
  if (before) await shares.insertOne(before)
  expect((await mother.client.call(sharing.list, {})).shares).toHaveLength(1)
  expect(await repeatDeletions(app, deletions)).toEqual({ repeated: 1, withheld: [], unknown: [] })
  expect((await mother.client.call(sharing.list, {})).shares).toEqual([])
})

it('refuses to record what no feature could repeat', async () => {
  const { app, provider } = server
  let isDone = false
  const attempt = recordDeletion(app, { provider: provider.key, kind: 'nothing', ids: ['x'] }, async () => {
    isDone = true
  })
  await expect(attempt).rejects.toThrow('No feature repeats deletions of the kind nothing')
  expect(isDone).toBe(false)
})

it('continues reading after a line that a crash cut off, and forgets what no backup needs any more', async () => {
  const { app } = server
  const old = join(folder, 'deletions', '2020-01-0123abcd.jsonl')
  const line = { _id: 'a', provider: 'p', kind: 'recording', id: 'x', time: '2020-01-02T00:00:00.000Z' }
  const before = ((await readJournalFolder(folder)) ?? []).length
  await writeFile(old, `${JSON.stringify(line)}\n`)
  await appendFile(old, JSON.stringify(line).slice(0, 20))
  expect(((await readJournalFolder(folder)) ?? []).length).toBe(before + 1)
  expect(await repeatDeletions(app, (await readJournalFolder(folder)) ?? [])).toEqual({
    repeated: 0,
    withheld: [],
    unknown: [],
  })
  await journalCleaning.run(app)
  expect(((await readJournalFolder(folder)) ?? []).length).toBe(before)
})
