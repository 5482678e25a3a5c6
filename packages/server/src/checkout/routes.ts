import { postalAddresses } from '@portraitkit/core/checkout/addressContract.ts'
import { checkout as contract } from '@portraitkit/core/checkout/contract.ts'
import { failedPayment } from '@portraitkit/core/checkout/journal.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { findUser } from '../account/collection.ts'
import type { App } from '../app.ts'
import { type Chosen, chosenOf } from '../cart/chosen.ts'
import { catalogueDays } from '../cart/line.ts'
import { previewsOf, showCart } from '../cart/show.ts'
import { bind, type CallContext, type Feature } from '../feature.ts'
import { Failure } from '../http/failure.ts'
import { gateways } from '../payments/index.ts'
import { beginCheckout, checkoutCollections, draftOf, type StoredCheckout } from './collection.ts'
import { containsOf, offeredDelivery, theDelivery } from './deliveries.ts'
import { drive, sweeping } from './drive.ts'
import { cartWithFees, feesOf, offeredPayment, thePayment } from './offers.ts'
import { paymentPage, webhookPage } from './pages.ts'
import { checkPaymentData } from './paymentData.ts'
import { looksUpAddresses, resolveAddress, suggestAddresses } from './postalAddresses.ts'
import { createTransaction, theCheckout } from './transaction.ts'

const everyCall = { ...contract, ...postalAddresses }

/** 000 §2 Checkout, with the gateways that it pays through. */
export const checkout: Feature = {
  name: 'checkout',
  collections: [...checkoutCollections, ...gateways.flatMap(({ collections = [] }) => collections)],
  pages: [paymentPage, webhookPage, ...gateways.flatMap(({ pages = [] }) => pages)],
  background: [sweeping, ...gateways.flatMap(({ background = [] }) => background)],
  calls: bind(everyCall, {
    suggestAddresses,
    resolveAddress,

    create: async (_input, call) => {
      const { app, provider, customer, language, now } = call
      const chosen = await chosenOf(app, provider, customer.uuid, language)
      if (chosen.lines.length === 0) throw new Failure('checkout.empty')
      const begun = await beginCheckout(app, provider, customer.uuid, chosen.version)
      if (begun.paidBy) {
        // Paid, and whoever was closing it has died: the lines are ordered and only not taken out yet.
        await drive(app, provider, begun._id)
        throw new Failure('checkout.empty')
      }
      const user = await findUser(app, provider, customer)
      if (!user) throw new Failure('session.required')
      return {
        checkoutUuid: begun._id,
        cart: showCart(call, chosen, await previewsOf(call, chosen.lines)),
        deliveryOptions: offeredDelivery(provider, chosen, language, now),
        freeDeliveryUntil: chosen.freeDeliveryUntil,
        user,
        hasActiveRebateCampaigns: false,
        termsOfPurchase: inLanguage(provider.terms.purchase, language),
        options: optionsOf(call),
        upsaleList: [],
        catalogueMaxDeliveryTime: catalogueDays(chosen.lines),
        contains: containsOf(chosen.lines),
        choice: await lastChoice(app, begun),
        failedPayment: failedPayment(begun),
      }
    },

    paymentOptions: async ({ checkoutUuid, deliveryOptionUuid }, call) => {
      const { provider, language, now } = call
      const chosen = await sameCart(call, checkoutUuid)
      const fees = feesOf(chosen, theDelivery(provider, chosen, language, now, deliveryOptionUuid))
      return {
        paymentOptions: offeredPayment(provider, language),
        cart: cartWithFees(call, chosen, fees, await previewsOf(call, chosen.lines)),
      }
    },

    choosePayment: async ({ checkoutUuid, deliveryOptionUuid, paymentOptionUuid }, call) => {
      const { provider, language, now } = call
      const chosen = await sameCart(call, checkoutUuid)
      const delivery = theDelivery(provider, chosen, language, now, deliveryOptionUuid)
      const fees = feesOf(chosen, delivery, thePayment(provider, language, paymentOptionUuid))
      return { cart: cartWithFees(call, chosen, fees, await previewsOf(call, chosen.lines)) }
    },

    checkPayment: async ({ checkoutUuid, paymentOptionUuid, paymentOptionData }, call) => {
      await theCheckout(call, checkoutUuid)
      checkPaymentData(thePayment(call.provider, call.language, paymentOptionUuid), paymentOptionData, call)
      return {}
    },

    transaction: createTransaction,
  }),
}

function optionsOf({ provider }: CallContext<'customer'>) {
  const { options, country } = provider
  return {
    country,
    gatherAddress2: options.gatherAddress2,
    gatherState: options.gatherState,
    states: options.states,
    hidePostalCode: options.hidePostalCode,
    showDisabledDeliveryCountry: options.showDisabledDeliveryCountry,
    useAddressAutocompleteService: looksUpAddresses(provider),
    disableOrderComment: options.disableOrderComment,
  }
}

/** The cart that a checkout is of. Throws where it has changed since. */
async function sameCart(call: CallContext<'customer'>, checkoutUuid: string): Promise<Chosen> {
  const { app, provider, customer, language } = call
  const { cartVersion } = await theCheckout(call, checkoutUuid)
  const chosen = await chosenOf(app, provider, customer.uuid, language)
  if (chosen.version !== cartVersion) throw new Failure('checkout.cart_changed')
  return chosen
}

/** What was sent the last time: a declined payment does not cost the customer the form. */
async function lastChoice(app: App, { provider, attempts }: StoredCheckout) {
  const last = attempts.at(-1)
  if (!last) return null
  const { delivery, payment, contact, comment } = await draftOf(app, provider, last.transaction)
  return {
    deliveryOptionUuid: delivery.option,
    deliveryOptionData: delivery.address
      ? { deliveryAddress: delivery.address, verifiedAddress: delivery.verifiedAddress ?? false }
      : {
          contactInfo: { name: contact.name, emailAddress: contact.email },
          ...(delivery.subject && { subject: delivery.subject.uuid }),
        },
    paymentOptionUuid: payment.option,
    comment,
  }
}
