import { randomUUID } from 'node:crypto'
import { type Agent, request } from 'node:http'
import { type Cart, carts, type NewLine } from '../../packages/core/src/cart/contract.ts'
import { checkout } from '../../packages/core/src/checkout/contract.ts'
import { addressOf } from '../../packages/core/src/client.ts'
import type { AnswerOf, AnyEndpoint, InputOf } from '../../packages/core/src/endpoint.ts'
import { orders } from '../../packages/core/src/orders/contract.ts'

/** A shop as its customers reach it. */
export type Shop = { port: number; provider: string; agent: Agent; line: NewLine; paymentOptions: readonly string[] }
/** Called with the duration of each call of a kind, in milliseconds. */
export type Clock = (call: string, ms: number) => void
type ShopResponse = { status: number; location: string | undefined; text: string }

/** A signed-in customer. Throws for unsuccessful answers. */
export function createShopper({ port, provider, agent, line, paymentOptions }: Shop, cookie: string, clock: Clock) {
  async function exchange(
    name: string,
    method: string,
    path: string,
    body?: string,
    changes = false,
  ): Promise<ShopResponse> {
    const headers = {
      cookie,
      ...(changes && { 'x-provider': provider }),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const began = performance.now()
    const got = await new Promise<ShopResponse>((resolve, reject) => {
      request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text })
        })
      })
        .on('error', reject)
        .end(body)
    })
    clock(name, performance.now() - began)
    if (got.status >= 400) throw new Error(`${name} answered ${got.status}: ${got.text.slice(0, 300)}`)
    return got
  }

  async function call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
    const { address, body } = addressOf('', provider, endpoint, input as Record<string, unknown>)
    const sent = body && JSON.stringify(body)
    const { text } = await exchange(endpoint.name, endpoint.method, address, sent, endpoint.changes)
    return JSON.parse(text)
  }

  const visit = (name: string, address: string, method = 'GET') => {
    const { pathname, search } = new URL(address)
    return exchange(name, method, pathname + search)
  }

  return {
    /** Puts the same card into the cart, in this number of lines. */
    async fill(count: number): Promise<Cart> {
      const requestId = randomUUID()
      return (await call(carts.addLines, { requestId, lines: Array.from({ length: count }, () => line) })).cart
    },

    async changeQuantity(uuid: string, quantity: number): Promise<void> {
      await call(carts.updateLine, { uuid, requestId: randomUUID(), quantity })
    },

    /** From the cart to the receipt, with one of the payment options; `pause` runs before each step of a person. */
    async order(payment: number, pause: () => Promise<void>): Promise<void> {
      await call(carts.get, {})
      await pause()
      const { checkoutUuid, deliveryOptions } = await call(checkout.create, {})
      const deliveryOptionUuid = deliveryOptions[0]?.deliveryOptions[0]?.uuid ?? ''
      await pause()
      await call(checkout.paymentOptions, { checkoutUuid, deliveryOptionUuid })
      await pause()
      const choice = { checkoutUuid, deliveryOptionUuid, paymentOptionUuid: paymentOptions[payment] ?? '' }
      const { cart } = await call(checkout.choosePayment, choice)
      await pause()
      const sent = { ...choice, ...filledForm, totalPrice: cart.summary.totalPrice }
      const { order, paymentHref } = await call(checkout.transaction, sent)
      const { location = '' } = await visit('to the payment', paymentHref)
      if (location.includes('/sandbox-gateway/')) {
        await visit('the gateway’s page', location)
        await pause()
        const paid = await visit('the gateway’s answer', `${location}/pay`, 'POST')
        await visit('back from the payment', paid.location ?? '')
      }
      const placed = await call(orders.get, { orderUuid: order.uuid })
      if (!placed.confirmTime) throw new Error(`The order ${order.uuid} was not placed`)
    },
  }
}
export type Shopper = ReturnType<typeof createShopper>

const filledForm = {
  deliveryOptionData: {
    deliveryAddress: {
      name: 'Anna Carter',
      address: '12 Maple Street',
      address2: '',
      postalCode: '10001',
      city: 'New York',
      state: '',
    },
  },
  paymentOptionData: {},
  client: 'mobile',
  comment: '',
  termsAccepted: true,
} as const
