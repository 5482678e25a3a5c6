import { createHash, randomUUID } from 'node:crypto'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { originalKey } from '../../imaging/derivatives/pictureFiles.ts'
import { buildBackgrounds } from '../../testing/buildBackgrounds.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { givePictures } from '../../testing/givePictures.ts'
import type { TestResponse } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { revokeSubject } from '../access/grants.ts'
import { jobsOf, subjectsOf } from '../jobs/collection.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { grantRights, revokeRights } from '../rights/collection.ts'

let shop: TestServer
let set: BuiltPictureSet
let mine: BuiltCustomer
const ORDER = randomUUID()

beforeAll(async () => {
  shop = await startTestServer()
})
beforeEach(async () => {
  set = await buildPictureSet(shop.app, shop.provider)
  mine = await buildCustomer(shop, { subjects: [set.subject.uuid] })
})
afterAll(() => shop.close())

const buy = (...targets: string[]) =>
  grantRights(shop.app, shop.provider, { customer: mine.customer._id, targets, order: ORDER })
type DownloadRequest = { file?: string; pictureSet?: string; background?: string }
const addressOf = async (request: DownloadRequest) => (await mine.client.call(digitalPortraits.ticket, request)).href
/** Opens it like a browser without any cookie. */
const open = (href: string, headers: Record<string, string> = {}, method = 'GET') =>
  shop.client().fetch({ method, path: href, headers })
const original = async ({ uuid, format }: DeliveredPicture) =>
  (await shop.app.blobs.get(originalKey({ provider: shop.provider.key, uuid }, format))) as Buffer
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('[DIG-5] a download', () => {
  it('is the photographer’s file, byte for byte, under the name of the child, the job and its number', async () => {
    const { first } = set.pictures
    await buy(first.uuid)
    const got = await open(await addressOf({ file: first.uuid }))
    expect(got.status).toBe(200)
    expect(sha(got.bytes)).toBe(first.hash)
    expect(got.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(first.bytes),
      'content-disposition': `attachment; filename="${set.subject.name} - ${set.job.name} - 02.jpg"`,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
  })

  it('has a file name that is valid on every system', async () => {
    await subjectsOf(shop.app, shop.provider.key).updateOne(
      { uuid: set.subject.uuid },
      { $set: { name: '../Åse Ж\u202e/"a\r\nb"' } },
    )
    await buy(set.subject.uuid)
    const disposition = (await open(await addressOf({ file: set.pictures.first.uuid }))).headers['content-disposition']
    expect(disposition).toContain("filename*=UTF-8''%C3%85se%20%D0%96%20a%20b%20-%20")
    expect(disposition).not.toMatch(/\.\.|\/|%0D|%E2%80%AE/)
  })

  it('is also available with the buyer’s session, at the address of the specification', async () => {
    await buy(set.pictures.first.uuid)
    const path = `/sections/prophoto/ajax/digitalcopies.php?dl=file&file=${set.pictures.first.uuid}&provider=${shop.provider.key}`
    expect(sha((await mine.client.fetch(path)).bytes)).toBe(set.pictures.first.hash)
    expect((await open(path)).status).toBe(404)
  })

  it('is resumed after an interruption, and in parts as a browser requests them', async () => {
    const { first } = set.pictures
    await buy(first.uuid)
    const whole = await original(first)
    const href = await addressOf({ file: first.uuid })
    const head = await open(href, {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(first.bytes), 0])
    const outside = await open(href, { range: `bytes=${first.bytes}-` })
    expect([outside.status, outside.headers['content-range']]).toEqual([416, `bytes */${first.bytes}`])
    const start = await open(href, { range: 'bytes=0-99' })
    expect([start.status, start.headers['content-range']]).toEqual([206, `bytes 0-99/${first.bytes}`])
    expect(start.bytes.equals(whole.subarray(0, 100))).toBe(true)
    const tag = String(start.headers.etag)
    const rest = await open(href, { range: 'bytes=100-', 'if-range': tag })
    expect([rest.status, rest.bytes.equals(whole.subarray(100))]).toEqual([206, true])
    const last = await open(href, { range: 'bytes=-10', 'if-range': tag })
    expect(last.bytes.equals(whole.subarray(-10))).toBe(true)
    // A caller who did not receive the beginning has only a used ticket.
    const tried: Array<Record<string, string>> = [
      {},
      { range: 'bytes=100-' },
      { range: 'bytes=100-', 'if-range': '"guess"' },
      { range: 'bytes=0-', 'if-range': tag },
    ]
    for (const headers of tried) expect((await open(href, headers)).status).toBe(404)
    shop.wait(11 * 60_000)
    expect((await open(href, { range: 'bytes=100-', 'if-range': tag })).status).toBe(404)
  })

  it('starts over if the file has changed meanwhile', async () => {
    await buy(set.pictures.first.uuid)
    const href = await addressOf({ file: set.pictures.first.uuid })
    const got = await open(href, { range: 'bytes=100-', 'if-range': '"of yesterday"' })
    expect([got.status, got.bytes.length]).toEqual([200, set.pictures.first.bytes])
  })
})

describe('[DIG-5] only what was bought', () => {
  const refused = async (request: DownloadRequest, client = mine.client) => {
    const { status, reason } = await client.fail(digitalPortraits.ticket, request)
    return `${status} ${reason}`
  }

  it('is given a ticket: no unbought pictures, not another family’s, not another guardian’s', async () => {
    const { first, favourite } = set.pictures
    await buy(first.uuid)
    expect(await refused({ file: favourite.uuid })).toBe('403 digital-portraits.not_bought')
    const theirs = await buildPictureSet(shop.app, shop.provider)
    for (const request of [
      { file: theirs.pictures.first.uuid },
      { pictureSet: theirs.subject.uuid },
      { file: randomUUID() },
    ])
      expect(await refused(request)).toBe('404 picture-sets.unknown')
    const guardian = await buildCustomer(shop, { subjects: [set.subject.uuid] })
    expect(await refused({ file: first.uuid }, guardian.client)).toBe('403 digital-portraits.not_bought')
    expect(await refused({ pictureSet: set.subject.uuid }, guardian.client)).toBe('403 digital-portraits.not_bought')
    for (const request of [{}, { file: 'x' }, { file: first.uuid, pictureSet: set.subject.uuid }])
      expect(await refused(request)).toBe('400 input.invalid')
    expect(await refused({ file: first.uuid, background: 'transparent' })).toBe(
      '400 digital-portraits.unknown_background',
    )
  })

  it('is sent, and nothing for a ticket that is used, expired, changed, or of another shop; a person reads why', async () => {
    const { first, favourite } = set.pictures
    await buy(first.uuid, favourite.uuid)
    const href = await addressOf({ file: first.uuid })
    for (const changed of [
      href.replace(first.uuid, favourite.uuid),
      href.replace(/ticket=.{8}/, 'ticket=AAAAAAAA'),
      href.replace(shop.provider.key, shop.other.key),
      `${href}&background=transparent`,
      href.replace('dl=file', 'dl=set'),
      href.replace(/&ticket=.*/, ''),
    ])
      expect((await open(changed)).status).toBe(404)
    expect((await open(href)).status).toBe(200)
    const used = await open(href, { accept: 'text/html', 'accept-language': 'de' })
    expect([used.status, used.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(used.text).toContain('gilt einmal und eine Minute lang')
    const late = await addressOf({ file: first.uuid })
    shop.wait(61_000)
    expect((await open(late)).status).toBe(404)
  })

  it('is sent, and nothing if the right, the access or the picture was withdrawn after the ticket was issued', async () => {
    const { app, provider } = shop
    const back: Array<() => Promise<unknown>> = [
      () => revokeRights(app, provider, mine.customer._id, ORDER),
      () => revokeSubject(app, provider, mine.customer._id, set.subject.uuid),
      () => jobsOf(app, provider.key).updateOne({ uuid: set.job.uuid }, { $set: { published: false } }),
    ]
    for (const takeBack of back) {
      const { uuid } = set.pictures.first
      await buy(uuid)
      const hrefs = [await addressOf({ file: uuid }), await addressOf({ pictureSet: set.subject.uuid })]
      await takeBack()
      for (const href of hrefs)
        await expect.poll(async () => (await open(href, {}, 'HEAD')).status, { timeout: 4000 }).toBe(404)
      await restore()
    }
  })

  async function restore() {
    set = await buildPictureSet(shop.app, shop.provider)
    mine = await buildCustomer(shop, { subjects: [set.subject.uuid] })
  }
})

describe('[DIG-5] a whole set', () => {
  it('is a ZIP of the original files, named by subject, job and number', async () => {
    const { first, favourite, group } = set.pictures
    await buy(set.subject.uuid)
    const got = await open(await addressOf({ pictureSet: set.subject.uuid }))
    const name = `${set.subject.name} - ${set.job.name}`
    expect(got.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(got.bytes.length),
      'content-disposition': `attachment; filename="${name}.zip"`,
    })
    const files = unzipSync(got.bytes)
    expect(Object.keys(files)).toEqual([1, 2, 3].map((number) => `${name} - 0${number}.jpg`))
    expect(Object.values(files).map(sha)).toEqual([favourite.hash, first.hash, group.hash])
  })

  it('contains only the single pictures if only those were bought', async () => {
    await buy(set.pictures.favourite.uuid)
    const files = unzipSync((await open(await addressOf({ pictureSet: set.subject.uuid }))).bytes)
    expect(Object.values(files).map(sha)).toEqual([set.pictures.favourite.hash])
  })

  it('is aborted if a file is missing, and does not look complete', async () => {
    await buy(set.subject.uuid)
    const { uuid, format } = set.pictures.favourite
    await shop.app.blobs.delete(originalKey({ provider: shop.provider.key, uuid }, format))
    await expect(open(await addressOf({ pictureSet: set.subject.uuid }))).rejects.toThrow()
    const { status } = await open(await addressOf({ file: set.pictures.first.uuid }))
    expect(status).toBe(200)
  })

  it('opens once', async () => {
    await buy(set.subject.uuid)
    const href = await addressOf({ pictureSet: set.subject.uuid })
    expect((await open(href)).status).toBe(200)
    expect((await open(href)).status).toBe(404)
  })
})

describe('[DIG-5] a green-screen picture', () => {
  let cutOut: DeliveredPicture
  let backgrounds: Awaited<ReturnType<typeof buildBackgrounds>>
  beforeEach(async () => {
    const { app, provider } = shop
    backgrounds = await buildBackgrounds(app, provider, { beach: '#2040c0', forest: '#802020' })
    cutOut = await buildPicture(app, provider, { fileName: 'green.jpg', greenscreen: true })
    const pictures = [cutOut, set.pictures.first]
    await givePictures(app, set.subject, pictures)
    await buy(set.subject.uuid)
  })
  const cornerOf = async ({ bytes }: TestResponse) => [
    ...(await sharp(bytes).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer()),
  ]
  const near = (pixel: number[], expected: number[]) =>
    expect(pixel.map((value, at) => Math.abs(value - (expected[at] ?? 0))).every((away) => away < 6)).toBe(true)

  it('has the job’s background, the selected one, or none, in full resolution', async () => {
    const get = async (background?: string) =>
      open(await addressOf({ file: cutOut.uuid, ...(background && { background }) }))
    const beach = await get()
    expect(beach.headers['content-disposition']).toMatch(/ - 02\.jpg"$/)
    expect(await sharp(beach.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: cutOut.width,
      height: cutOut.height,
      hasProfile: true,
      chromaSubsampling: '4:4:4',
    })
    near(await cornerOf(beach), [0x20, 0x40, 0xc0])
    near(await cornerOf(await get(backgrounds.forest?.uuid)), [0x80, 0x20, 0x20])
    const transparent = await get('transparent')
    expect(transparent.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/ - 02\.png"$/),
    })
    expect(await sharp(transparent.bytes).metadata()).toMatchObject({ width: cutOut.width, hasAlpha: true })
    expect((await cornerOf(transparent))[3]).toBe(0)
    const unknown = await mine.client.fail(digitalPortraits.ticket, { file: cutOut.uuid, background: randomUUID() })
    expect(unknown).toMatchObject({ status: 400, reason: 'digital-portraits.unknown_background' })
  })

  it('has the selected background in the set’s ZIP, and never shows the screen', async () => {
    const get = async () =>
      open(await addressOf({ pictureSet: set.subject.uuid, background: backgrounds.forest?.uuid ?? '' }))
    const [unmade, made] = [await get(), await get()]
    // Its length is known only after it was composed.
    expect([unmade.headers['content-length'], made.headers['content-length']]).toEqual([
      undefined,
      String(made.bytes.length),
    ])
    for (const { bytes } of [unmade, made]) {
      const files = Object.values(unzipSync(bytes))
      expect(files).toHaveLength(3)
      const colour = await sharp(
        files.find((file) => sha(file) !== set.pictures.first.hash && sha(file) !== set.pictures.group.hash),
      )
        .extract({ left: 8, top: 8, width: 1, height: 1 })
        .raw()
        .toBuffer()
      near([...colour], [0x80, 0x20, 0x20])
    }
  })
})
