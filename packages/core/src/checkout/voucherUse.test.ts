import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyRange } from '../../../server/src/features/range/applyRange.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { carts } from '../cart/contract.ts'
import { aShop, delayAnswerOnce, loseAnswerOnce } from '../testing/aShop.ts'
import { checkout as calls } from './contract.ts'
import { createCheckout } from './state.ts'

/** A card and its delivery by post: a code reduces their total. */
const FULL = 399 + 495

let server: TestServer
let seller: Buyer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
  seller = await buildBuyer(server)
  const vouchers = [{ code: 'PRESENT1', names: { en: 'A present' }, amount: 100 }]
  expect(await applyRange(server.app, server.provider.key, { vouchers }, async () => null)).toHaveProperty('outcomes')
})
afterAll(() => server.close())

/** The checkout of a customer with a card in the cart. */
async function page() {
  const { client } = await buildCustomer(server, { subjects: [seller.set.subject.uuid] })
  await client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line()] })
  const built = aShop(client.send, server.provider.key)
  const checkout = built.shop.part(createCheckout)
  await checkout.start()
  return { client, built, checkout, state: checkout.state }
}
const total = ({ state }: Awaited<ReturnType<typeof page>>) => state.cart?.summary.totalPrice

describe('[CHK-13] a voucher code', () => {
  it('reduces the total, and can be removed again', async () => {
    const at = await page()
    const used = at.checkout.useVoucher('PRESENT1')
    expect(at.state.loading).toBe('voucher')
    expect([await used, total(at)]).toEqual([true, FULL - 100])
    expect(at.state).toMatchObject({ loading: null, voucherError: '', problem: null })
    expect([await at.checkout.useVoucher(''), total(at)]).toEqual([true, FULL])
  })

  it('counts while another answer is on its way', async () => {
    const at = await page()
    at.checkout.setField('deliveryAddress.name', 'Anna Carter')
    at.checkout.setField('deliveryAddress.address', '12 Maple Street')
    at.checkout.setField('deliveryAddress.postalCode', '10001')
    at.checkout.setField('deliveryAddress.city', 'New York')
    const confirmed = at.checkout.confirmDelivery()
    expect(at.state.loading).toBe('payment-options')
    expect(await at.checkout.useVoucher('PRESENT1')).toBe(true)
    await confirmed
    expect([total(at), at.state.currentStep]).toEqual([FULL - 100, 'select-payment-option'])
  })

  it('is reported below its field if it is unknown, until another one is tried', async () => {
    const at = await page()
    const before = total(at)
    expect([await at.checkout.useVoucher('NOTHING'), total(at)]).toEqual([false, before])
    expect(at.state.voucherError).toMatch(/\S/)
    expect(at.state.problem).toBeNull()
    expect([await at.checkout.useVoucher('PRESENT1'), at.state.voucherError]).toEqual([true, ''])
  })

  it('is sent once on a double click', async () => {
    const at = await page()
    expect(await Promise.all([at.checkout.useVoucher('PRESENT1'), at.checkout.useVoucher('PRESENT1')])).toEqual([
      true,
      false,
    ])
    expect(at.built.sent.filter((name) => name === calls.useVoucher.name)).toHaveLength(1)
  })

  it('[CHK-16] is reported above the page if it could not be sent, and can be used again', async () => {
    const at = await page()
    loseAnswerOnce(at.built, calls.useVoucher.name)
    expect(await at.checkout.useVoucher('PRESENT1')).toBe(false)
    expect(at.state).toMatchObject({ loading: null, problem: { during: 'useVoucherCode', message: 'No connection' } })
    expect([await at.checkout.useVoucher('PRESENT1'), total(at)]).toEqual([true, FULL - 100])
    expect(at.state.problem).toBeNull()
  })

  it('starts the checkout of the current cart if another tab has changed it meanwhile', async () => {
    const at = await page()
    await at.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line({ name: 'Other' })] })
    expect(await at.checkout.useVoucher('PRESENT1')).toBe(false)
    expect([at.state.status, at.state.cart?.orderLines.length]).toEqual(['ready', 2])
    expect(at.state.problem).toMatchObject({ during: 'useVoucherCode' })
    expect(await at.checkout.useVoucher('PRESENT1')).toBe(true)
  })

  it('does not change a new checkout with a late answer', async () => {
    const at = await page()
    const slow = delayAnswerOnce(at.built, calls.useVoucher.name)
    const late = at.checkout.useVoucher('PRESENT1')
    await slow.reached
    await at.checkout.start()
    const { cart } = at.state
    slow.arrive()
    expect(await late).toBe(false)
    expect([at.state.cart, at.state.loading]).toEqual([cart, null])
  })
})
