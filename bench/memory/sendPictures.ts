import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { sendFiles } from '../../packages/server/src/testing/buildUpload.ts'
import { createTestClient } from '../../packages/server/src/testing/testClient.ts'
import type { Target } from '../calls/load.ts'
import type { Sender } from './fillPictureShop.ts'

// The image library belongs to the server's package.
type Noise = { create: { width: number; height: number; channels: 3; background: string; noise: object } }
type Image = { jpeg(options: { quality: number }): Image; toBuffer(): Promise<Buffer> }
const library = new URL('../../packages/server/package.json', import.meta.url)
const sharp = createRequire(library)('sharp') as (noise: Noise) => Image

const WIDTH = 6000
const HEIGHT = 4000
let photograph: Promise<Buffer> | undefined

/** Each customer sends a photograph of 24 megapixels, some of them at a time. Returns the addresses of the pictures. */
export async function sendPictures(port: number, senders: readonly Sender[], concurrency: number): Promise<Target[]> {
  photograph ??= drawPhotograph()
  const bytes = await photograph
  const targets: Target[] = []
  const waiting = [...senders]
  const sendNext = async () => {
    for (let sender = waiting.pop(); sender; sender = waiting.pop()) {
      const client = createTestClient(port, sender.provider.key)
      const headers = { 'x-provider': sender.provider.key, cookie: sender.cookie }
      // What follows the end of a JPEG is ignored, and makes each file a new one.
      const file = { bytes: Buffer.concat([bytes, randomBytes(16)]) }
      const { status, body } = await sendFiles(client, sender.provider, [file], { headers })
      if (status !== 200) throw new Error(`A picture was refused: ${JSON.stringify(body)}`)
      for (const { plain } of body.images) {
        for (const address of Object.values(plain)) targets.push({ port, path: pathOf(address) })
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendNext))
  return targets
}

function drawPhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '')
}
