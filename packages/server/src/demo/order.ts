import { randomUUID } from 'node:crypto'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import type { StoredCustomer } from '../features/account/collection.ts'
import { addLines } from '../features/cart/addLines.ts'
import { priceCart } from '../features/cart/priceCart.ts'
import { beginCheckout } from '../features/checkout/collection.ts'
import { createTransaction } from '../features/checkout/createTransaction.ts'
import { requireDelivery } from '../features/checkout/deliveries.ts'
import { feesOf, requirePayment } from '../features/checkout/paymentOptions.ts'
import { templateOf } from '../features/template/collection.ts'
import { fillDesign, fillSubjectOf } from '../features/template/scenes/fillDesign.ts'
import { layOutDesign } from '../features/template/scenes/layOutDesign.ts'
import type { App } from '../platform/app.ts'
import type { CallContext } from '../platform/feature.ts'
import type { Provider } from '../platform/provider/document.ts'

const TEMPLATE = '7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0c02'
const CARDS = 10
const DAYS_AGO = 12

/** One past order of a customer, paid by invoice, made in the same way as every order of the shop. Returns its uuid. */
export async function seedOrder(
  app: App,
  provider: Provider,
  { _id: uuid, email, language, name, address }: StoredCustomer,
  subject: string,
): Promise<string> {
  const now = new Date(app.clock().getTime() - DAYS_AGO * 24 * 60 * 60_000)
  const [protocol, host] = ['http', new URL(app.env.publicUrl).host]
  const call: CallContext<'customer'> = {
    app: { ...app, clock: () => now },
    provider,
    customer: { uuid, email, language, isSimulated: false },
    flow: null,
    language,
    now,
    // The only thing that an order needs from a request is the shop's address.
    http: { protocol, host, hostname: host.split(':')[0] } as CallContext['http'],
  }
  await putInCart(call, subject)
  const cart = await priceCart(call.app, provider, uuid, language)
  const method = provider.deliveryMethods.find(({ type }) => type === 'postage')
  const deliveryOptionUuid = method?.deliveryOptions[0]?.uuid ?? ''
  const paymentOptionUuid = provider.paymentOptions.find(({ gateway }) => gateway === 'invoice')?.uuid ?? ''
  const delivery = requireDelivery(provider, cart, language, now, deliveryOptionUuid)
  const { totalPrice } = feesOf(cart, delivery, requirePayment(call.app, provider, language, paymentOptionUuid))
  const lines = cart.lines.map((line) => line.uuid)
  const sights = { lines, newPictures: [], fewerPictures: [], newClasses: [] }
  const checkout = await beginCheckout(call.app, provider, uuid, cart.version, sights)
  const { order } = await createTransaction(
    {
      checkoutUuid: checkout._id,
      deliveryOptionUuid,
      paymentOptionUuid,
      deliveryOptionData: { deliveryAddress: { name: name ?? '', ...addressOf(address) } },
      paymentOptionData: {},
      client: 'mobile',
      comment: '',
      termsAccepted: true,
      totalPrice,
    },
    call,
  )
  return order.uuid
}

async function putInCart(call: CallContext<'customer'>, subject: string): Promise<void> {
  const { provider, customer, language } = call
  const { app } = call
  const definition = await templateOf(app, provider.key, TEMPLATE)
  if (!definition) throw new Error(`The demo world has no template ${TEMPLATE}`)
  const filled = await fillSubjectOf(app, provider, customer.uuid, subject)
  const content = await fillDesign(app, definition, filled, { subject, language })
  const sent = {
    product: { uuid: definition.product },
    quantity: CARDS,
    subject,
    template: content.template,
    templateData: { userResources: content.resources, year: content.year ?? null },
    sceneHash: await sceneHash(await layOutDesign(app, provider, content, language)),
  }
  await addLines({ requestId: randomUUID(), lines: [sent] }, call)
}

function addressOf({ address = '', address2 = '', postalCode = '', city = '', state = '' }: StoredCustomer['address']) {
  return { address, address2, postalCode, city, state }
}
