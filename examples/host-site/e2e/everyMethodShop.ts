import { randomUUID } from 'node:crypto'
import type { Provider } from '../../../packages/server/src/platform/provider/document.ts'
import type { House } from './world.ts'

// A shop with every delivery and payment method. The journeys state their expectations themselves.

type Method = Provider['deliveryMethods'][number]
type Option = Method['deliveryOptions'][number]
type Described = Pick<Option, 'price' | 'deliverytime'> & Partial<Option>

const method = (type: Method['type'], name: string, options: Described[]): Method => ({
  type,
  name: { en: name },
  deliveryOptions: options.map((each) => ({
    ...{ uuid: randomUUID(), name: { en: name }, description: {}, isExpress: false, expire: null },
    ...each,
  })),
})

const store = (pickupname: string, pickupaddress1: string, pickuppostalcode: string) => ({
  ...{ pickupname, pickupaddress1, pickuppostalcode, pickupcity: 'Berlin' },
})

export const deliverEveryWay = (): Method[] => [
  method('postage', 'By post', [{ price: 490, deliverytime: 5 }]),
  method('store-pickup', 'In a store', [
    { price: 0, deliverytime: 3, ...store('The mill', 'Mühlenweg 1', '10119') },
    { price: 150, deliverytime: 4, ...store('The station', 'Bahnhofstraße 2', '10557') },
  ]),
  method('school-pickup', 'At school', [{ price: 70, deliverytime: 10 }]),
  method('digital-delivery', 'By download', [{ price: 0, deliverytime: 0 }]),
]

/** A card at the sandbox has no fee; the two others have one, and an invoice asks for a phone number. */
export function payEveryWay(stripe: House['stripe']): Pick<Provider, 'paymentOptions' | 'gateways'> {
  const { port, secretKey, webhookSecret } = stripe
  const ways = [
    { gateway: 'sandbox', title: 'Card', fee: 0, verifyMobile: false },
    { gateway: 'invoice', title: 'Invoice', fee: 195, verifyMobile: true },
    { gateway: 'stripe', title: 'Stripe', fee: 35, verifyMobile: false },
  ]
  return {
    paymentOptions: ways.map(({ title, ...each }) => ({
      ...each,
      uuid: randomUUID(),
      title: { en: title },
      description: { en: 'Safely, <b>without another account</b>' },
      requirePersonNo: false,
    })),
    gateways: { stripe: { secretKey, webhookSecret, apiBase: `http://127.0.0.1:${port}` } },
  }
}
