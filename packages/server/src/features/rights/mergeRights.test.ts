import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { forgetDeliveredJobs, subjectsOf } from '../jobs/collection.ts'
import { boughtFiles, grantRights, mergeRights } from './collection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function merge({ subject: from }: BuiltPictureSet, { subject: into }: BuiltPictureSet): Promise<void> {
  const { app, provider } = server
  const merged = { into: into.uuid, at: app.clock(), by: null }
  // People who become one are of one job.
  await subjectsOf(app, provider.key).updateOne({ uuid: from.uuid }, { $set: { merged, jobUuid: into.jobUuid } })
  forgetDeliveredJobs(app)
  await mergeRights.merge(app, provider, { job: into.jobUuid, from: from.uuid, into: into.uuid }, async () => {})
}

describe('somebody who has bought the sets of two doubles that become one', () => {
  it.each([
    ['names its files', []],
    ['is to those that were imported', undefined],
  ])('has the version that was bought of the double, if the other right %s', async (_what, files) => {
    const { app, provider } = server
    const [set, double] = [await buildPictureSet(app, provider), await buildPictureSet(app, provider)]
    const { customer } = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const picture = set.pictures.first.uuid
    const right = { customer: customer._id, order: 'an order' }
    const ofDouble = [{ picture, version: 'bought' }]
    await grantRights(app, provider, { ...right, targets: [double.subject.uuid], files: ofDouble })
    await grantRights(app, provider, { ...right, targets: [set.subject.uuid], ...(files && { files }) })
    await merge(double, set)
    expect((await boughtFiles(app, provider, customer._id)).get(picture)).toContain('bought')
  })
})
