import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { aPicture, buildImportWorld } from '../../testing/buildImport.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, type Job, jobsOf, picturesOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { findVisiblePictures } from '../jobs/pictures/visiblePictures.ts'
import { ordersCommand } from '../orders/command.ts'
import { grantRights } from '../rights/collection.ts'
import { findExposure } from './exposure.ts'
import { hidePictures } from './hidePictures.ts'
import { undoCorrection } from './undoCorrection.ts'

/** Two servers on one database. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let buyer: Buyer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-hidden-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  here = await startTestServer({ folder, env, provider: twoGateways() })
  const { mongodbUrl } = here.app.env
  elsewhere = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
})
afterAll(async () => {
  await elsewhere.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  buyer = await buildBuyer(here)
})

const readJob = async () => (await jobsOf(here.app, here.provider.key).findOne({ uuid: buyer.set.job.uuid })) as Job
const picture = async (uuid: string) => (await picturesOf(here.app, here.provider.key).findOne({ uuid })) as never
const command = (argv: string[]) => runInTerminal(jobsCommand, [...argv, '--provider', here.provider.key], here.app)
const seenBy = async ({ app }: TestServer) => {
  const [set] = await findDeliveredSets(app, here.provider.key, [buyer.set.subject.uuid])
  return (set?.pictures ?? []).map(({ fileName }) => fileName).sort()
}
const openIn = async ({ app }: TestServer) =>
  [...(await findVisiblePictures(app, here.provider.key, buyer.set.subject.uuid)).open].length
const offers = async () =>
  (await buyer.client.call(carts.get, {})).cart.orderLines.map(({ isOffered, closed }) => [isOffered, closed?.isPaused])

it('a hidden picture is in no set on any server, pauses its lines, and is shown again by an undo', async () => {
  const { job } = buyer.set
  await buyer.add()
  expect([await seenBy(here), await seenBy(elsewhere)]).toEqual(Array(2).fill(['1.jpg', '2.jpg', 'group.jpg']))
  const { code, out } = await command([
    'pictures',
    job.uuid,
    'hide',
    '1.jpg',
    '--reason',
    'closed eyes',
    '--operator',
    'Kim',
  ])
  expect([code, out]).toEqual([0, expect.stringContaining('1.jpg: hidden\nNumber 1 of the history')])
  expect([await seenBy(here), await openIn(here), await openIn(elsewhere)]).toEqual([['2.jpg', 'group.jpg'], 2, 2])
  await expect.poll(() => seenBy(elsewhere), { timeout: 3000 }).toEqual(['2.jpg', 'group.jpg'])
  expect(await offers()).toEqual([[false, true]])
  expect((await command(['pictures', job.uuid, '--hidden'])).out).toContain(', hidden)\n1 picture.')
  expect((await command(['history', job.uuid])).out).toContain('hide  1 picture  Kim')
  expect((await command(['pictures', job.uuid, 'hide', '1.jpg'])).out).toContain('Nothing changed')
  // Whoever could see it is listed, as for every correction that ends somebody's sight.
  expect(await findExposure(here.app, await readJob(), 1)).toContainEqual(expect.objectContaining({ kind: 'account' }))
  expect((await command(['undo', job.uuid, '1'])).out).toContain('Number 1 is undone: 1 picture is as before')
  expect([await seenBy(here), await offers()]).toEqual([['1.jpg', '2.jpg', 'group.jpg'], [[true, undefined]]])
  expect((await command(['undo', job.uuid, '2'])).code).toBe(0)
  expect(await seenBy(here)).toEqual(['2.jpg', 'group.jpg'])
  await command(['pictures', job.uuid, 'show', '1.jpg'])
  expect(await seenBy(here)).toEqual(['1.jpg', '2.jpg', 'group.jpg'])
})

it('an undo is refused if the picture was hidden again meanwhile, and then shows nothing', async () => {
  const job = await readJob()
  const first = [await picture(buyer.set.pictures.first.uuid)]
  await hidePictures(here.app, job, first, { command: 'hide', reason: null }, 'Kim')
  await hidePictures(here.app, job, first, { command: 'show' }, 'Kim')
  here.wait(1000)
  await hidePictures(here.app, job, first, { command: 'hide', reason: 'blurred' }, 'Kim')
  expect(await undoCorrection(here.app, job, 1, 'Kim')).toEqual({
    outcome: 'changed later',
    pictures: ['1.jpg'],
    people: [],
  })
  expect(await seenBy(here)).toEqual(['2.jpg', 'group.jpg'])
})

it('what was ordered and paid for stays, and is listed; a class picture is hidden like any other', async () => {
  const { customer, set, client } = buyer
  const { app, provider } = here
  const { first, group } = set.pictures
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await client.call(checkout.transaction, ordering)
  await grantRights(app, provider, { customer: customer._id, targets: [first.uuid], order: order.uuid })
  await command(['pictures', set.job.uuid, 'hide', '1.jpg', 'group.jpg'])
  expect(await seenBy(here)).toEqual(['2.jpg'])
  expect((await client.send(digitalPortraits.ticket, { file: first.uuid })).status).toBe(200)
  expect((await client.send(digitalPortraits.ticket, { file: group.uuid })).status).toBe(403)
  const withheld = await runInTerminal(ordersCommand, ['withheld', set.job.uuid, '--provider', provider.key], app)
  expect(withheld.out).toContain('1.jpg  hidden\n1 order.')
  const argv = ['print', `#${order.uuid.slice(0, 8)}`, '--provider', provider.key, '--as', 'jpeg']
  expect((await runInTerminal(ordersCommand, argv, app)).code).toBe(0)
})

it('a later import of the same file keeps a picture hidden', async () => {
  const world = await buildImportWorld()
  try {
    const { app, provider } = world
    await world.writeFiles({ 'roster.csv': 'key;name;group\n1;Emma;4B\n', '1.jpg': await aPicture(1) })
    const { job } = await world.import()
    const stored = (await jobsOf(app, provider.key).findOne({ uuid: job.uuid })) as Job
    const all = await picturesOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
    await hidePictures(app, stored, all, { command: 'hide', reason: null }, null)
    await world.import({ move: true })
    const after = await picturesOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
    expect(after.map(({ hidden, assignment }) => [Boolean(hidden), assignment.to])).toEqual([[true, 'subjects']])
  } finally {
    await world.close()
  }
})
