import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { MAX_FILE_BYTES, MAX_FILES, MAX_PICTURES } from '@portraitkit/core/uploads/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhotographFile } from '../../testing/aPhotograph.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { aForm, aMotif, blobsBelow, buildUpload, sendFiles } from '../../testing/buildUpload.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { beginUpload, uploadsOf } from './collection.ts'
import { deleteDueUploads } from './deleteUploads.ts'
import { clearIncoming } from './receiveFiles.ts'

// The uploads of an attacker, or of somebody whose connection, phone or server fails.

let server: TestServer
let mother: BuiltCustomer
let photograph: Buffer
const offered = { options: { ...buildProvider().options, allowOwnPhotos: true } }

beforeAll(async () => {
  server = await startTestServer({ provider: offered })
  photograph = await aPhotographFile(aMotif())
})
afterAll(() => server.close())
beforeEach(async () => {
  mother = await buildCustomer(server)
})

const send = (bytes: Buffer, name = 'IMG_0001.jpg', type = 'image/jpeg') =>
  sendFiles(mother.client, server.provider, [{ bytes, name, type }])
const incoming = () => readdir(join(server.app.env.dataDir, 'incoming'))
const blobs = () => blobsBelow(server.app.blobs, server.provider.key)
const documents = () => uploadsOf(server.app, server.provider.key).find({ customer: mother.customer._id }).toArray()

/** Nothing of the file is stored, and the answer says why. */
async function expectRefused(sent: Promise<Awaited<ReturnType<typeof send>>>, status: number, reason: string) {
  const before = await blobs()
  const answer = await sent
  expect([answer.status, answer.body.reason]).toEqual([status, reason])
  expect([await blobs(), await documents(), await incoming()]).toEqual([before, [], []])
  return answer.body
}

const HTML = '<html><script>alert(document.domain)</script></html>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>`

describe('a file that is not a supported picture', () => {
  it.each([
    ['an SVG with a script', Buffer.from(SVG)],
    ['an SVG after a declaration', Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['a page', Buffer.from(HTML)],
    ['a GIF', Buffer.from(`GIF89a${HTML}`)],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a program', Buffer.from('MZ\x90\0')],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0\0\0\0\0', 'latin1')],
    ['an AVIF', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0', 'latin1')],
    ['a page that begins like a BMP', Buffer.from(`BM${HTML}`)],
    ['an empty file', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
  ])('is refused: %s', async (_what, bytes) => {
    const { error } = await expectRefused(send(bytes), 415, 'uploads.format')
    expect(error).toContain('JPEG')
  })

  it.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])(
    'of the brand %s is refused with instructions to make a JPEG',
    async (brand) => {
      const heic = Buffer.concat([Buffer.from(`\0\0\0\x24ftyp${brand}\0\0\0\0mif1heic`, 'latin1'), randomBytes(400)])
      const { error } = await expectRefused(send(heic, 'IMG_0001.HEIC', 'image/heic'), 415, 'uploads.heic')
      expect(error).toMatch(/HEIC.*JPEG.*iPhone/)
    },
  )

  it('is judged by its content, whatever its name and type say', async () => {
    await expectRefused(send(Buffer.from(SVG), 'portrait.jpg', 'image/jpeg'), 415, 'uploads.format')
    const { status, body } = await send(photograph, '../../portrait.svg', 'image/svg+xml')
    expect([status, body.images.length]).toEqual([200, 1])
  })
})

describe('a deceptive file', () => {
  it.each([
    ['a JPEG that stops in the middle', async () => photograph.subarray(0, photograph.length / 2)],
    ['only the first bytes of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    [
      'a page after the first bytes of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(HTML)]),
    ],
    ['a PNG with a broken body', async () => aPng(20, 20, randomBytes(60))],
    [
      'a WebP filled with noise',
      async () => Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 ', 'latin1'), randomBytes(60)]),
    ],
  ])('is refused as damaged: %s', async (_what, make) => {
    await expectRefused(send(await make()), 422, 'uploads.broken')
  })

  it.each([
    ['30,000 by 30,000', 30_000, 30_000],
    ['a little more than a hundred million', 20_000, 5_001],
    ['more in one direction than a JPEG can have', 66_000, 100],
  ])('that would unpack into %s pixels is refused before it is unpacked', async (_what, width, height) => {
    const bomb = aPng(width, height, deflateSync(Buffer.alloc(1000)))
    const before = process.memoryUsage().rss
    await expectRefused(send(bomb), 413, 'uploads.too_many_pixels')
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })

  it('that is both a picture and a page is served as a picture only', async () => {
    // A comment within the JPEG and an archive of scripts after its end: each kind of reader finds its own content.
    const comment = Buffer.from(HTML)
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    const polyglot = Buffer.concat([
      photograph.subarray(0, 2),
      marker,
      comment,
      photograph.subarray(2),
      Buffer.from(HTML),
    ])
    const { body } = await send(polyglot)
    const [picture] = body.images
    for (const address of Object.values(picture?.plain ?? {})) {
      const got = await mother.client.fetch(address)
      expect(got.headers['content-type']).toBe('image/jpeg')
      expect(got.headers['x-content-type-options']).toBe('nosniff')
      expect(got.bytes.includes('script')).toBe(false)
    }
    const { pathname } = new URL(picture?.plain[320] ?? '', server.url)
    for (const path of [
      `${pathname}/original.jpeg`,
      `/blobs/${server.provider.key}/pictures/${picture?.uuid}`,
      pathname,
    ]) {
      expect((await mother.client.fetch(path)).status).toBe(404)
    }
  })
})

describe('an upload that is too large', () => {
  it('in one file is refused, and a file of exactly the limit is not', async () => {
    const padded = (bytes: number) => Buffer.concat([photograph, Buffer.alloc(bytes - photograph.length)])
    await expectRefused(send(padded(MAX_FILE_BYTES + 1)), 413, 'uploads.too_large')
    expect((await send(padded(MAX_FILE_BYTES))).status).toBe(200)
  })

  it('in one request is refused before it is read, or with too many files', async () => {
    const sending = sendHalf(aForm([]).type, 2_000_000_000, Buffer.from('--'))
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
    sending.destroy()
    const many = Array.from({ length: MAX_FILES + 1 }, () => ({ bytes: photograph }))
    await expectRefused(sendFiles(mother.client, server.provider, many), 413, 'uploads.too_many')
  })

  it('of one customer is refused, also in many simultaneous requests', async () => {
    const customer = mother.customer._id
    for (let count = 0; count < MAX_PICTURES - 1; count++) {
      await beginUpload(server.app, server.provider.key, customer, 1)
    }
    const files = await Promise.all([1, 2, 3].map(() => aPhotographFile(aMotif(200, 200))))
    const answers = await Promise.all(files.map((bytes) => send(bytes)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.reason))).toEqual(new Set(['uploads.full']))
    expect((await documents()).length).toBeLessThanOrEqual(MAX_PICTURES)
  })
})

describe('an incomplete form', () => {
  it.each([
    ['without its end', (body: Buffer) => body.subarray(0, body.length - 30)],
    ['of noise', () => randomBytes(2000)],
    [
      'with a part without a header',
      (body: Buffer) => Buffer.concat([body.subarray(0, 60), Buffer.from('\r\n\r\n'), body]),
    ],
  ])('%s is refused and leaves nothing', async (_what, change) => {
    const { type, body } = aForm([{ bytes: photograph }])
    const headers = { 'content-type': type, 'x-provider': server.provider.key }
    const got = await mother.client.fetch({ method: 'POST', path: uploads.send.path, headers, body: change(body) })
    expect(got.status).toBe(400)
    expect([await documents(), await incoming()]).toEqual([[], []])
  })

  const unwanted: [string, () => ReturnType<typeof aForm>][] = [
    ['in another field', () => aForm([{ bytes: photograph }], 'other')],
    ['after too many files', () => aForm(Array.from({ length: MAX_FILES + 1 }, () => ({ bytes: photograph })))],
  ]

  it.each(unwanted)('that ends within a file %s is refused, and the server keeps running', async (_where, build) => {
    const { type, body } = build()
    const headers = { 'content-type': type, 'x-provider': server.provider.key }
    const cut = body.subarray(0, body.length - photograph.length / 2)
    const got = await mother.client.fetch({ method: 'POST', path: uploads.send.path, headers, body: cut })
    expect(got.status).toBe(400)
    expect([await documents(), await incoming()]).toEqual([[], []])
  })

  it.each(unwanted)('whose sender hung up within a file %s leaves nothing', async (_where, build) => {
    const { type, body } = build()
    const sending = sendHalf(type, body.length, body.subarray(0, body.length - photograph.length / 2))
    await sleep(300)
    sending.destroy()
    await expect.poll(incoming).toEqual([])
    expect([await documents(), (await mother.client.fetch('/healthz')).status]).toEqual([[], 200])
  })

  it('whose sender hung up leaves nothing', async () => {
    const { type, body } = aForm([{ bytes: photograph }])
    const sending = sendHalf(type, body.length, body.subarray(0, body.length / 2))
    await expect.poll(incoming).toHaveLength(1)
    sending.destroy()
    await expect.poll(incoming).toEqual([])
    expect(await documents()).toEqual([])
  })
})

describe('a server that is killed during an upload', () => {
  it('shows no half picture, and later nothing of it is left', async () => {
    const customer = mother.customer._id
    const half = await beginUpload(server.app, server.provider.key, customer, 1000)
    await server.app.blobs.put(`${server.provider.key}/pictures/${half.uuid}/original.jpeg`, photograph)
    const left = join(server.app.env.dataDir, 'incoming', 'left-over')
    await buildUpload(mother.client, server.provider)
    await writeFile(left, photograph)
    expect((await mother.client.call(uploads.recent, {})).map(({ uuid }) => uuid)).not.toContain(half.uuid)

    const tidy = async () => {
      await deleteDueUploads(server.app)
      await clearIncoming(server.app)
    }
    await tidy()
    expect((await incoming()).length + (await documents()).length).toBe(3)
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
    await utimes(left, longAgo, longAgo)
    await uploadsOf(server.app, server.provider.key).updateOne({ _id: half._id }, { $set: { due: longAgo } })
    await tidy()
    expect(await incoming()).toEqual([])
    expect((await documents()).map(({ state }) => state)).toEqual(['kept'])
    expect((await blobs()).filter((key) => key.includes(half.uuid))).toEqual([])
  })

  it('by the system while it reads pictures has the acknowledged ones and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pk-killed-'))
    const secret = randomBytes(32).toString('hex')
    const first = await startTestServer({ provider: offered, folder, env: { SECRET: secret } })
    const customer = await buildCustomer(first)
    const key = first.provider.key
    await first.close()
    // A separate process, which can be killed.
    const script = `
      import { startServer } from ${JSON.stringify(join(import.meta.dirname, '../../server.ts'))}
      const server = await startServer({ staticFolders: { site: '/nowhere', widgets: '/nowhere' } })
      process.stdout.write(String(server.port))`
    const program = join(folder, 'server.mjs')
    await writeFile(program, script)
    const victim = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: '0',
        ADMIN_PORT: '0',
        DATA_DIR: folder,
        SECRET: secret,
        NODE_ENV: 'test',
        LOG_LEVEL: 'error',
      },
    })
    const [port] = (await once(victim.stdout, 'data')) as [Buffer]
    const client = createTestClient(Number(port), key)
    for (const [name, value] of customer.client.cookies) client.cookies.set(name, value)
    const files = await Promise.all(Array.from({ length: 6 }, () => aPhotographFile(aMotif(1500, 1500))))
    const answered: string[] = []
    const sending = files.map(async (bytes) => {
      const answer = await sendFiles(client, { key }, [{ bytes }]).catch(() => null)
      answered.push(...(answer?.body.images ?? []).map(({ uuid }) => uuid))
    })
    await expect.poll(() => answered.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(1)
    victim.kill('SIGKILL')
    await Promise.all(sending)
    await sleep(50)

    const second = await startTestServer({ provider: { ...offered, key }, folder, env: { SECRET: secret } })
    const again = second.client()
    for (const [name, value] of customer.client.cookies) again.cookies.set(name, value)
    const recent = await again.call(uploads.recent, {})
    expect(recent.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(answered))
    for (const { plain, width, height } of recent) {
      const about = await sharp((await again.fetch(plain[1600] ?? '')).bytes).metadata()
      expect([about.width, about.height]).toEqual([width, height])
    }
    // A customer who sends all of them again has each once.
    await sendFiles(
      again,
      { key },
      files.map((bytes) => ({ bytes })),
    )
    expect(await again.call(uploads.recent, {})).toHaveLength(files.length)
    await second.close()
    await rm(folder, { recursive: true, force: true })
  })
})

/** A request on a separate connection that announces more than it sends. */
function sendHalf(type: string, promised: number, body: Buffer): ClientRequest {
  const cookie = [...mother.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { 'content-type': type, 'content-length': promised, 'x-provider': server.provider.key, cookie }
  const sending = request({ port: server.port, method: 'POST', path: uploads.send.path, headers, agent: false })
  sending.on('error', () => {})
  sending.write(body)
  return sending
}

/** A PNG file whose header states this size, whatever it contains. */
function aPng(width: number, height: number, content: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
