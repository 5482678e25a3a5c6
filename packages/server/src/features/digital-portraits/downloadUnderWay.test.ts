import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { originalKey } from '../../imaging/derivatives/pictureFiles.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { revokeSubject } from '../access/grants.ts'
import { jobsCommand } from '../jobs/command.ts'
import { grantRights, revokeRights } from '../rights/collection.ts'

/** More than the sockets of a machine hold: the set is not sent whole while nobody reads it. */
const FIRST_BYTES = 64_000_000
const ORDER = randomUUID()

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  const { app, provider } = server
  set = await buildPictureSet(app, provider)
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  await grantRights(app, provider, { customer: mother.customer._id, targets: [set.subject.uuid], order: ORDER })
  const { uuid, format } = set.pictures.favourite
  await app.blobs.put(originalKey({ provider: provider.key, uuid }, format), randomBytes(FIRST_BYTES))
})

async function jobs(what: string, ...args: string[]): Promise<void> {
  const argv = [what, set.job.uuid, ...args, '--provider', server.provider.key]
  const { code, problem } = await runInTerminal(jobsCommand, argv, server.app)
  expect([code, problem]).toEqual([0, ''])
}

/** Downloads the set, in which something happens while the first picture is sent. */
async function downloadWhile(happen: () => Promise<void>): Promise<{ isWhole: boolean; hasSecond: boolean }> {
  const { href } = await mother.client.call(digitalPortraits.ticket, { pictureSet: set.subject.uuid })
  const [answer] = (await once(get(href), 'response')) as [IncomingMessage]
  answer.pause()
  await happen()
  const chunks: Buffer[] = []
  const isWhole = await new Promise<boolean>((resolve) => {
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', () => undefined)
    answer.on('close', () => resolve(answer.complete))
    answer.resume()
  })
  const { app, provider } = server
  const { uuid, format } = set.pictures.first
  const second = (await app.blobs.get(originalKey({ provider: provider.key, uuid }, format))) as Buffer
  return { isWhole, hasSecond: Buffer.concat(chunks).subarray(FIRST_BYTES).includes(second) }
}

describe('a set that is being downloaded', () => {
  const endings: Record<string, () => Promise<void>> = {
    'somebody else’s': () => jobs('pictures', 'reject', '1.jpg'),
    'unpublished with its child': () => jobs('unpublish', '--subject', set.subject.key),
    'closed to the customer': () => revokeSubject(server.app, server.provider, mother.customer._id, set.subject.uuid),
    refunded: () => revokeRights(server.app, server.provider, mother.customer._id, ORDER),
  }
  it.each(Object.entries(endings))('ends before a picture that is %s by then', async (_what, end) => {
    expect(await downloadWhile(end)).toEqual({ isWhole: false, hasSecond: false })
  })

  it('is sent whole if the picture is hidden or the child withdrawn meanwhile: both were paid before', async () => {
    const hideAndWithdraw = async () => {
      await jobs('pictures', 'hide', '1.jpg')
      await jobs('withdraw', set.subject.key)
    }
    expect(await downloadWhile(hideAndWithdraw)).toEqual({ isWhole: true, hasSecond: true })
  })
})
