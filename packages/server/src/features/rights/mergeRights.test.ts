import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type BoughtFile, boughtFiles, grantRights, mergeRights } from './collection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A customer who has bought the sets of two doubles, of which `into` stays. */
async function bothBought(files: { from: BoughtFile[] | undefined; into: BoughtFile[] | undefined }) {
  const { app, provider } = server
  const [from, into] = [await buildPictureSet(app, provider), await buildPictureSet(app, provider)]
  const { customer } = await buildCustomer(server, { subjects: [into.subject.uuid] })
  for (const [set, own] of [
    [from, files.from],
    [into, files.into],
  ] as const)
    await grantRights(app, provider, {
      ...{ customer: customer._id, targets: [set.subject.uuid], order: 'an order' },
      ...(own && { files: own }),
    })
  await mergeRights.merge(app, provider, { from: from.subject.uuid, into: into.subject.uuid } as never, async () => {})
  return boughtFiles(app, provider, customer._id)
}

const bought = { picture: 'of the double', version: 'the version that was bought' }

describe('somebody who has bought the sets of two doubles that become one', () => {
  it('has what was bought of either', async () => {
    const { app, provider } = server
    const set = await buildPictureSet(app, provider)
    const { customer } = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const double = await buildPictureSet(app, provider)
    const picture = set.pictures.first.uuid
    const right = { customer: customer._id, order: 'an order' }
    await grantRights(app, provider, {
      ...right,
      targets: [double.subject.uuid],
      files: [{ picture, version: 'bought' }],
    })
    await grantRights(app, provider, { ...right, targets: [set.subject.uuid], files: [] })
    const merge = { from: double.subject.uuid, into: set.subject.uuid }
    await mergeRights.merge(app, provider, merge as never, async () => {})
    expect((await boughtFiles(app, provider, customer._id)).get(picture)).toEqual(['bought'])
  })

  it('has the version that was bought of the double, if the other right does not name its files', async () => {
    const files = await bothBought({ from: [bought], into: undefined })
    expect(files.get(bought.picture)).toEqual([bought.version])
  })
})
