import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type OwnPicture, uploads } from '@portraitkit/core/uploads/contract.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhotographFile, difference, type Pixels, pixelsOf } from '../../testing/aPhotograph.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { aMotif, blobsBelow, buildUpload, sendFiles } from '../../testing/buildUpload.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { uploadsOf } from './collection.ts'

let server: TestServer
let mother: BuiltCustomer
let photograph: Buffer
const offered = { options: { ...buildProvider().options, allowOwnPhotos: true } }

beforeAll(async () => {
  server = await startTestServer({ provider: offered, other: offered })
  photograph = await aPhotographFile(aMotif())
})
afterAll(() => server.close())
beforeEach(async () => {
  mother = await buildCustomer(server)
})

const send = (...files: Buffer[]) =>
  sendFiles(
    mother.client,
    server.provider,
    files.map((bytes) => ({ bytes })),
  )
const recent = ({ client } = mother) => client.call(uploads.recent, {})
const pictureAt = async (address: string | undefined) => (await mother.client.fetch(address ?? '')).bytes
const keys = async ({ uuid }: OwnPicture, key = server.provider.key) =>
  blobsBelow(server.app.blobs, `${key}/pictures/${uuid}`)

async function storedUploads({ customer } = mother) {
  return uploadsOf(server.app, server.provider.key).find({ customer: customer._id }).toArray()
}

describe('an uploaded picture', () => {
  it('[API-1] is returned upright, in every size, with the keyword, and is the newest of the recent images', async () => {
    const older = await buildUpload(mother.client, server.provider)
    const truth = aMotif(1500, 2000)
    const { status, body } = await send(await aPhotographFile(truth, { orientation: 6 }))
    expect(status).toBe(200)
    const [picture] = body.images as [OwnPicture]
    expect(picture).toMatchObject({ width: 1500, height: 2000, keywords: ['user_uploaded'] })
    expect(Object.keys(picture.plain)).toEqual(['320', '640', '960', '1600'])
    const derived = await pixelsOf(await pictureAt(picture.plain[1600]))
    const expected = await pixelsOf(await asPng(truth), 1600)
    expect(difference(derived, expected).mean).toBeLessThan(3)
    expect((await recent()).map(({ uuid }) => uuid)).toEqual([picture.uuid, older.uuid])
  })

  it('is in sRGB whatever profile it had', async () => {
    const truth = aMotif()
    const { body } = await send(await aPhotographFile(truth, { profile: 'p3' }))
    const derived = await pixelsOf(await pictureAt(body.images[0]?.plain[1600]))
    expect(difference(derived, await pixelsOf(await asPng(truth))).mean).toBeLessThan(3)
  })

  it('is shown without the camera’s metadata, such as the place', async () => {
    const withPlace = await sharp(photograph)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const { body } = await send(withPlace)
    for (const address of Object.values(body.images[0]?.plain ?? {})) {
      const about = await sharp(await pictureAt(address)).metadata()
      expect([about.exif, about.xmp]).toEqual([undefined, undefined])
    }
  })

  it('may be a PNG with transparency or a WebP', async () => {
    const shape = { width: 300, height: 200, channels: 4 as const, background: { r: 200, g: 30, b: 30, alpha: 0.5 } }
    const png = await sharp({ create: shape }).png().toBuffer()
    const webp = await sharp({ create: { ...shape, channels: 3 } })
      .webp()
      .toBuffer()
    const { body } = await send(png, webp)
    expect(body.images.map(({ width, height }) => [width, height])).toEqual([
      [300, 200],
      [300, 200],
    ])
    for (const { plain } of body.images) {
      expect((await sharp(await pictureAt(plain[320])).metadata()).format).toBe('jpeg')
    }
  })

  it('[UPL-4] is returned by the specified form with a thumbnail of 640, and has one of 320', async () => {
    const path = '/system/iframes/upload_internal.php?type=template&json=1&thumbnails=640'
    const file = { name: 'Ferie på Færøyene.jpg', bytes: await aPhotographFile(aMotif(900, 1200)) }
    const { status, body } = await sendFiles(mother.client, server.provider, [file], { path })
    expect(status).toBe(200)
    const { result, files } = body as unknown as {
      result: string
      files: Array<OwnPicture & { name: string; thumbnail: string }>
    }
    expect(result).toBe('OK')
    expect(files).toMatchObject([{ name: file.name, keywords: ['user_uploaded'], width: 900, height: 1200 }])
    const sizeOf = async (address = '') => {
      const { width, height } = await sharp(await pictureAt(address)).metadata()
      return [width, height]
    }
    expect(await sizeOf(files[0]?.thumbnail)).toEqual([480, 640])
    expect(await sizeOf(files[0]?.plain[320])).toEqual([240, 320])
    expect((await recent()).map(({ uuid }) => uuid)).toEqual(files.map(({ uuid }) => uuid))
  })

  it('is stored once if it is uploaded again', async () => {
    const first = await send(photograph)
    const between = await buildUpload(mother.client, server.provider)
    const again = await send(photograph, photograph)
    const uuid = first.body.images[0]?.uuid
    expect(again.body.images.map((picture) => picture.uuid)).toEqual([uuid, uuid])
    expect((await recent()).map((picture) => picture.uuid)).toEqual([uuid, between.uuid])
    expect(await storedUploads()).toHaveLength(2)
  })

  it('is stored once if it is uploaded several times at once', async () => {
    const answers = await Promise.all([
      send(photograph),
      send(photograph),
      send(photograph, photograph),
      send(photograph),
    ])
    const uuids = new Set(answers.flatMap(({ body }) => body.images.map(({ uuid }) => uuid)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(uuids.size).toBe(1)
    const [only, ...more] = await storedUploads()
    expect([only?.state, more]).toEqual(['kept', []])
    const folders = await blobsBelow(server.app.blobs, `${server.provider.key}/pictures`)
    const mine = new Set(folders.map((key) => key.split('/')[2]).filter((uuid) => uuids.has(uuid ?? '')))
    expect([...mine]).toEqual([...uuids])
  })

  it('of another customer is a separate picture, and the two see nothing of each other', async () => {
    const mine = (await send(photograph)).body.images[0] as OwnPicture
    const stranger = await buildCustomer(server)
    const { body } = await sendFiles(stranger.client, server.provider, [{ bytes: photograph }])
    expect(body.images[0]?.uuid).not.toBe(mine.uuid)
    expect((await recent(stranger)).map(({ uuid }) => uuid)).not.toContain(mine.uuid)
    const failure = await stranger.client.fail(uploads.remove, { uuid: mine.uuid })
    expect(failure).toMatchObject({ status: 404, reason: 'uploads.unknown' })
    expect((await recent()).map(({ uuid }) => uuid)).toEqual([mine.uuid])
  })

  it('of another provider’s customer stays there', async () => {
    const elsewhere = await buildCustomer(server, { provider: server.other })
    const picture = await buildUpload(elsewhere.client, server.other)
    expect(await keys(picture)).toEqual([])
    expect((await keys(picture, server.other.key)).length).toBeGreaterThan(5)
    expect(await recent()).toEqual([])
  })

  it('leaves nothing behind when it fails: neither a file nor a document', async () => {
    await send(photograph)
    await send(Buffer.from('no picture'))
    expect(await readdir(join(server.app.env.dataDir, 'incoming'))).toEqual([])
    expect((await storedUploads()).map(({ state }) => state)).toEqual(['kept'])
  })
})

describe('uploading', () => {
  it('needs a customer and the header that no form can set', async () => {
    const file = [{ bytes: photograph }]
    const visitor = await sendFiles(server.client(), server.provider, file)
    expect([visitor.status, visitor.body.reason]).toEqual([401, 'session.required'])
    const plainForm = await sendFiles(mother.client, server.provider, file, {
      path: `${uploads.send.path}?provider=${server.provider.key}`,
      headers: {},
    })
    expect([plainForm.status, plainForm.body.reason]).toEqual([403, 'provider.missing'])
    expect(await storedUploads()).toEqual([])
  })

  it('needs a shop that accepts customers’ own pictures', async () => {
    const off = await startTestServer()
    const customer = await buildCustomer(off)
    const answer = await sendFiles(customer.client, off.provider, [{ bytes: photograph }])
    expect([answer.status, answer.body.reason]).toEqual([403, 'uploads.not_offered'])
    expect((await customer.client.fail(uploads.recent, {})).reason).toBe('uploads.not_offered')
    expect(await uploadsOf(off.app, off.provider.key).count({})).toBe(0)
    await off.close()
  })

  it('accepts only the specified field, in a form', async () => {
    const elsewhere = await sendFiles(mother.client, server.provider, [{ bytes: photograph }], { field: 'other' })
    expect([elsewhere.status, elsewhere.body.reason]).toEqual([400, 'uploads.no_file'])
    expect((await send()).body.reason).toBe('uploads.no_file')
    const headers = { 'x-provider': server.provider.key }
    for (const type of ['image/jpeg', 'application/json', 'multipart/form-data']) {
      const got = await mother.client.fetch({
        method: 'POST',
        path: uploads.send.path,
        headers: { ...headers, 'content-type': type },
        body: photograph,
      })
      expect([got.status, (got.json() as { reason: string }).reason]).toEqual([400, 'input.invalid'])
    }
  })

  it('stores none of several if one is unusable, and names it', async () => {
    const { status, body } = await sendFiles(mother.client, server.provider, [
      { bytes: photograph },
      { name: 'letter.jpg', bytes: Buffer.from('Dear parents') },
    ])
    expect(status).toBe(415)
    expect(body).toMatchObject({ reason: 'uploads.format', data: { file: 'letter.jpg' } })
    expect(await storedUploads()).toEqual([])
  })

  it('is described with its form in the OpenAPI document', async () => {
    const { paths } = (await server.client().fetch('/api/openapi.json')).json() as {
      paths: Record<string, Record<string, { requestBody: unknown }>>
    }
    expect(paths['/api/webshop/user/images']?.post?.requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { required: ['images[]'] } } },
    })
  })
})

const asPng = ({ width, height, pixels }: Pixels) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
