import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { picturesOf } from '../jobs/collection.ts'
import { publishJob, unpublishJob } from '../jobs/publishing/publishJob.ts'

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider)
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
})
afterAll(() => server.close())

const getSet = async (of = mother, subjectUuid = set.subject.uuid) =>
  (await of.client.call(pictureSets.get, { subjectUuid })).pictureSet

describe('the picture sets of a customer', () => {
  it('[API-3] have the fields of the specification', async () => {
    const { pictures, ...rest } = await getSet()
    expect(rest).toEqual({
      subject: { uuid: set.subject.uuid, name: set.subject.name, group: '4B' },
      year: 2026,
      photographer: { uuid: set.job.photographer.uuid },
      job: {
        uuid: set.job.uuid,
        name: set.job.name,
        creationTime: set.job.creationTime.toISOString(),
        hasBeenInWebShop: true,
        requireFineTunedPictures: false,
        isArchived: false,
      },
      jobType: { uuid: set.job.jobType.uuid },
      bought: false,
      inCart: false,
    })
    expect(pictures[1]).toMatchObject({
      uuid: set.pictures.first.uuid,
      width: 1040,
      height: 1300,
      pictureType: 'IP',
      groupPicture: false,
      bought: false,
      inCart: false,
      keywords: [],
    })
  })

  it('[ACC-11] list the favourite picture first and group pictures last', async () => {
    const { first, favourite, group } = set.pictures
    expect((await getSet()).pictures.map(({ uuid }) => uuid)).toEqual([favourite.uuid, first.uuid, group.uuid])
  })

  it('show every known face as four numbers, their own marked, and nothing about the others', async () => {
    const emma = await buildPictureSet(server.app, server.provider)
    const noah = await buildPictureSet(server.app, server.provider)
    const father = await buildCustomer(server, { subjects: [emma.subject.uuid] })
    const [large, small] = [
      { x: 0, y: 0, width: 0.5, height: 0.5 },
      { x: 0.6, y: 0.6, width: 0.1, height: 0.1 },
    ]
    const faces = [
      { ...large, subject: noah.subject.uuid },
      { ...small, subject: emma.subject.uuid },
    ]
    const { group, first } = emma.pictures
    await picturesOf(server.app, server.provider.key).updateOne({ uuid: group.uuid }, { $set: { faces } })
    const { pictures } = await getSet(father, emma.subject.uuid)
    const ofGroup = pictures.find(({ uuid }) => uuid === group.uuid)
    expect(ofGroup).toMatchObject({ face: small, faces: [large, { ...small, own: true }] })
    expect(JSON.stringify(pictures)).not.toContain(noah.subject.uuid)
    const without = pictures.find(({ uuid }) => uuid === first.uuid)
    expect([without?.face, without?.faces]).toEqual([undefined, undefined])
  })

  it('[API-1] are listed, the newest grant first', async () => {
    const second = await buildPictureSet(server.app, server.provider)
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    server.wait(1000)
    await grantSubjects(server.app, server.provider, father.customer._id, [second.subject.uuid])
    const { pictureSets: list } = await father.client.call(pictureSets.list, {})
    expect(list.map(({ subject }) => subject.uuid)).toEqual([second.subject.uuid, set.subject.uuid])
    expect(list[1]).toEqual(await getSet(father))
  })

  it('of a job whose pictures are not ready have none', async () => {
    const unready = { published: false, hasBeenInWebShop: false, requireFineTunedPictures: true }
    const waiting = await buildPictureSet(server.app, server.provider, { job: unready })
    const father = await buildCustomer(server, { subjects: [waiting.subject.uuid] })
    const seenByFather = await getSet(father, waiting.subject.uuid)
    expect(seenByFather).toMatchObject({ pictures: [], job: { requireFineTunedPictures: true } })
  })

  it('[LOC-3] are not visible to another customer or at another provider', async () => {
    const stranger = await buildCustomer(server)
    const failure = await stranger.client.fail(pictureSets.get, { subjectUuid: set.subject.uuid })
    expect(failure).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
    expect((await stranger.client.call(pictureSets.list, {})).pictureSets).toEqual([])
    const elsewhere = await buildCustomer(server, { provider: server.other, subjects: [set.subject.uuid] })
    const other = await elsewhere.client.fail(pictureSets.get, { subjectUuid: set.subject.uuid })
    expect(other.reason).toBe('picture-sets.unknown')
  })

  it('[AUT-15] need a signed-in customer', async () => {
    const failures = [
      await server.client().fail(pictureSets.list, {}),
      await server.client().fail(pictureSets.get, { subjectUuid: set.subject.uuid }),
    ]
    for (const failure of failures) expect(failure).toMatchObject({ status: 401, reason: 'session.required' })
  })

  it('[API-2] refuse an invalid uuid', async () => {
    const failure = await mother.client.fail(pictureSets.get, { subjectUuid: "x'; drop" })
    expect(failure).toMatchObject({ status: 400, data: ['subjectUuid'] })
  })

  it('end with the grant', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    await revokeSubject(server.app, server.provider, father.customer._id, set.subject.uuid)
    expect((await father.client.call(pictureSets.list, {})).pictureSets).toEqual([])
    const failure = await father.client.fail(pictureSets.get, { subjectUuid: set.subject.uuid })
    expect(failure.status).toBe(404)
  })
})

describe('the address of an image', () => {
  const addressesOf = async (use: 'display' | 'plain' = 'display') => (await getSet()).pictures[0]?.[use] ?? {}
  const addressOf = async (size: string, use?: 'display' | 'plain') => (await addressesOf(use))[size] ?? ''
  const fetch = (path: string) => server.client().fetch(path)

  it('opens without a session, on every page, and is cached by the browser alone, which asks before it shows it', async () => {
    const got = await fetch(await addressOf('640'))
    expect(got.status).toBe(200)
    expect(got.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-cache',
    })
    expect(got.headers['set-cookie']).toBeUndefined()
    const { width, height } = await sharp(got.bytes).metadata()
    expect([width, height]).toEqual([512, 640])
  })

  it('is not sent again to a browser that has it, and refused to one that may no longer show it', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const path = (await getSet(father)).pictures[0]?.display['320'] ?? ''
    const { etag } = (await fetch(path)).headers
    const again = () => server.client().fetch({ path, headers: { 'if-none-match': String(etag) } })
    const unchanged = await again()
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
    expect(unchanged.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
    const other = await fetch((await getSet(father)).pictures[0]?.plain['320'] ?? '')
    expect(other.headers.etag).not.toBe(etag)
    await revokeSubject(server.app, server.provider, father.customer._id, set.subject.uuid)
    await expect.poll(async () => (await again()).status, { timeout: 2000 }).toBe(404)
  })

  it('is limited to 960 pixels for pictures that were not bought', async () => {
    expect(Object.keys(await addressesOf())).toEqual(['320', '640', '960'])
    expect(Object.keys(await addressesOf('plain'))).toEqual(['320', '640', '960'])
  })

  it('goes up to 1600 pixels without a watermark if the picture is bought', async () => {
    const { app, provider } = server
    const picture = { uuid: set.pictures.first.uuid, version: null, subject: set.subject.uuid }
    const at = (use: 'display' | 'plain', bought: boolean) =>
      pictureAddresses(app, provider, mother.customer._id, picture, { use, bought })
    expect(Object.keys(at('display', true))).toEqual(['320', '640', '960', '1600'])
    const [display, plain] = [at('display', true)['960'] ?? '', at('plain', false)['960'] ?? '']
    expect((await fetch(display)).bytes.equals((await fetch(plain)).bytes)).toBe(true)
  })

  it('has the watermark for galleries, but not for the editor', async () => {
    const [display, plain] = [await fetch(await addressOf('640')), await fetch(await addressOf('640', 'plain'))]
    const stored = await server.app.blobs.get(`${server.provider.key}/pictures/${set.pictures.favourite.uuid}/640.jpg`)
    expect(plain.bytes.equals(stored as Buffer)).toBe(true)
    expect(display.bytes.equals(plain.bytes)).toBe(false)
    const { channels } = await sharp(display.bytes)
      .composite([{ input: plain.bytes, blend: 'difference' }])
      .stats()
    expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(20)
  })

  it('may be signed for a rotated picture with an effect', async () => {
    const { app, provider } = server
    const picture = { uuid: set.pictures.first.uuid, version: null, subject: set.subject.uuid }
    const variant = { use: 'plain', bought: false, rotation: 90, effect: 'bw' } as const
    const { 320: address = '' } = pictureAddresses(app, provider, mother.customer._id, picture, variant)
    const { bytes } = await fetch(address)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([320, 256])
    const { channels } = await sharp(bytes).stats()
    expect(Math.abs((channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 255))).toBeLessThan(2)
  })

  it.each([
    ['another size', (address: string) => address.replace('size=640', 'size=960')],
    ['a larger size', (address: string) => address.replace('size=640', 'size=1600')],
    ['no watermark', (address: string) => address.replace('watermark=1', 'watermark=0')],
    ['another rotation', (address: string) => address.replace('rotation=0', 'rotation=90')],
    ['another effect', (address: string) => address.replace('effect=original', 'effect=bw')],
    ['a later expiry', (address: string) => address.replace(/expires=\d+/, 'expires=9999999999')],
    ['another grant', (address: string) => address.replace(/grant=[\w-]+/, 'grant=AAAAAAAAAAAAAAAAAAAAAA')],
    ['another provider', (address: string) => address.replace(server.provider.key, server.other.key)],
    ['another picture', (address: string) => address.replace(/images\/[\w-]+/, `images/${set.pictures.first.uuid}`)],
    ['no signature', (address: string) => address.replace(/&signature=.*/, '')],
    ['a changed signature', (address: string) => address.replace(/.$/, '!')],
    ['two signatures', (address: string) => `${address}&signature=x`],
  ])('cannot be changed: %s', async (_name, change) => {
    const address = await addressOf('640')
    const changed = change(address)
    expect(changed).not.toBe(address)
    const got = await fetch(changed)
    expect([got.status, got.json()]).toEqual([404, expect.objectContaining({ reason: 'not_found' })])
  })

  it('repeats within its half-hour and expires after at most an hour', async () => {
    const mine = await startTestServer()
    try {
      const { subject } = await buildPictureSet(mine.app, mine.provider)
      const { client } = await buildCustomer(mine, { subjects: [subject.uuid] })
      const address = async () => {
        const { pictureSet } = await client.call(pictureSets.get, { subjectUuid: subject.uuid })
        return pictureSet.pictures[0]?.display['320'] ?? ''
      }
      const now = mine.app.clock().getTime()
      const half = 30 * 60_000
      // to the beginning of the next half-hour
      mine.wait((Math.floor(now / half) + 1) * half - now + 1000)
      const first = await address()
      mine.wait(half - 10_000)
      expect(await address()).toBe(first)
      mine.wait(half - 10_000)
      expect(await address()).not.toBe(first)
      expect((await client.fetch(first)).status).toBe(200)
      mine.wait(20_000)
      expect((await client.fetch(first)).status).toBe(404)
    } finally {
      await mine.close()
    }
  })

  it('becomes invalid within a second after the grant was revoked', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const address = (await getSet(father)).pictures[0]?.display['320'] ?? ''
    expect((await fetch(address)).status).toBe(200)
    await revokeSubject(server.app, server.provider, father.customer._id, set.subject.uuid)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(await addressOf('320'))).status).toBe(200)
  })

  it('becomes invalid when the job is unpublished, and valid again when it is published', async () => {
    const other = await buildPictureSet(server.app, server.provider)
    const father = await buildCustomer(server, { subjects: [other.subject.uuid] })
    const address = (await getSet(father, other.subject.uuid)).pictures[0]?.display['320'] ?? ''
    expect((await fetch(address)).status).toBe(200)
    await unpublishJob(server.app, server.provider, other.job.uuid)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect((await fetch(address)).status).toBe(404)
    await publishJob(server.app, server.provider, other.job.uuid)
    await expect.poll(async () => (await fetch(address)).status, { timeout: 2000 }).toBe(200)
  })

  it('is refused on the host of another provider, like a call', async () => {
    const address = await addressOf('320')
    const on = (host: string | undefined) => server.client().fetch({ path: address, headers: { host: host ?? '' } })
    const refused = await on(server.other.hosts[0])
    expect([refused.status, refused.json()]).toMatchObject([400, { reason: 'provider.disagrees' }])
    expect((await on(server.provider.hosts[0])).status).toBe(200)
    expect((await on(`localhost:${server.port}`)).status).toBe(200)
    expect((await on('a-page.example')).status).toBe(421)
  })
})
