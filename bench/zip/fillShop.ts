import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  DOWNLOAD_PATH,
  type Target,
  ticketPurpose,
} from '../../packages/server/src/features/digital-portraits/downloads.ts'
import type { DeliveredPicture } from '../../packages/server/src/features/jobs/picture.ts'
import { grantRights } from '../../packages/server/src/features/rights/collection.ts'
import { originalKey } from '../../packages/server/src/imaging/derivatives/pictureFiles.ts'
import { makeTicket } from '../../packages/server/src/platform/http/ticket.ts'
import { buildCustomer } from '../../packages/server/src/testing/buildCustomer.ts'
import { buildPictureSet } from '../../packages/server/src/testing/buildPictureSet.ts'
import { givePictures } from '../../packages/server/src/testing/givePictures.ts'
import { startTestServer } from '../../packages/server/src/testing/testServer.ts'

type ShopSize = { folder: string; secret: string; pictures: number; bytes: number; downloads: number }

/** How long a bench may take. */
const TICKET_MS = 60 * 60_000

/** A shop with one bought set of this number of originals. Returns a download's path for each time that it is downloaded. */
export async function fillShop({ folder, secret, pictures, bytes, downloads }: ShopSize): Promise<string[]> {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { app, provider } = server
    const { subject, pictures: built } = await buildPictureSet(app, provider, { subject: { group: '' } })
    const delivered: DeliveredPicture[] = []
    for (let number = 0; number < pictures; number++) {
      const uuid = randomUUID()
      await app.blobs.put(originalKey({ provider: provider.key, uuid }, built.first.format), randomBytes(bytes))
      delivered.push({ ...built.first, uuid, bytes, fileName: `${number}.jpg` })
    }
    await givePictures(app, subject, delivered)
    const { customer } = await buildCustomer(server, { subjects: [subject.uuid] })
    const right = { customer: customer._id, targets: [subject.uuid], order: randomUUID() }
    await grantRights(app, provider, right)
    const target: Target = { dl: 'set', uuid: subject.uuid, background: null }
    const paths: string[] = []
    for (let download = 0; download < downloads; download++) {
      const data = { customer: customer._id }
      const ticket = await makeTicket(app, provider, ticketPurpose(target), data, { ageMs: TICKET_MS })
      const query = new URLSearchParams({ dl: 'set', pictureSet: subject.uuid, provider: provider.key, ticket })
      paths.push(`${DOWNLOAD_PATH}?${query}`)
    }
    return paths
  } finally {
    await server.close()
  }
}

/** Stores the answer of an address. */
export async function saveAnswer(address: string, file: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`)
  await pipeline(answer.body, createWriteStream(file))
}
