import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../../testing/buildCheckout.ts'
import { buildPackage, packageInputOf } from '../../../testing/buildPackage.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { forgetDeliveredJobs, jobsOf } from '../../jobs/collection.ts'
import { dayOf } from '../../jobs/days.ts'
import { replacePackages } from '../../photo-packages/collection.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ provider: twoGateways() })
})
afterAll(() => shop.close())

/** Buys, and reads the email in the outbox, as the mail server would have received it. */
async function buyAndReadMail(language: string, comment: string): Promise<{ mail: Email; uuid: string; buyer: Buyer }> {
  const matt = { uuid: randomUUID(), names: { en: 'Matt paper' }, extraprice: 0 }
  const buyer = await buildBuyer(shop, { product: { subproducts: [matt] }, isAddressProved: true })
  const headers = { 'accept-language': language }
  const lines = [await buyer.line({ quantity: 2, subProductUuids: [matt.uuid] })]
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await prepareOrder(buyer, 'invoice', { comment })
  const { order } = await buyer.client.call(checkout.transaction, ordering, { headers })
  return { mail: await readMailTo(buyer), uuid: order.uuid, buyer }
}

async function readMailTo({ customer: { email } }: Buyer): Promise<Email> {
  const outbox = join(shop.app.env.dataDir, 'outbox')
  let mail: Email | undefined
  await expect
    .poll(
      async () => {
        const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
        const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
        mail = mails.find(({ to }) => to?.[0]?.address === email)
        return mail !== undefined
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  return mail as Email
}

describe('the confirmation of an order', () => {
  it('says in text and in HTML what was bought, for how much, where it is sent and whom to contact', async () => {
    const { mail, uuid, buyer } = await buyAndReadMail('en', 'Ring <script>alert(1)</script> twice')
    const number = `#${uuid.slice(0, 8)}`
    expect(mail.subject).toBe(`Your order ${number} at ${buyer.provider.name}`)
    expect(mail.from?.name).toBe(buyer.provider.name)
    for (const body of [mail.text ?? '', mail.html ?? '']) {
      for (const part of [
        number,
        'Card 15x15',
        'Square card, Matt paper',
        buyer.set.subject.name,
        '$7.98',
        'By post',
        '$4.95',
        '$12.93',
        '12 Maple Street',
        'New York, 10001',
        'within 5 business days',
        'You will get an invoice.',
        buyer.provider.contactInfo.email,
        'Terms of purchase',
        `/shopping-cart/checkout/payment/receipt/${uuid}`,
      ]) {
        expect(body).toContain(part)
      }
    }
    expect(mail.text).toContain('Ring <script>alert(1)</script> twice')
    expect(mail.html).not.toContain('<script')
    expect(mail.html).toContain(buyer.provider.look.colours.light.accent)
  })

  it('is written in the language of the customer, with numbers in that language’s format', async () => {
    const { mail } = await buyAndReadMail('de', '')
    expect(mail.subject).toContain('Ihre Bestellung')
    expect(mail.text).toContain('innerhalb von 5 Werktagen')
    expect(mail.text).toContain('12,93')
    expect(mail.html).toContain('<html lang="de">')
  })

  it('names the day on which the pictures to download are deleted, also if the files are part of a package', async () => {
    const { app, provider } = shop
    const deletion = new Date(app.clock().getTime() + 40 * 24 * 3600_000)
    const sentence = `Please download your pictures before ${formatDay(dayOf(deletion), 'en')}: on that day they are deleted.`
    const buy = async (items: 'all' | 'printed') => {
      const buyer = await buildBuyer(shop, { isAddressProved: true })
      const { job, subject } = buyer.set
      await jobsOf(app, provider.key).updateOne({ uuid: job.uuid }, { $set: { deletion } })
      forgetDeliveredJobs(app)
      const { document } = await buildPackage(app, provider, [job.uuid])
      if (items === 'printed') {
        const printed = document.items.filter(({ type }) => type === 'TEMPLATE_PRODUCT')
        await replacePackages(app, provider.key, [{ ...document, items: printed }])
      }
      const opened = { packageUuid: document.uuid, subject: { uuid: subject.uuid } }
      const packageItems = packageInputOf(await buyer.client.call(photoPackages.open, opened))
      const content = { package: { uuid: document.uuid }, subject: subject.uuid, packageItems }
      await buyer.client.call(carts.addPackage, { requestId: randomUUID(), ...content })
      const { ordering } = await prepareOrder(buyer, 'invoice')
      await buyer.client.call(checkout.transaction, ordering)
      return readMailTo(buyer)
    }
    const withFiles = await buy('all')
    expect(withFiles.text).toContain(sentence)
    expect(withFiles.html).toContain(sentence)
    expect((await buy('printed')).text).not.toContain('Please download')
  })
})
