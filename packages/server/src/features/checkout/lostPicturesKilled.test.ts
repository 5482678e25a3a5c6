import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import type { App } from '../../platform/app.ts'
import { saveProvider } from '../../platform/provider/collection.ts'
import { sandboxSessions } from '../../ports/payments/sandbox/sessions.ts'
import { startServer } from '../../server.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { followRedirects, prepareOrder, pressSandboxButton, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { freePort, type ServerProcess, startProcess } from '../../testing/buildProcess.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { type TestServer, testEnv } from '../../testing/testServer.ts'
import { rejectPicture } from '../jobs/pictures/assignPicture.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { ordersOf } from '../orders/collection.ts'
import { checkoutsOf } from './collection.ts'

/** The real server, killed with SIGKILL while it closes a payment for something that its customer had lost. */
const provider = buildProvider(twoGateways())
let folder: string
let env: Record<string, string>
let port: number
let running: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-lost-killed-'))
  port = await freePort()
  const { mongodbUrl, secret = '' } = testEnv(folder)
  env = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    ADMIN_PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    SECRET: secret,
    PORTRAITKIT_CRASH_FILE: join(folder, 'crashPoint'),
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
  }
}, 120_000)

afterAll(async () => {
  await running?.kill()
  if (env.MONGODB_URL) await withApp((app) => app.db.dropDatabase())
  await rm(folder, { recursive: true, force: true })
})

const quiet = () => testEnv(join(folder, 'data'), { ...env, LOG_LEVEL: 'error' })

async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const { app, close } = await openApp(quiet())
  try {
    return await work(app)
  } finally {
    await close()
  }
}

type Payment = { buyer: Buyer; page: string; checkout: string; order: string; transaction: string }
type Loss = 'a picture' | 'the child'

const points = [
  'after confirm-order',
  'after grant-rights',
  'before refund-unsold',
  'after refund-unsold',
  'after refund',
  'after mark-refunded',
] as const
const cases = points.flatMap((point) =>
  (['a picture', 'the child'] as const)
    .filter((loss) => loss === 'the child' || !['after refund', 'after mark-refunded'].includes(point))
    .map((loss) => ({ point, loss })),
)

/** Customers at the gateway's page, each of whom has lost something since: built while the server still runs in this process. */
async function seed(): Promise<Payment[]> {
  const running = await startServer({ env: quiet() })
  try {
    const { app } = running
    await saveProvider(app, provider)
    const server = { app, provider, client: () => createTestClient(port, provider.key) } as unknown as TestServer
    const payments: Payment[] = []
    for (const { loss } of cases) payments.push(await beginPayment(server, loss))
    return payments
  } finally {
    await running.close()
  }
}

async function beginPayment(server: TestServer, loss: Loss): Promise<Payment> {
  const { app } = server
  const buyer = await buildBuyer(server)
  await sellDigitalFiles(app, provider, { also: [buyer.template.product] })
  await buyer.add()
  await fileActions(buyer).file(buyer.set.pictures.group.uuid)
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  const { order, transaction, paymentHref } = await buyer.client.call(checkout.transaction, ordering)
  const { end } = await followRedirects(buyer.client, paymentHref)
  const { job, subject, pictures } = buyer.set
  if (loss === 'the child') await withdrawSubject(app, job, subject.uuid, { by: null })
  else await rejectPicture(app, job, pictures.first.uuid, { why: 'hand', by: null, at: app.clock() })
  return { buyer, page: end, checkout: ordering.checkoutUuid, order: order.uuid, transaction: transaction.uuid }
}

const setCrashPoint = (point: string) => writeFile(join(folder, 'crashPoint'), point)

/** The customer pays, and the server is killed at the point and started again. */
async function killAt(point: string, { buyer, page, checkout }: Payment): Promise<void> {
  await setCrashPoint(point)
  const paying = pressSandboxButton(buyer.client, page, 'pay').catch(() => null)
  await expect.poll(() => running.output, { timeout: 20_000, interval: 20 }).toContain(`STOPPED ${point} ${checkout}`)
  await setCrashPoint('')
  await running.kill()
  running = await startProcess(env)
  await paying
}

it('[CHK-19] refunds once, and sells nothing that was lost, whenever the server is killed', async () => {
  const payments = await seed()
  running = await startProcess(env)
  for (const [index, payment] of payments.entries()) await killAt(cases[index]?.point ?? '', payment)
  await withApp(async (app) => {
    const unfinished = () => checkoutsOf(app, provider.key).count({ due: { $ne: null } })
    await expect.poll(unfinished, { timeout: 60_000 }).toBe(0)
  })
  await running.stop()
  await withApp(async (app) => {
    for (const [index, { order: _id, transaction, buyer }] of payments.entries()) {
      const { point, loss } = cases[index] ?? {}
      const order = await ordersOf(app, provider.key).findOne({ _id })
      const session = await sandboxSessions(app, provider.key).findOne({ transaction })
      const mails = await app.db
        .collection('mails')
        .find({ provider: provider.key, customer: buyer.customer._id })
        .toArray()
      const rights = await app.db
        .collection('rights')
        .countDocuments({ provider: provider.key, order: _id, revoked: null })
      const all = loss === 'the child'
      expect(
        {
          lines: order?.unsold?.lines.length,
          payment: order?.paymentState,
          session: session?.state,
          part: session?.refundedPart,
          mails: mails.length,
          rights,
        },
        `${point}, ${loss}`,
      ).toEqual({
        lines: all ? 2 : 1,
        payment: all ? 'refunded' : 'paid',
        session: all ? 'refunded' : 'paid',
        part: all ? undefined : order?.unsold?.amount,
        mails: 1,
        rights: all ? 0 : 1,
      })
    }
  })
}, 300_000)
