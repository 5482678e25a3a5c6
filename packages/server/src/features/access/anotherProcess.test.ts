import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { reminders } from '@portraitkit/core/reminders/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { type BuiltShare, buildShare } from '../../testing/buildShare.ts'
import { createTestClient, type TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { endSessions } from '../account/sessions/sessions.ts'
import { assignPicture } from '../jobs/pictures/assignPicture.ts'
import { grantRights, revokeRights } from '../rights/collection.ts'
import { endShare } from './endShare.ts'
import { grantSubjects, revokeSubject } from './grants.ts'
import { sharesOf } from './shares.ts'

/** Two servers on one database: what one changes, the other notices within a second. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-another-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  here = await startTestServer({ folder, env })
  const { mongodbUrl } = here.app.env
  elsewhere = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await elsewhere.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

let set: BuiltPictureSet
let mother: BuiltCustomer
let atTheOther: TestClient
beforeEach(async () => {
  set = await buildPictureSet(here.app, here.provider)
  mother = await buildCustomer(here, { subjects: [set.subject.uuid] })
  atTheOther = createTestClient(elsewhere.port, here.provider.key)
  for (const [name, value] of mother.client.cookies) atTheOther.cookies.set(name, value)
})

const aSecondLater = () => {
  ahead += 1000
}
const look = async (client: TestClient) => {
  const { status, body } = await client.send(pictureSets.get, { subjectUuid: set.subject.uuid })
  return { status, bought: (body as { pictureSet?: { bought: boolean } }).pictureSet?.bought }
}
const remind = (client: TestClient) => {
  const subjects = [{ uuid: set.subject.uuid, name: '', remindersEnabled: true }]
  return client.send(reminders.set, { subjects })
}

describe('a grant that another server revoked', () => {
  it('is refused within a second, and at once where something is changed', async () => {
    expect((await look(mother.client)).status).toBe(200)
    await revokeSubject(elsewhere.app, here.provider, mother.customer._id, set.subject.uuid)
    expect((await look(atTheOther)).status).toBe(404)
    expect((await remind(mother.client)).status).toBe(404)
    aSecondLater()
    expect((await look(mother.client)).status).toBe(404)
  })
})

it('a grant counts at once in the server that gave it, and within a second in the others', async () => {
  const sister = await buildPictureSet(here.app, here.provider)
  const seen = async (client: TestClient) => (await client.call(pictureSets.list, {})).pictureSets.length
  expect([await seen(mother.client), await seen(atTheOther)]).toEqual([1, 1])
  await grantSubjects(here.app, here.provider, mother.customer._id, [sister.subject.uuid])
  expect(await seen(mother.client)).toBe(2)
  aSecondLater()
  expect(await seen(atTheOther)).toBe(2)
})

describe('a share that another server ended', () => {
  let grandma: TestClient
  let share: BuiltShare
  let picture: string
  beforeEach(async () => {
    const sharer = await buildCustomer(here, { subjects: [set.subject.uuid], isAddressProved: true })
    share = await buildShare(here, sharer, [set.subject.uuid])
    grandma = (await buildCustomer(here)).client
    await grandma.call(access.addPictureSetByCode, { code: share.token })
    const { pictureSet } = await grandma.call(pictureSets.get, { subjectUuid: set.subject.uuid })
    picture = pictureSet.pictures[0]?.display['320'] ?? ''
  })
  const pictureStatus = async () => (await grandma.fetch({ path: picture })).status
  const open = (client: TestClient) => client.send(access.verifySubjectCode, { code: share.token })

  it('is refused within a second, with its pictures and its link, and at once where something is changed', async () => {
    expect([(await look(grandma)).status, await pictureStatus()]).toEqual([200, 200])
    await endShare({ app: elsewhere.app, provider: here.provider }, share.uuid, 'shop')
    expect((await open(here.client())).body).toMatchObject({ valid: false })
    expect((await remind(grandma)).status).toBe(404)
    aSecondLater()
    expect([(await look(grandma)).status, await pictureStatus()]).toEqual([404, 404])
  })

  it('by its customer’s own access is refused like that too', async () => {
    const { sharedBy } = (await sharesOf(here.app, here.provider.key).findOne({ _id: share.uuid })) ?? {}
    expect([(await look(grandma)).status, await pictureStatus()]).toEqual([200, 200])
    await revokeSubject(elsewhere.app, here.provider, sharedBy ?? '', set.subject.uuid)
    aSecondLater()
    expect([(await look(grandma)).status, await pictureStatus()]).toEqual([404, 404])
    expect((await open(here.client())).body).toMatchObject({ valid: false })
  })
})

it('a right that another server revoked is refused within a second, and no download begins', async () => {
  const right = { customer: mother.customer._id, targets: [set.subject.uuid], order: 'an order' }
  await grantRights(here.app, here.provider, right)
  expect((await look(mother.client)).bought).toBe(true)
  await revokeRights(elsewhere.app, here.provider, right.customer, right.order)
  const download = await mother.client.send(digitalPortraits.ticket, { pictureSet: set.subject.uuid })
  expect(download.status).toBe(403)
  aSecondLater()
  expect((await look(mother.client)).bought).toBe(false)
})

describe('a picture that another server assigned to somebody else', () => {
  const sourceOf = ({ app }: TestServer) => ({ why: 'hand', by: 'a person', at: app.clock() }) as const
  const visiblePictures = async () => {
    const { pictureSet } = await mother.client.call(pictureSets.get, { subjectUuid: set.subject.uuid })
    return pictureSet.pictures
  }
  const toOthers = { to: 'groups', groups: ['another class'] } as const
  const whose = [
    ['their own', 'first'],
    ['their group’s', 'group'],
  ] as const
  it.each(whose)('is neither shown nor opened after a second: %s', async (_whose, which) => {
    const { uuid } = set.pictures[which]
    const address = (await visiblePictures()).find((picture) => picture.uuid === uuid)?.display['320'] ?? ''
    expect((await mother.client.fetch(address)).status).toBe(200)
    await assignPicture(elsewhere.app, set.job, uuid, toOthers, sourceOf(elsewhere))
    expect((await atTheOther.fetch(address)).status).toBe(404)
    aSecondLater()
    expect((await visiblePictures()).map((picture) => picture.uuid)).not.toContain(uuid)
    expect((await mother.client.fetch(address)).status).toBe(404)
  })

  it.each(whose)('is not downloaded from that moment, though it was bought: %s', async (_whose, which) => {
    const { uuid } = set.pictures[which]
    await grantRights(here.app, here.provider, { customer: mother.customer._id, targets: [uuid], order: 'an order' })
    await visiblePictures()
    await assignPicture(elsewhere.app, set.job, uuid, toOthers, sourceOf(elsewhere))
    expect((await mother.client.send(digitalPortraits.ticket, { file: uuid })).status).toBe(404)
  })
})

describe('a session that another server ended', () => {
  it('is refused within a second, and at once where something is changed', async () => {
    expect((await look(mother.client)).status).toBe(200)
    await endSessions(elsewhere.app, here.provider, mother.customer._id)
    expect((await look(atTheOther)).status).toBe(401)
    expect((await remind(mother.client)).status).toBe(401)
    aSecondLater()
    expect((await look(mother.client)).status).toBe(401)
  })
})

it('a sign-out is refused at once in its server', async () => {
  expect((await look(mother.client)).status).toBe(200)
  const other = createTestClient(here.port, here.provider.key)
  for (const [name, value] of mother.client.cookies) other.cookies.set(name, value)
  await mother.client.call(account.signOut, {})
  expect((await look(other)).status).toBe(401)
})
