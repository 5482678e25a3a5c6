import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogues } from '../../../server/src/features/catalogues/collection.ts'
import { publishJob, unpublishJob } from '../../../server/src/features/jobs/publishing/publishJob.ts'
import { saveProduct } from '../../../server/src/features/products/collection.ts'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { type Buyer, buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { followRedirects, pressSandboxButton, twoGateways } from '../../../server/src/testing/buildCheckout.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { carts } from '../cart/contract.ts'
import { createCart } from '../cart/state.ts'
import { createOrders } from '../orders/state.ts'
import { type AShop, aShop, loseAnswerOnce } from '../testing/aShop.ts'
import { failedCallText } from '../testing/failedCallText.ts'
import { canBuy, canConfirmDelivery, canConfirmPayment, stepStatus, visibleProblem } from './form.ts'
import { type CheckoutPart, createCheckout } from './state.ts'

let server: TestServer
let seller: Buyer
beforeAll(async () => {
  const gateways = twoGateways()
  server = await startTestServer({ provider: gateways })
  seller = await buildBuyer(server)
})
afterAll(() => server.close())

type Page = { built: AShop; checkout: CheckoutPart; client: Buyer['client'] }

async function page(pieces = 1): Promise<Page> {
  const { client } = await buildCustomer(server, { subjects: [seller.set.subject.uuid] })
  if (pieces > 0) {
    const lines = [await seller.line({ quantity: pieces })]
    await client.call(carts.addLines, { requestId: randomUUID(), lines })
  }
  return another(client)
}

/** Another page of the same customer, or the same one reloaded. */
function another(client: Buyer['client']): Page {
  const built = aShop(client.send, server.provider.key)
  return { built, client, checkout: built.shop.part(createCheckout) }
}

function fillIn({ checkout }: Page): void {
  checkout.setField('deliveryAddress.name', 'Anna Carter')
  checkout.setField('deliveryAddress.address', '12 Maple Street')
  checkout.setField('deliveryAddress.postalCode', '10001')
  checkout.setField('deliveryAddress.city', 'New York')
}

const paymentNamed = ({ checkout }: Page, title: string) =>
  checkout.state.paymentOptions.find((each) => each.title === title)?.uuid ?? ''

/** Up to the last step, with everything selected and the terms accepted. */
async function upToBuy(pieces: number, title: string): Promise<Page> {
  const at = await page(pieces)
  const { checkout } = at
  await checkout.start()
  fillIn(at)
  await checkout.confirmDelivery()
  await checkout.choosePayment(paymentNamed(at, title))
  await checkout.confirmPayment()
  checkout.acceptTerms(true)
  return at
}

const total = ({ checkout }: Page) => checkout.state.cart?.summary.totalPrice
const how = { client: 'desktop' as const }

describe('the steps of a checkout', () => {
  it('[CHK-2] [CHK-22] go from delivery to payment to the summary, and back for changes', async () => {
    const at = await page()
    const { checkout } = at
    const { state } = checkout
    await checkout.start()
    expect(state).toMatchObject({ status: 'ready', currentStep: 'select-delivery-option', paymentOptions: [] })
    expect(state.method?.type).toBe('postage')
    expect(state.deliveryOption).toBe(server.provider.deliveryMethods[0]?.deliveryOptions[0]?.uuid)
    fillIn(at)
    await checkout.confirmDelivery()
    expect(state.currentStep).toBe('select-payment-option')
    expect(state.paymentOptions.map(({ title }) => title)).toEqual(['Invoice', 'Card'])
    expect([state.paymentOption, total(at)]).toEqual([null, 399 + 495])
    await checkout.choosePayment(paymentNamed(at, 'Card'))
    expect(total(at)).toBe(399 + 495 + 25)
    await checkout.confirmPayment()
    expect(state.currentStep).toBe('confirm-order')
    expect(stepStatus(state, 'select-delivery-option')).toBe('done')
    checkout.edit('select-delivery-option')
    expect(stepStatus(state, 'confirm-order')).toBe('inactive')
    checkout.chooseOption(state.deliveryOption ?? '')
    expect(state).toMatchObject({ paymentOptions: [], paymentOption: null })
  })

  it('count a press while the answer to the one before is on its way', async () => {
    const at = await page()
    const { checkout } = at
    await checkout.start()
    fillIn(at)
    // twice, as an impatient person presses
    await Promise.all([checkout.confirmDelivery(), checkout.confirmDelivery()])
    expect(checkout.state.paymentOptions).toHaveLength(2)
    const choice = checkout.choosePayment(paymentNamed(at, 'Card'))
    await Promise.all([choice, checkout.confirmPayment(), checkout.confirmPayment()])
    expect(checkout.state).toMatchObject({ currentStep: 'confirm-order', loading: null, problem: null })
    expect(total(at)).toBe(399 + 495 + 25)
  })

  it('do not go on by a press if the choice before it failed, or another step was opened meanwhile', async () => {
    const at = await page()
    const { checkout } = at
    await checkout.start()
    fillIn(at)
    await checkout.confirmDelivery()
    await Promise.all([checkout.choosePayment(randomUUID()), checkout.confirmPayment()])
    expect(checkout.state).toMatchObject({ currentStep: 'select-payment-option', paymentOption: null })
    const choice = checkout.choosePayment(paymentNamed(at, 'Card'))
    const confirmed = checkout.confirmPayment()
    checkout.edit('select-delivery-option')
    await Promise.all([choice, confirmed])
    expect(checkout.state.currentStep).toBe('select-delivery-option')
    // and back again, while the total with that choice is on its way
    const again = checkout.choosePayment(paymentNamed(at, 'Card'))
    checkout.edit('select-delivery-option')
    await Promise.all([again, checkout.confirmDelivery()])
    expect(checkout.state).toMatchObject({ currentStep: 'select-payment-option', paymentOption: null })
  })

  it('survive a reload, with all inputs up to the current step', async () => {
    const at = await page()
    await at.checkout.start()
    fillIn(at)
    at.checkout.setComment('Please ring twice')
    await at.checkout.confirmDelivery()
    await at.checkout.choosePayment(paymentNamed(at, 'Card'))
    await at.checkout.confirmPayment()
    at.checkout.acceptTerms(true)
    await Promise.resolve()
    const reload = async (client = at.client) => {
      const again = another(client)
      again.built.shop.memory.write(at.built.shop.memory.read())
      await again.checkout.start()
      return again
    }
    const again = await reload()
    expect(again.checkout.state).toMatchObject({
      currentStep: 'confirm-order',
      deliveryAddress: { name: 'Anna Carter', city: 'New York' },
      comment: 'Please ring twice',
      paymentOption: paymentNamed(again, 'Card'),
      termsAccepted: false,
    })
    // not for another customer who signs in in this tab
    const { checkout } = await reload((await page()).client)
    expect(checkout.state).toMatchObject({ deliveryAddress: { name: '' }, comment: '' })
    again.checkout.acceptTerms(true)
    expect(await again.checkout.buy(how)).toBeDefined()
    await Promise.resolve()
    expect(again.built.shop.memory.read().typing).toBeUndefined()
  })

  it('keep one customer’s inputs from another customer who signs in on the same page', async () => {
    const [one, other] = [await page(), await page()]
    let current = one.client
    const built = aShop((...sent) => current.send(...sent), server.provider.key)
    const at = { built, client: one.client, checkout: built.shop.part(createCheckout) }
    await at.checkout.start()
    fillIn(at)
    at.checkout.setComment('Please ring twice')
    at.checkout.acceptTerms(true)
    current = other.client
    await at.checkout.start()
    expect(at.checkout.state).toMatchObject({
      deliveryAddress: { name: '', address: '', city: '' },
      comment: '',
      termsAccepted: false,
    })
  })

  it('[CHK-4] preselect none of several methods, and the first option of a selected one', async () => {
    const [post] = server.provider.deliveryMethods
    if (!post) throw new Error('No delivery')
    const [option] = post.deliveryOptions as [(typeof post.deliveryOptions)[number]]
    const second = { ...option, uuid: randomUUID(), price: 995 }
    const pickup = {
      ...post,
      type: 'school-pickup' as const,
      deliveryOptions: [{ ...option, uuid: randomUUID() }, second],
    }
    await saveProvider(server.app, { ...server.provider, deliveryMethods: [post, pickup] })
    const at = await page()
    await at.checkout.start()
    expect(at.checkout.state).toMatchObject({ method: null, deliveryOption: null })
    at.checkout.chooseMethod('school-pickup')
    expect(at.checkout.state.deliveryOption).toBe(pickup.deliveryOptions[0]?.uuid)
    await saveProvider(server.app, server.provider)
  })

  it('[CHK-17] continue only with a complete form, and show what is missing after a field was left', async () => {
    const at = await page()
    const { checkout } = at
    const { state } = checkout
    await checkout.start()
    expect(canConfirmDelivery(state)).toBe(false)
    expect(visibleProblem(state, 'deliveryAddress.city')).toBeUndefined()
    checkout.leaveField('deliveryAddress.city')
    expect(visibleProblem(state, 'deliveryAddress.city')).toEqual({ code: 'required' })
    await checkout.confirmDelivery()
    expect(state.currentStep).toBe('select-delivery-option')
    expect(visibleProblem(state, 'deliveryAddress.name')).toEqual({ code: 'required' })
    expect(at.built.sent).toEqual(['checkout.create'])
    fillIn(at)
    expect(canConfirmDelivery(state)).toBe(true)
    expect(canConfirmPayment(state)).toBe(false)
  })

  it('start again, with a message, if the cart has changed in another tab', async () => {
    const at = await page()
    await at.checkout.start()
    fillIn(at)
    await at.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line({ quantity: 2 })] })
    await at.checkout.confirmDelivery()
    const { state } = at.checkout
    expect(state.problem && failedCallText(state.problem)).toBe(
      'Failed to fetch payment options: Your cart has changed in the meantime. Please look at it again.',
    )
    expect(total(at)).toBe(3 * 399)
    await at.checkout.confirmDelivery()
    expect(state).toMatchObject({ currentStep: 'select-payment-option', problem: null })
  })

  it('show an empty cart instead of a checkout', async () => {
    const at = await page(0)
    await at.checkout.start()
    expect(at.checkout.state.status).toBe('empty')
  })

  it('[CHK-1] report that nothing can be ordered while all pictures are withdrawn, and continue when they are back', async () => {
    const { app, provider } = server
    const at = await page()
    const { checkout } = at
    await checkout.start()
    fillIn(at)
    await unpublishJob(app, provider, seller.set.job.uuid)
    await checkout.confirmDelivery()
    expect(checkout.state.status).toBe('unsold')
    await publishJob(app, provider, seller.set.job.uuid)
    await checkout.start()
    expect(checkout.state).toMatchObject({ status: 'ready', deliveryAddress: { city: 'New York' } })
  })

  it('drop every answer except that to the last selection', async () => {
    const at = await page()
    const { checkout } = at
    await checkout.start()
    fillIn(at)
    await checkout.confirmDelivery()
    const slow = Promise.withResolvers<void>()
    let calls = 0
    at.built.onAnswer = (name) => (name === 'checkout.choosePayment' && ++calls === 1 ? slow.promise : undefined)
    const first = checkout.choosePayment(paymentNamed(at, 'Card'))
    await new Promise((done) => setTimeout(done, 200))
    await checkout.choosePayment(paymentNamed(at, 'Invoice'))
    slow.resolve()
    await first
    expect([checkout.state.paymentOption, total(at)]).toEqual([paymentNamed(at, 'Invoice'), 399 + 495])
  })
})

describe('buying', () => {
  it('[CHK-14] is possible once payment, delivery and terms are set, and not before', async () => {
    const { checkout } = await upToBuy(1, 'Invoice')
    const { state } = checkout
    expect(canBuy(state)).toBe(true)
    checkout.acceptTerms(false)
    expect(canBuy(state)).toBe(false)
    expect(await checkout.buy(how)).toBeUndefined()
    checkout.acceptTerms(true)
    checkout.edit('select-payment-option')
    expect(canBuy(state)).toBe(false)
  })

  it('[CHK-15] [CHK-19] is sent once when pressed twice, and the button stays disabled while the browser leaves', async () => {
    const at = await upToBuy(1, 'Card')
    const { checkout, built } = at
    const pressed = [checkout.buy(how), checkout.buy(how)]
    expect(checkout.state).toMatchObject({ creating: true, createTransactionError: '' })
    const [bought, again] = await Promise.all(pressed)
    expect(again).toBe(bought)
    expect(await checkout.buy(how)).toBe(bought)
    expect(built.sent.filter((name) => name === 'checkout.transaction')).toHaveLength(1)
    expect(canBuy(checkout.state)).toBe(false)
    expect(checkout.state.transaction?.order.uuid).toBe(bought?.orderUuid)
    expect(new URL(bought?.paymentHref ?? '').pathname).toContain(checkout.state.transaction?.uuid)
  })

  it('continues with the same order if the answer was lost', async () => {
    const { checkout, built, client } = await upToBuy(1, 'Invoice')
    loseAnswerOnce(built, 'checkout.transaction')
    expect(await checkout.buy(how)).toBeUndefined()
    expect(checkout.state).toMatchObject({ creating: false, problem: { during: 'createTransaction' } })
    const bought = await checkout.buy(how)
    expect(bought).toMatchObject({ alreadyPaid: false })
    const orders = another(client).built.shop.part(createOrders)
    await orders.load()
    expect(orders.state.list.value?.map(({ uuid }) => uuid)).toEqual([bought?.orderUuid])
  })

  it('shows the server’s reason above the button, and the new price, if a price has changed', async () => {
    const at = await upToBuy(1, 'Invoice')
    const { product } = seller.template
    const dearer = [{ quantity: 1, price: 500, campaignprice: null, type: 0 }]
    await saveProduct(server.app, server.provider.key, { ...product, productprices: dearer })
    expect(await at.checkout.buy(how)).toBeUndefined()
    const { state } = at.checkout
    expect(state.createTransactionError).toBe(
      'The price has changed in the meantime. Please look at the summary again.',
    )
    expect([total(at), state.creating, canBuy(state)]).toEqual([500 + 495, false, true])
    expect(await at.checkout.buy(how)).toBeDefined()
    await saveProduct(server.app, server.provider.key, product)
  })

  it('starts again with the current cart if that has changed in another tab', async () => {
    const at = await upToBuy(1, 'Invoice')
    await at.client.call(carts.addLines, { requestId: randomUUID(), lines: [await seller.line({ quantity: 2 })] })
    expect(await at.checkout.buy(how)).toBeUndefined()
    const { state } = at.checkout
    expect(state.createTransactionError).toBe('Your cart has changed in the meantime. Please look at it again.')
    expect(state).toMatchObject({ currentStep: 'select-delivery-option', deliveryAddress: { city: 'New York' } })
    expect(at.built.shop.part(createCart).state.count).toBe(3)
  })

  it('navigates to the receipt if another tab has paid', async () => {
    const at = await upToBuy(1, 'Invoice')
    const other = another(at.client)
    await other.checkout.start()
    fillIn(other)
    await other.checkout.confirmDelivery()
    await other.checkout.choosePayment(paymentNamed(other, 'Invoice'))
    await other.checkout.confirmPayment()
    other.checkout.acceptTerms(true)
    other.checkout.setComment('from the other tab')
    const bought = await other.checkout.buy(how)
    expect(await at.checkout.buy(how)).toEqual({ orderUuid: bought?.orderUuid, paymentHref: '', alreadyPaid: true })
  })

  it('[UPS-1] restores everything but the terms after a declined payment, without offers', async () => {
    const { app, provider } = server
    const book = { names: { en: 'Year book' }, price: 2500, maxQuantity: 3, deliveryDays: 30 }
    await catalogues.replace(app, provider.key, [{ ...book, uuid: randomUUID(), jobs: [seller.set.job.name] }])
    const at = await upToBuy(1, 'Card')
    expect(at.checkout.state.upsaleList).toEqual([{ type: 'CATALOGUE', products: [] }])
    at.checkout.setComment('Hello')
    const bought = await at.checkout.buy(how)
    const { end } = await followRedirects(at.client, bought?.paymentHref ?? '')
    await pressSandboxButton(at.client, end, 'decline')
    const back = another(at.client)
    await back.checkout.start()
    const { state } = back.checkout
    expect(state).toMatchObject({
      failedPayment: 'declined',
      upsaleList: [],
      currentStep: 'confirm-order',
      comment: 'Hello',
      termsAccepted: false,
      deliveryAddress: { name: 'Anna Carter', city: 'New York' },
    })
    expect(state.paymentOption).toBe(paymentNamed(back, 'Card'))
    expect(total(back)).toBe(399 + 495 + 25)
    back.checkout.acceptTerms(true)
    expect(canBuy(state)).toBe(true)
  })
})

describe('[CHK-16] failures are reported verbatim', () => {
  it('when the checkout cannot be started', async () => {
    const at = await page()
    at.built.isOnline = false
    await at.checkout.start()
    const { status, problem } = at.checkout.state
    expect([status, problem && failedCallText(problem)]).toEqual(['failed', 'Failed to create checkout: No connection'])
    at.built.isOnline = true
    await at.checkout.start()
    expect(at.checkout.state).toMatchObject({ status: 'ready', problem: null })
  })

  it('when payment options, a selection or the order fail', async () => {
    const at = await page()
    const { checkout, built } = at
    const problem = () => checkout.state.problem && failedCallText(checkout.state.problem)
    await checkout.start()
    fillIn(at)
    built.isOnline = false
    await checkout.confirmDelivery()
    expect(problem()).toBe('Failed to fetch payment options: No connection')
    expect(checkout.state.currentStep).toBe('select-delivery-option')
    built.isOnline = true
    await checkout.confirmDelivery()
    built.isOnline = false
    await checkout.choosePayment(paymentNamed(at, 'Card'))
    expect(problem()).toBe('Failed to set payment option: No connection')
    expect(checkout.state.paymentOption).toBeNull()
    built.isOnline = true
    await checkout.choosePayment(paymentNamed(at, 'Card'))
    await checkout.confirmPayment()
    checkout.acceptTerms(true)
    built.isOnline = false
    await checkout.buy(how)
    expect(problem()).toBe('Failed to create transaction: No connection')
    expect(canBuy(checkout.state)).toBe(true)
  })
})

describe('orders', () => {
  it('[RCP-2] dispatch the purchase once at the receipt, and the cart is fetched again', async () => {
    const at = await upToBuy(2, 'Invoice')
    await at.built.shop.part(createCart).load()
    const purchases: unknown[] = []
    at.built.shop.events.on('pk-purchase-success', (detail) => purchases.push(detail))
    const { orderUuid = '' } = (await at.checkout.buy(how)) ?? {}
    const orders = at.built.shop.part(createOrders)
    await orders.openReceipt(orderUuid)
    await orders.openReceipt(orderUuid)
    const items = [{ product: expect.any(String), name: 'Card 15x15', quantity: 2, price: 798 }]
    expect(purchases).toEqual([{ orderUuid, totalPrice: 798 + 495, fees: 495, currency: 'USD', items }])
    // As in another tab, which shares nothing with this one.
    at.built.shop.memory.write({ purchased: undefined })
    await orders.openReceipt(orderUuid)
    expect(purchases).toHaveLength(1)
    expect(orders.state.receipts[orderUuid]).toMatchObject({ status: 'ready', value: { uuid: orderUuid } })
    expect(at.built.shop.part(createCart).state.count).toBe(0)
  })

  it('request the receipt of a pending payment again for a while', async () => {
    const at = await upToBuy(1, 'Card')
    const { orderUuid = '', paymentHref = '' } = (await at.checkout.buy(how)) ?? {}
    const { end } = await followRedirects(at.client, paymentHref)
    let waits = 0
    const orders = createOrders(at.built.shop, async () => {
      waits += 1
      if (waits === 2) await pressSandboxButton(at.client, end, 'pay')
    })
    await orders.openReceipt(orderUuid)
    expect(waits).toBe(2)
    expect(orders.state.receipts[orderUuid]?.value?.payment.state).toBe('paid')
  })

  it('are listed and opened, and report failures', async () => {
    const at = await upToBuy(1, 'Invoice')
    const { orderUuid = '' } = (await at.checkout.buy(how)) ?? {}
    const orders = at.built.shop.part(createOrders)
    at.built.isOnline = false
    await orders.load()
    await orders.open(orderUuid)
    expect(orders.state.list).toMatchObject({ status: 'failed', error: 'No connection' })
    expect(orders.state.details[orderUuid]).toMatchObject({ status: 'failed' })
    at.built.isOnline = true
    await orders.load()
    await orders.open(orderUuid)
    expect(orders.state.list.value).toHaveLength(1)
    expect(orders.state.details[orderUuid]?.value?.orderLines).toHaveLength(3)
    await orders.openReceipt(randomUUID())
    expect(Object.values(orders.state.receipts)[0]).toMatchObject({
      status: 'failed',
      error: 'We could not find this order among yours.',
    })
  })
})
