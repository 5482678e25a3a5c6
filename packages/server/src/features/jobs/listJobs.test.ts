import { randomUUID } from 'node:crypto'
import type { CommandStartedEvent } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveProvider } from '../../platform/provider/collection.ts'
import { buildJob } from '../../testing/buildJob.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { jobsOf, picturesOf } from './collection.ts'
import { pictureDeletion } from './deletion/deletePictures.ts'
import { findOrCreateSubject } from './importStore.ts'
import { listJobs } from './listJobs.ts'
import type { Picture } from './picture.ts'
import { addPicture, rejectPicture } from './pictures/assignPicture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const inShop = async () => {
  const provider = buildProvider()
  await saveProvider(server.app, provider)
  return provider
}

/** The number of commands with which `work` reads or changes jobs and what is in them. */
async function countCommandsAbout(work: () => Promise<unknown>): Promise<number> {
  const collections = ['jobs', 'subjects', 'pictures']
  let count = 0
  const note = ({ commandName, command }: CommandStartedEvent): void => {
    if (collections.includes(command[commandName]) && command.lsid) count++
  }
  server.app.db.client.on('commandStarted', note)
  await work()
  server.app.db.client.off('commandStarted', note)
  return count
}

describe('the list of jobs', () => {
  it('is in the order of the shop’s language within each year, the latest first', async () => {
    const names = ['Åsen', 'Zinken', 'Ängen', 'Östra', 'Alby', 'åby', 'Grupp 10', 'Grupp 9']
    const namesIn = async (language: string) => {
      const provider = { ...(await inShop()), defaultLanguage: language }
      for (const name of names) await buildJob(server.app, provider, [{ name: 'Emma' }], { name })
      await buildJob(server.app, provider, [{ name: 'Emma' }], { name: 'Östra', year: 2027 })
      return (await listJobs(server.app, provider)).map(({ job }) => job.name)
    }
    expect(await namesIn('sv')).toEqual([
      'Östra',
      'Alby',
      'Grupp 9',
      'Grupp 10',
      'Zinken',
      'åby',
      'Åsen',
      'Ängen',
      'Östra',
    ])
    expect(await namesIn('en')).toEqual([
      'Östra',
      'åby',
      'Alby',
      'Ängen',
      'Åsen',
      'Grupp 9',
      'Grupp 10',
      'Östra',
      'Zinken',
    ])
  })

  it('reads one list, however many jobs there are, once their content is counted', async () => {
    const provider = await inShop()
    for (let made = 0; made < 12; made++) await buildJob(server.app, provider, [{ name: 'Emma' }, { name: 'Noah' }])
    const first = await listJobs(server.app, provider)
    expect(first.map(({ subjects, pictures }) => [subjects, pictures])).toEqual(first.map(() => [2, 2]))
    // The server's own work may ask for a job in the same moment, but not each time.
    const counts = []
    for (let time = 0; time < 3; time++)
      counts.push(await countCommandsAbout(async () => expect(await listJobs(server.app, provider)).toHaveLength(12)))
    expect(Math.min(...counts)).toBe(1)
  })

  it('counts again after something was added or removed', async () => {
    const { app } = server
    const provider = await inShop()
    const { job } = await buildJob(app, provider, [{ name: 'Emma' }])
    const counts = async () => (await listJobs(app, provider)).map(({ subjects: s, pictures: p }) => [s, p])
    expect(await counts()).toEqual([[1, 1]])
    const noah = { key: 'new', name: 'Noah', group: '4B', emails: [], phone: null }
    await findOrCreateSubject(app, job, { ...noah, line: 1, code: null, files: [], favorite: null })
    expect(await counts()).toEqual([[2, 1]])
    const picture = {
      ...((await picturesOf(app, provider.key).findOne({ jobUuid: job.uuid })) as Picture),
      _id: undefined,
    }
    await addPicture(app, { ...picture, uuid: randomUUID(), hash: 'another' })
    expect(await counts()).toEqual([[2, 2]])
    const group = randomUUID()
    await addPicture(app, {
      ...picture,
      uuid: group,
      assignment: { ...picture.assignment, to: 'groups', groups: ['4B'] },
    })
    expect(await counts()).toEqual([[2, 3]])
    await rejectPicture(app, job, group, { why: 'hand', by: null, at: app.clock() })
    expect(await counts()).toEqual([[2, 3]])
    await jobsOf(app, provider.key).updateOne({ uuid: job.uuid }, { $set: { deletion: new Date(0) } })
    await pictureDeletion.run(app)
    // the server may have begun to delete them by itself a moment before
    await expect.poll(counts).toEqual([[0, 0]])
  })
})
