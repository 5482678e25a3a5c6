import { randomUUID } from 'node:crypto'
import type { UpsaleItem, UpsaleProduct } from '@portraitkit/core/checkout/contract.ts'
import type { upsales } from '@portraitkit/core/checkout/upsaleContract.ts'
import { buyablePictures, isSetOffered } from '@portraitkit/core/digital-portraits/offer.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { DIGITAL_PORTRAIT_PRODUCT, DIGITAL_SET_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { previousPrice, tierAt, tierPrice } from '@portraitkit/core/products/volumePrice.ts'
import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { grantedSubjects } from '../access/grants.ts'
import { addCatalogues } from '../cart/addCatalogues.ts'
import { filesForSale } from '../cart/filesForSale.ts'
import { catalogueDays, downloadsOf, hasCatalogue } from '../cart/lineKinds.ts'
import { type PricedCart, priceCart } from '../cart/priceCart.ts'
import { previewsOf, showCart } from '../cart/showCart.ts'
import { offeredCatalogues } from '../catalogues/offeredCatalogues.ts'
import { addSets } from '../digital-portraits/toggleFiles.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import { takesOrders } from '../jobs/days.ts'
import { orderedCatalogues } from '../orders/collection.ts'
import { priceListOf } from '../products/priceList.ts'
import { requireCheckout } from './checkOrder.ts'
import { offeredDeliveryMethods } from './deliveries.ts'

type Call = CallContext<'customer'>
type OfferPrice = Pick<UpsaleProduct, 'price' | 'rebatedPrice'>

/** 000 §2 Upsell popups: what a customer is offered on the way to ordering a cart, in this order. */
export async function upsaleOf(call: Call, cart: PricedCart): Promise<UpsaleItem[]> {
  const [hasCatalogue, products] = await Promise.all([hasCatalogueToOffer(call, cart), discountedFiles(call, cart)])
  return [
    ...(hasCatalogue ? [{ type: 'CATALOGUE' as const, products: [] }] : []),
    ...(products.length > 0 ? [{ type: 'DIGITAL_FILES' as const, products }] : []),
  ]
}

/** Whether a catalogue might have been forgotten: none is in the cart, and one is left that was not ordered before. */
async function hasCatalogueToOffer(
  { app, provider, customer, language }: Call,
  { lines }: PricedCart,
): Promise<boolean> {
  if (hasCatalogue(lines)) return false
  const offered = await offeredCatalogues(app, provider, customer.uuid, language)
  if (offered.length === 0) return false
  const ordered = await orderedCatalogues(app, provider.key, customer.uuid)
  return offered.some(
    ({ uuid, subject }) => !ordered.some((each) => each.catalogue === uuid && each.subject === subject.uuid),
  )
}

/** The downloads of the customer's sets at a reduced price that are neither bought nor in the cart. */
async function discountedFiles(call: Call, { lines }: PricedCart): Promise<UpsaleProduct[]> {
  const { app, provider, customer, language, now } = call
  const pieces = lines.map(({ product, quantity }) => ({ product: product.uuid, quantity }))
  const list = await priceListOf(app, provider, language, () => factsOf(app, provider, customer.uuid, pieces))
  const savingOn = (uuid: string): OfferPrice | null => {
    const product = list.find((each) => each.uuid === uuid)
    const before = pieces.reduce((sum, each) => sum + (each.product === uuid ? each.quantity : 0), 0)
    return product ? savingOf(product, before + 1) : null
  }
  const [set, file] = [savingOn(DIGITAL_SET_PRODUCT), savingOn(DIGITAL_PORTRAIT_PRODUCT)]
  if (!set && !file) return []
  const granted = await grantedSubjects(app, provider, customer.uuid)
  const { sets, bought } = await filesForSale(app, provider, customer.uuid, granted)
  const inCart = new Set(lines.flatMap(downloadsOf))
  const left = sets.filter(({ job, subject }) => takesOrders(job, provider, now) && !inCart.has(subject.uuid))
  return left.flatMap((each) => productsOf(each, { set, file }, { bought, inCart }))
}

/** PRC-4: by how much the next piece of a product is cheaper than its comparison price; null if it is not. */
function savingOf(product: Product, position: number): OfferPrice | null {
  const tier = tierAt(product.productprices, position)
  const price = previousPrice(product, tier)
  return price === null ? null : { price, rebatedPrice: tierPrice(product, tier) }
}

/** The offered part of a set: the whole of it if it is sold as a whole (DIG-4), and the remaining single pictures. */
function productsOf(
  { subject: { uuid, name }, pictures }: DeliveredSet,
  saving: Record<UpsaleProduct['type'], OfferPrice | null>,
  { bought, inCart }: { bought: Pick<ReadonlySet<string>, 'has'>; inCart: ReadonlySet<string> },
): UpsaleProduct[] {
  const job = { isArchived: false }
  const visible = pictures.map((picture) => ({ ...picture, bought: bought.has(picture.uuid) }))
  const set = { bought: bought.has(uuid), job, pictures: visible }
  const single = buyablePictures(set).filter((picture) => !inCart.has(picture.uuid))
  const subject = { uuid, name }
  return [
    ...(saving.set && isSetOffered(set)
      ? [{ type: 'set' as const, subject, count: pictures.length, ...saving.set }]
      : []),
    ...(saving.file && single.length > 0
      ? [{ type: 'file' as const, subject, count: single.length, ...saving.file }]
      : []),
  ]
}

/** 000 §7: puts whole sets into the cart of a checkout. */
export async function buyDigitalSets(
  { checkoutUuid, requestId = randomUUID(), data }: InputOf<typeof upsales.addDigitalSets>,
  call: Call,
): Promise<AnswerOf<typeof upsales.addDigitalSets>> {
  await requireCheckout(call, checkoutUuid)
  await addSets(
    data.subjects.map(({ uuid }) => uuid),
    requestId,
    call,
  )
  return { cart: (await cartNow(call)).cart }
}

/** 000 §7: puts catalogues into the cart of a checkout, and returns its current delivery methods. */
export async function buyCatalogues(
  { checkoutUuid, requestId = randomUUID(), catalogues }: InputOf<typeof upsales.addCatalogues>,
  call: Call,
): Promise<AnswerOf<typeof upsales.addCatalogues>> {
  await requireCheckout(call, checkoutUuid)
  await addCatalogues({ requestId, catalogues }, call)
  const { cart, priced } = await cartNow(call)
  return {
    cart,
    catalogueMaxDeliveryTime: catalogueDays(priced.lines),
    deliveryOptions: offeredDeliveryMethods(call.provider, priced, call.language, call.now),
  }
}

async function cartNow(call: Call) {
  const priced = await priceCart(call.app, call.provider, call.customer.uuid, call.language)
  return { priced, cart: showCart(call, priced, await previewsOf(call, priced.lines)) }
}
