import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { provider as providerCalls } from '@portraitkit/core/provider/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../features.ts'
import { aPhotographFile } from '../../testing/aPhotograph.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { aMotif, sendFiles } from '../../testing/buildUpload.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { Feature } from '../feature.ts'
import type { Metric } from './metric.ts'
import { createMetrics } from './metrics.ts'

let shop: TestServer
let second: TestServer
beforeAll(async () => {
  // Nobody listens at port 1: every email stays in the queue.
  const env = { SMTP_URL: 'smtp://127.0.0.1:1' }
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  shop = await startTestServer({ provider: { ...twoGateways(), options }, env })
  second = await startTestServer()
})
afterAll(() => Promise.all([shop.close(), second.close()]))

const textOf = async ({ server: { adminPort } }: TestServer) =>
  (await createTestClient(adminPort, '').fetch('/metrics')).text

/** The value of a sample by its name and labels as they are written; null if there is none. */
async function sampleOf(sample: string, at = shop): Promise<number | null> {
  const line = (await textOf(at)).split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? null : Number(line.slice(sample.length + 1))
}

const requests = (call: string, status: string) =>
  `portraitkit_request_seconds_count{call="${call}",status="${status}"}`

describe('requests', () => {
  it('are counted and timed by the name of the call and the kind of status', async () => {
    await shop.client().call(providerCalls.settings, {})
    await shop.client().call(providerCalls.settings, {})
    expect(await sampleOf(requests('provider.settings', '2xx'))).toBe(2)
    expect(await sampleOf('portraitkit_request_seconds_bucket{le="+Inf",call="provider.settings",status="2xx"}')).toBe(
      2,
    )
    expect(await sampleOf('portraitkit_request_seconds_sum{call="provider.settings",status="2xx"}')).toBeGreaterThan(0)
  })

  it('leave nothing that a caller typed, and no line of their own for each made-up address', async () => {
    const client = shop.client()
    await client.send(access.verifySubjectCode, { code: 'TOPSECRET1' })
    await client.fetch('/c/TOPSECRET2')
    await client.fetch(`/TOPSECRET3/${randomUUID()}`)
    await client.fetch({ method: 'TOPSECRET', path: '/healthz' }).catch(() => undefined)
    const text = await textOf(shop)
    expect(text).not.toContain('TOPSECRET')
    expect(text).not.toContain(shop.provider.key)
    expect(text).toContain(requests('/c/:code', '4xx'))
    expect(text).toContain(requests('files', '4xx'))
  })

  it('are counted for each server by itself', async () => {
    await shop.client().call(providerCalls.settings, {})
    expect(await sampleOf(requests('provider.settings', '2xx'), second)).toBeNull()
  })
})

it('round trips to the database are counted and timed by command, also those that fail', async () => {
  const finds = 'portraitkit_database_seconds_count{command="find",outcome="ok"}'
  const before = (await sampleOf(finds)) ?? 0
  await buildBuyer(shop)
  expect(await sampleOf(finds)).toBeGreaterThan(before)
  await shop.app.db.command({ find: 'mails', filter: { $impossible: 1 } }).catch(() => undefined)
  expect(await sampleOf('portraitkit_database_seconds_count{command="find",outcome="failed"}')).toBe(1)
})

it('emails that are not accepted wait in the queue, and are counted with their age', async () => {
  expect(await sampleOf('portraitkit_mails_waiting')).toBe(0)
  expect(await sampleOf('portraitkit_mails_oldest_seconds')).toBe(0)
  const words = { subject: 'Hello', text: 'Hello', html: 'Hello' }
  const mail = { provider: shop.provider.key, to: 'anna@example.com', ...words }
  await shop.app.mail.queue({ ...mail, key: `confirm ${randomUUID()}` })
  await expect.poll(() => sampleOf('portraitkit_mail_tries_failed_total')).toBeGreaterThan(0)
  expect(await sampleOf('portraitkit_mails_waiting')).toBe(1)
  expect(await sampleOf('portraitkit_mails_sent_total')).toBe(0)
  shop.wait(3 * 60 * 60_000)
  expect(await sampleOf('portraitkit_mails_oldest_seconds')).toBeGreaterThanOrEqual(3 * 60 * 60)
})

it('a checkout whose payment page is open waits for its payment', async () => {
  const buyer = await buildBuyer(shop)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  expect(await sampleOf('portraitkit_payments_waiting')).toBe(0)
  await buyer.client.call(checkout.transaction, ordering)
  expect(await sampleOf('portraitkit_payments_waiting')).toBe(1)
})

it('images that are made are counted and timed', async () => {
  const buyer = await buildBuyer(shop)
  await sendFiles(buyer.client, shop.provider, [{ bytes: await aPhotographFile(aMotif()) }])
  expect(await sampleOf('portraitkit_image_seconds_count{kind="upload"}')).toBe(1)
})

it('the process reports its memory, its event loop and the disk of its data', async () => {
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'process_start_time_seconds',
    'portraitkit_disk_free_bytes',
    'portraitkit_disk_used_bytes',
  ]) {
    expect(await sampleOf(name), name).toBeGreaterThan(0)
  }
  expect(await sampleOf('nodejs_eventloop_lag_p99_seconds')).not.toBeNull()
})

describe('a metric', () => {
  const broken: Metric = {
    kind: 'gauge',
    name: 'broken',
    help: 'A figure.',
    read: () => Promise.reject(new Error('away')),
    sentence: String,
  }
  const whole: Metric = { kind: 'gauge', name: 'whole', help: 'A figure.', read: async () => 3, sentence: String }

  it('that cannot be read is left out, and the others are reported', async () => {
    const text = await createMetrics([broken, whole]).text(shop.app)
    expect(text).toMatch(/^whole 3$/m)
    expect(text).not.toMatch(/^broken/m)
  })

  it('exists only as long as the feature that declares it', async () => {
    const textWith = (parts: readonly Feature[]) =>
      createMetrics(parts.flatMap(({ metrics = [] }) => metrics)).text(shop.app)
    expect(await textWith(features)).toContain('portraitkit_payments_waiting')
    const without = await textWith(features.filter(({ name }) => name !== 'checkout'))
    expect(without).toContain('portraitkit_mails_waiting')
    expect(without).not.toContain('portraitkit_payments')
  })

  it('is described in the guide', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../../../../docs/guide/monitoring.md'), 'utf8')
    const names = (await textOf(shop)).match(/(?<=^# TYPE )portraitkit_\w+/gm) ?? []
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })
})
