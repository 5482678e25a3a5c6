import { randomBytes } from 'node:crypto'
import type { FailureBody } from '@portraitkit/core/errors.ts'
import { type OwnPicture, uploads } from '@portraitkit/core/uploads/contract.ts'
import type { BlobStore } from '../platform/blobs/blobStore.ts'
import type { Provider } from '../platform/provider/document.ts'
import { aPhotographFile, type Pixels } from './aPhotograph.ts'
import type { TestClient } from './testClient.ts'

export type SentFile = { name?: string; type?: string; bytes: Buffer }
export type SendOptions = { field?: string; path?: string; headers?: Record<string, string> }
export type UploadAnswer = { status: number; body: { images: OwnPicture[] } & FailureBody }

/** A `multipart/form-data` body as a browser makes it. */
export function aForm(files: readonly SentFile[], field = 'images[]'): { type: string; body: Buffer } {
  const boundary = `----form${randomBytes(12).toString('hex')}`
  const parts = files.flatMap(({ name = 'IMG_0001.jpg', type = 'image/jpeg', bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** Sends files as the editor does and returns the response, whatever it is. */
export async function sendFiles(
  client: TestClient,
  provider: Pick<Provider, 'key'>,
  files: readonly SentFile[],
  { field, path = uploads.send.path, headers = { 'x-provider': provider.key } }: SendOptions = {},
): Promise<UploadAnswer> {
  const { type, body } = aForm(files, field)
  const got = await client.fetch({ method: 'POST', path, headers: { 'content-type': type, ...headers }, body })
  return { status: got.status, body: got.json() as UploadAnswer['body'] }
}

/** Uploads one unique picture. */
export async function buildUpload(client: TestClient, provider: Pick<Provider, 'key'>): Promise<OwnPicture> {
  const { body } = await sendFiles(client, provider, [{ bytes: await aPhotographFile(aMotif()) }])
  const [picture] = body.images
  if (!picture) throw new Error(`The upload failed: ${JSON.stringify(body)}`)
  return picture
}

/** A picture with different corners and random colours, so that each file is unique, and a rotation is visible. */
export function aMotif(width = 800, height = 1000): Pixels {
  const [red = 0, green = 0, blue = 0] = randomBytes(3)
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const isCorner = x < width / 3 && y < height / 4
      pixels[at] = isCorner ? 250 : (red + (x * 120) / width) % 256
      pixels[at + 1] = isCorner ? 30 : green / 2 + (y * 120) / height
      pixels[at + 2] = isCorner ? 30 : blue / 2
    }
  }
  return { width, height, pixels }
}

/** The names of all blobs below a prefix. */
export async function blobsBelow(blobs: BlobStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of blobs.list(prefix)) keys.push(key)
  return keys
}
