import { randomUUID } from 'node:crypto'
import { catalogues as contract } from '@portraitkit/core/catalogues/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { type CatalogueDocument, catalogues } from './collection.ts'

const DAY = 24 * 3600 * 1000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => catalogues.replace(server.app, server.provider.key, []))

const aCatalogue = (jobs: string[], change: Partial<CatalogueDocument> = {}): CatalogueDocument => ({
  uuid: randomUUID(),
  names: { en: 'Year book' },
  price: 2500,
  maxQuantity: 10,
  deliveryDays: 30,
  jobs,
  ...change,
})
const offer = (...list: CatalogueDocument[]) => catalogues.replace(server.app, server.provider.key, list)
const build = (change: { job?: Partial<Job>; subject?: Partial<Subject> } = {}) =>
  buildPictureSet(server.app, server.provider, change)
/** The catalogues offered to a customer with these subjects: each catalogue's name and whose it is. */
async function offeredCatalogues(...sets: Array<{ subject: Subject }>) {
  const { client } = await buildCustomer(server, { subjects: sets.map(({ subject }) => subject.uuid) })
  return await client.call(contract.list, {})
}

describe('the catalogues of a customer', () => {
  it('[API-1] [API-3] [CTL-3] are those of the subject’s job; a single one starts with a quantity of 1', async () => {
    const set = await build()
    const catalogue = aCatalogue([set.job.name], { descriptions: { en: 'All classes' } })
    await offer(catalogue, aCatalogue(['Another job']))
    const { uuid, group, name } = set.subject
    expect(await offeredCatalogues(set)).toEqual([
      {
        uuid: catalogue.uuid,
        name: 'Year book',
        description: 'All classes',
        price: 2500,
        quantity: 1,
        maxQuantity: 10,
        deliveryTime: { days: 30 },
        subject: { uuid, group, name },
      },
    ])
  })

  it('are listed once for each child, and start with a quantity of zero if there are several', async () => {
    const first = await build()
    const sister = await build({ subject: { group: '2A' } })
    await offer(aCatalogue([first.job.uuid, sister.job.uuid]))
    const all = await offeredCatalogues(first, sister)
    expect(all.map(({ subject, quantity }) => [subject.group, quantity])).toEqual([
      [expect.anything(), 0],
      [expect.anything(), 0],
    ])
    expect(new Set(all.map(({ subject }) => subject.uuid))).toEqual(new Set([first.subject.uuid, sister.subject.uuid]))
  })

  it('of some groups are not offered to others', async () => {
    const set = await build({ subject: { group: '4B' } })
    await offer(aCatalogue([set.job.name], { groups: ['2A'] }), aCatalogue([set.job.name], { groups: ['4B', '5A'] }))
    expect(await offeredCatalogues(set)).toHaveLength(1)
  })

  it('are offered before the pictures are ready, up to the last day, and not for an archived job', async () => {
    const soon = await build({ job: { published: false, orderBy: new Date(server.app.clock().getTime() + DAY) } })
    const archived = await build({ job: { isArchived: true } })
    await offer(aCatalogue([soon.job.name]), aCatalogue([archived.job.name]))
    expect((await offeredCatalogues(soon, archived)).map(({ subject }) => subject.uuid)).toEqual([soon.subject.uuid])
    // the last day lasts until its end in the shop's time zone: at some hours it is already the next day here
    server.wait(3 * DAY)
    expect(await offeredCatalogues(soon, archived)).toEqual([])
  })

  it('[LOC-3] [AUT-15] are not visible to another family, at another shop, or to a visitor', async () => {
    const set = await build()
    const theirs = await build()
    await offer(aCatalogue([set.job.name]))
    await catalogues.replace(server.app, server.other.key, [aCatalogue([theirs.job.name])])
    expect(await offeredCatalogues(theirs)).toEqual([])
    expect(await server.client().fail(contract.list, {})).toMatchObject({ status: 401 })
  })
})
