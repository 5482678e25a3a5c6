import type { DeliveryMethod, DeliveryOption, DeliverySubject } from '@portraitkit/core/checkout/contract.ts'
import { deliveryPrice } from '@portraitkit/core/checkout/deliveryPrice.ts'
import { isExpired } from '@portraitkit/core/checkout/optionExpiry.ts'
import { groupByStore, isExpressPickup } from '@portraitkit/core/checkout/pickupStores.ts'
import { type DeliveryType, deliveryForms } from '@portraitkit/core/provider/deliveryTypes.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { Failure } from '../../platform/failure.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { downloadsOf, isDelivered, type PricedLine } from '../cart/lineKinds.ts'
import type { PricedCart } from '../cart/priceCart.ts'
import { deliveryTypes } from '../orders/deliveryTypes.ts'
import { orderTexts } from '../orders/orderTexts.ts'

/** The delivery methods for a cart: those of the provider that fit its content, as they are now. */

/** The facts of a cart that decide how it can be delivered, and at what price. */
export type DeliverableCart = Pick<PricedCart, 'lines' | 'jobs' | 'productsPrice' | 'freeDeliveryUntil'>
export type ChosenDelivery = { method: DeliveryMethod; option: DeliveryOption }

/** A delivery method for files that every shop has, whether its provider configured one or not: files cost no postage. */
const DOWNLOAD_OPTION = '00000000-0000-4000-8000-00000000d161'
const DAY_SECONDS = 24 * 60 * 60

/** Whether any of these lines is delivered, and whether any is downloaded at once. */
export function cartContents(lines: readonly PricedLine[]): { digital: boolean; delivered: boolean } {
  return { digital: lines.some((line) => downloadsOf(line).length > 0), delivered: lines.some(isDelivered) }
}

/** The methods for a cart, each with the options that are offered now, at their price for this cart. */
export function offeredDeliveryMethods(
  provider: Provider,
  cart: DeliverableCart,
  language: string,
  now: Date,
): DeliveryMethod[] {
  const { delivered } = cartContents(cart.lines)
  const subjects = subjectsOf(cart)
  return methodsNow(provider, language, now)
    .filter(({ type }) => deliveryTypes[type].isDelivered === delivered)
    .filter(({ type }) => deliveryForms[type] !== 'child' || subjects.length > 0)
    .map((method) => {
      const deliveryOptions = method.deliveryOptions.map((option) => ({
        ...option,
        price: priceOf(provider, cart, option),
        subjects: deliveryForms[method.type] === 'child' ? subjects : [],
      }))
      return { ...method, deliveryOptions, pickupLocations: locationsOf(method.type, deliveryOptions, language) }
    })
}

/** The provider's methods that are offered now, whatever is in the cart. */
function methodsNow(provider: Provider, language: string, now: Date): DeliveryMethod[] {
  const methods = provider.deliveryMethods.flatMap(({ type, name, deliveryOptions }) => {
    const offered = deliveryOptions.filter((option) => !isExpired(option, now))
    if (offered.length === 0) return []
    const shownOptions = offered.map(
      (option): DeliveryOption => ({
        ...EVERY_OPTION,
        ...option,
        isExpress: option.isExpress || (deliveryTypes[type].hasStores && isExpressPickup(option.uuid)),
        name: inLanguage(option.name, language),
        description: inLanguage(option.description, language),
      }),
    )
    return [{ type, name: inLanguage(name, language), deliveryOptions: shownOptions, pickupLocations: [] }]
  })
  return methods.every(({ type }) => deliveryTypes[type].isDelivered) ? [...methods, downloadMethod(language)] : methods
}

const EVERY_OPTION = {
  subjects: [],
  pickupname: '',
  pickupaddress1: '',
  pickuppostalcode: '',
  pickupcity: '',
} satisfies Partial<DeliveryOption>

function downloadMethod(language: string): DeliveryMethod {
  const name = translateTo(language)(orderTexts.download)
  const option = {
    uuid: DOWNLOAD_OPTION,
    name,
    description: '',
    price: 0,
    deliverytime: 0,
    isExpress: false,
    expire: null,
  }
  return { type: 'digital-delivery', name, deliveryOptions: [{ ...EVERY_OPTION, ...option }], pickupLocations: [] }
}

/** A store is named after its first option that is not express; its delivery time is also given in words. */
function locationsOf(type: DeliveryType, options: readonly DeliveryOption[], language: string) {
  if (!deliveryTypes[type].hasStores) return []
  return groupByStore(options).flatMap((variants) => {
    const own = variants.find(({ isExpress }) => !isExpress) ?? variants[0]
    if (!own) return []
    const { uuid, price, deliverytime } = own
    const string = translateTo(language)(orderTexts.days, { days: deliverytime })
    return [{ uuid, price, deliveryTime: { seconds: deliverytime * DAY_SECONDS, string } }]
  })
}

/** The children in whose groups something of this cart can be handed out. */
function subjectsOf({ lines, jobs }: DeliverableCart): DeliverySubject[] {
  const uuids = new Set(lines.filter(isDelivered).flatMap(({ subjects }) => subjects.map(({ uuid }) => uuid)))
  return [...uuids].flatMap((uuid) => {
    const found = jobs.get(uuid)
    return found ? [{ uuid, name: found.subject.name, group: found.subject.group, school: found.job.name }] : []
  })
}

/** The option with its method. Throws if it is not offered, or not for this cart. */
export function requireDelivery(
  provider: Provider,
  cart: DeliverableCart,
  language: string,
  now: Date,
  uuid: string,
): ChosenDelivery {
  return inMethods(offeredDeliveryMethods(provider, cart, language, now), uuid)
}

/** The type of an option that is offered now. Throws if it is not offered. */
export function deliveryTypeOf(provider: Provider, language: string, now: Date, uuid: string): DeliveryType {
  return inMethods(methodsNow(provider, language, now), uuid).method.type
}

function inMethods(methods: readonly DeliveryMethod[], uuid: string): ChosenDelivery {
  for (const method of methods) {
    const option = method.deliveryOptions.find((each) => each.uuid === uuid)
    if (option) return { method, option }
  }
  throw new Failure('checkout.delivery_option')
}

/** The child that was selected for a pickup at school. Throws if the cart contains nothing of that child. */
export function requirePickupSubject(
  { method, option }: ChosenDelivery,
  subjectUuid: string | undefined,
): DeliverySubject | null {
  if (deliveryForms[method.type] !== 'child') return null
  const subject = option.subjects.find(({ uuid }) => uuid === subjectUuid)
  if (!subject) throw new Failure('checkout.delivery_option')
  return subject
}

/** A voucher must not make delivery more expensive: the price of the products without it decides. */
function priceOf(
  provider: Provider,
  { productsPrice, freeDeliveryUntil }: DeliverableCart,
  option: DeliveryOption,
): number {
  return deliveryPrice(option, productsPrice, provider.freeShippingThreshold, freeDeliveryUntil !== null)
}
