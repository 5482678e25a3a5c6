import { randomUUID } from 'node:crypto'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import { deliveryForms } from '@portraitkit/core/provider/deliveryTypes.ts'
import type { Provider } from '../platform/provider/document.ts'
import type { Buyer } from './buildBuyer.ts'
import type { TestClient } from './testClient.ts'

export type NewCheckout = AnswerOf<typeof checkout.create>
export type OrderInput = InputOf<typeof checkout.transaction>

export const anAddress = {
  name: 'Anna Carter',
  address: '12 Maple Street',
  address2: '',
  postalCode: '10001',
  city: 'New York',
  state: '',
}

/** The delivery and payment methods of a shop for these tests: post at 4.95, an invoice, and the sandbox with a fee of 0.25. */
export const twoGateways = (): Pick<Provider, 'paymentOptions' | 'gateways'> => ({
  paymentOptions: [
    { uuid: randomUUID(), gateway: 'invoice', title: { en: 'Invoice' }, fee: 0, ...plain },
    { uuid: randomUUID(), gateway: 'sandbox', title: { en: 'Card' }, fee: 25, ...plain },
  ],
  gateways: { sandbox: {} },
})

const plain = {
  description: { en: '<b>Pay</b><script>alert(1)</script>' },
  verifyMobile: false,
  requirePersonNo: false,
}

export const aContact = { name: 'Anna Carter', emailAddress: 'anna@example.com' }

/** The form of a delivery, filled in. */
function fillDeliveryForm({
  type,
  deliveryOptions: [option],
}: NewCheckout['deliveryOptions'][number]): OrderInput['deliveryOptionData'] {
  if (deliveryForms[type] === 'address') return { deliveryAddress: anAddress }
  const [subject] = option?.subjects ?? []
  return { contactInfo: aContact, ...(subject && { subject: subject.uuid }) }
}

export type Gateway = 'invoice' | 'sandbox'

/** Starts the checkout of a buyer's cart and fills in everything, up to the point of pressing 'Buy now'. */
export async function prepareOrder(
  { client, provider }: Pick<Buyer, 'client' | 'provider'>,
  gateway: Gateway,
  change: Partial<OrderInput> = {},
): Promise<{ newCheckout: NewCheckout; ordering: OrderInput }> {
  const newCheckout = await client.call(checkout.create, {})
  const { deliveryOptionUuid: option = newCheckout.deliveryOptions[0]?.deliveryOptions[0]?.uuid ?? '' } = change
  const method = newCheckout.deliveryOptions.find(({ deliveryOptions }) =>
    deliveryOptions.some(({ uuid }) => uuid === option),
  )
  const ordering: OrderInput = {
    checkoutUuid: newCheckout.checkoutUuid,
    deliveryOptionUuid: option,
    paymentOptionUuid: provider.paymentOptions.find((each) => each.gateway === gateway)?.uuid ?? '',
    deliveryOptionData: method ? fillDeliveryForm(method) : {},
    paymentOptionData: {},
    client: 'mobile',
    comment: '',
    termsAccepted: true,
    ...(newCheckout.digitalConsent !== null && { digitalConsent: true }),
    totalPrice: 0,
    ...change,
  }
  if (change.totalPrice === undefined) ordering.totalPrice = await totalOf(client, ordering)
  return { newCheckout, ordering }
}

async function totalOf(client: TestClient, ordering: OrderInput): Promise<number> {
  const { checkoutUuid, deliveryOptionUuid, paymentOptionUuid } = ordering
  const { cart } = await client.call(checkout.choosePayment, { checkoutUuid, deliveryOptionUuid, paymentOptionUuid })
  return cart.summary.totalPrice
}

/** The address at which a browser ends up after following redirects on this server. */
export async function followRedirects(
  client: Pick<TestClient, 'fetch'>,
  address: string,
): Promise<{ end: string; status: number; text: string }> {
  let at = address
  for (let hops = 0; hops < 10; hops++) {
    const got = await client.fetch(at)
    const next = got.headers.location
    if (got.status < 300 || got.status >= 400 || typeof next !== 'string') return { end: at, ...got }
    const target = new URL(next, at)
    if (target.host !== new URL(address).host) return { end: target.href, status: got.status, text: '' }
    at = target.href
    // The shop's own pages are not built here: only the address can be checked.
    if (target.pathname.startsWith('/shopping-cart/')) return { end: at, status: got.status, text: '' }
  }
  throw new Error(`${address} goes round in circles`)
}

/** Presses a button on the sandbox's page and returns where the browser ends up. */
export async function pressSandboxButton(client: TestClient, href: string, word: 'pay' | 'decline'): Promise<string> {
  const got = await client.fetch({ method: 'POST', path: `${new URL(href).pathname}/${word}` })
  return (await followRedirects(client, String(got.headers.location))).end
}
