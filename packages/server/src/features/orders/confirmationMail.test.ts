import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { confirmationTexts } from './confirmationTexts.ts'
import { refundTexts } from './refundTexts.ts'

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
  const outbox = join(shop.app.env.dataDir, 'outbox')
  let mail: Email | undefined
  await expect
    .poll(
      async () => {
        const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
        const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
        mail = mails.find(({ to }) => to?.[0]?.address === buyer.customer.email)
        return mail !== undefined
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  return { mail: mail as Email, uuid: order.uuid, buyer }
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

  it('has all its texts in every language, and so has the email about a refund', () => {
    for (const mail of [confirmationTexts, refundTexts]) {
      const keys = Object.keys(mail.en).sort()
      for (const texts of Object.values(mail)) expect(Object.keys(texts).sort()).toEqual(keys)
    }
  })
})
