import type { Cart } from '@portraitkit/core/cart/contract.ts'
import { postalAddresses } from '@portraitkit/core/checkout/addressContract.ts'
import { checkout as contract } from '@portraitkit/core/checkout/contract.ts'
import { failedPayment } from '@portraitkit/core/checkout/paymentJournal.ts'
import { upsales } from '@portraitkit/core/checkout/upsaleContract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { translateTo } from '../../platform/texts.ts'
import { gateways } from '../../ports/payments/index.ts'
import { findUser } from '../account/collection.ts'
import { uuidOf } from '../cart/line.ts'
import { catalogueDays, linePictures } from '../cart/lineKinds.ts'
import { type PricedCart, priceCart } from '../cart/priceCart.ts'
import { acknowledgeLines } from '../cart/seenLines.ts'
import { previewsOf, showCart } from '../cart/showCart.ts'
import { consentTexts } from '../orders/consentTexts.ts'
import { hasOpenVouchers } from '../vouchers/applyVoucher.ts'
import { advanceCheckout, checkoutClockCheck, checkoutSweep, voucherRelease } from './advanceCheckout.ts'
import { requireCheckout, requireSameCart } from './checkOrder.ts'
import {
  attemptsOf,
  beginCheckout,
  checkoutCollections,
  draftOf,
  draftsOf,
  type NewSights,
  picturesUnderPayment,
  type StoredCheckout,
} from './collection.ts'
import { createTransaction } from './createTransaction.ts'
import { cartContents, offeredDeliveryMethods, requireDelivery } from './deliveries.ts'
import { neverPaidSweep } from './neverPaid.ts'
import { checkPaymentData } from './paymentData.ts'
import { paymentMetrics } from './paymentMetrics.ts'
import { cartWithFees, feesOf, offeredPayment, requirePayment } from './paymentOptions.ts'
import { paymentPage, webhookPage } from './paymentPages.ts'
import { checkoutPersonalData } from './personalData.ts'
import { looksUpAddresses, resolveAddress, suggestAddresses } from './postalAddresses.ts'
import { checkoutFaults, productionFaults } from './providerFaults.ts'
import { recordSummary } from './summary.ts'
import { tryVoucher } from './tryVoucher.ts'
import { buyCatalogues, buyDigitalSets, upsaleOf } from './upsale.ts'

const everyCall = { ...contract, ...postalAddresses, ...upsales }

/** 000 §2 Checkout, with the gateways that it pays through. */
export const checkout: Feature = {
  name: 'checkout',
  providerFaults: checkoutFaults,
  productionFaults,
  personalData: checkoutPersonalData,
  picturesInUse: async (app, { provider, uuid }) => {
    return (await draftsOf(app, provider, uuid)).flatMap(({ lines }) => lines.flatMap(linePictures))
  },
  picturesToPrint: picturesUnderPayment,
  collections: [...checkoutCollections, ...gateways.flatMap(({ collections = [] }) => collections)],
  pages: [paymentPage, webhookPage, ...gateways.flatMap(({ pages = [] }) => pages)],
  background: [
    checkoutSweep,
    checkoutClockCheck,
    neverPaidSweep,
    voucherRelease,
    ...gateways.flatMap(({ background = [] }) => background),
  ],
  paymentsOf: async (app, customer, order) =>
    (await attemptsOf(app, customer, order)).map(({ transaction, gateway, amount, state, created }) => ({
      transaction,
      gateway,
      amount,
      state,
      created,
    })),
  metrics: paymentMetrics,
  commands: [
    {
      name: 'payments',
      usage: 'payments show | set | unset | check | offer',
      summary: 'shows and sets how customers pay, stores and checks the keys of payment gateways',
      load: async () => (await import('./command.ts')).paymentsCommand,
    },
  ],
  subcommands: [
    {
      of: 'orders',
      usage: 'refund <order>',
      summary: 'refunds an order',
      load: async () => (await import('./orderSubcommands.ts')).orderSubcommands,
    },
  ],
  calls: bind(everyCall, {
    suggestAddresses,
    resolveAddress,

    create: async (_input, call) => {
      const { app, provider, customer, language, now } = call
      const { priced, sights } = await priceSeenCart(call)
      // lines that cannot be ordered now are listed in the cart, with the reason
      if (priced.lines.length === 0) throw new Failure('checkout.empty', { data: { unsold: priced.unsold.length } })
      const current = await beginCheckout(app, provider, customer.uuid, priced.version, sights)
      const opened = await recordSummary(app, current, sights.lines)
      if (opened.paidBy) {
        // It is paid, and the process that was closing it has died: the lines are ordered, but not yet removed from the cart.
        await advanceCheckout(app, provider, opened)
        throw new Failure('checkout.empty')
      }
      const pieces = priced.lines.map(({ product, quantity }) => ({ product: product.uuid, quantity }))
      const facts = () => factsOf(app, provider, customer.uuid, pieces)
      const [user, previews, hasActiveRebateCampaigns, upsaleList, choice] = await Promise.all([
        findUser(app, provider, customer),
        previewsOf(call, priced.lines),
        hasOpenVouchers(app, provider.key, facts),
        upsaleOf(call, priced),
        lastChoice(app, opened),
      ])
      if (!user) throw new Failure('session.required')
      const contains = cartContents(priced.lines)
      return {
        checkoutUuid: opened._id,
        cart: showCart(call, withSights(priced, opened), previews),
        deliveryOptions: offeredDeliveryMethods(provider, priced, language, now),
        freeDeliveryUntil: priced.freeDeliveryUntil,
        user,
        hasActiveRebateCampaigns,
        termsOfPurchase: inLanguage(provider.terms.purchase, language),
        digitalConsent: contains.digital ? translateTo(language)(consentTexts.agreement) : null,
        options: optionsOf(call),
        upsaleList,
        catalogueMaxDeliveryTime: catalogueDays(priced.lines),
        contains,
        choice,
        failedPayment: failedPayment(opened),
      }
    },

    paymentOptions: async ({ checkoutUuid, deliveryOptionUuid }, call) => ({
      paymentOptions: offeredPayment(call.app, call.provider, call.language),
      cart: await cartOfChoice(call, await sameCart(call, checkoutUuid), { deliveryOptionUuid }),
    }),

    choosePayment: async ({ checkoutUuid, ...choice }, call) => ({
      cart: await cartOfChoice(call, await sameCart(call, checkoutUuid), choice),
    }),

    useVoucher: async ({ checkoutUuid, code, ...choice }, call) => {
      await tryVoucher(code, await sameCart(call, checkoutUuid), call)
      return { cart: await cartOfChoice(call, await sameCart(call, checkoutUuid), choice) }
    },

    checkPayment: async ({ checkoutUuid, paymentOptionUuid, paymentOptionData }, call) => {
      await requireCheckout(call, checkoutUuid)
      checkPaymentData(
        requirePayment(call.app, call.provider, call.language, paymentOptionUuid),
        paymentOptionData,
        call,
      )
      return {}
    },

    addDigitalSets: buyDigitalSets,
    addCatalogues: buyCatalogues,

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

/** The cart with the fees of the selected options. */
async function cartOfChoice(
  call: CallContext<'customer'>,
  priced: PricedCart,
  { deliveryOptionUuid, paymentOptionUuid }: { deliveryOptionUuid: string; paymentOptionUuid?: string | undefined },
): Promise<Cart> {
  const { app, provider, language, now } = call
  const delivery = requireDelivery(provider, priced, language, now, deliveryOptionUuid)
  const payment =
    paymentOptionUuid === undefined ? undefined : requirePayment(app, provider, language, paymentOptionUuid)
  return cartWithFees(call, priced, feesOf(priced, delivery, payment), await previewsOf(call, priced.lines))
}

/**
 * The cart as the summary shows it, with all pictures as they are now, and the lines that look different since: with other pictures it is another
 * cart, and another checkout.
 */
async function priceSeenCart(call: CallContext<'customer'>): Promise<{ priced: PricedCart; sights: NewSights }> {
  const { app, provider, customer, language } = call
  const priced = await priceCart(app, provider, customer.uuid, language)
  const uuids = priced.lines.map(uuidOf)
  const newPictures = uuids.filter((uuid) => priced.replaced.has(uuid))
  const fewerPictures = uuids.filter((uuid) => priced.reduced.has(uuid))
  const newClasses = uuids.filter((uuid) => priced.moved.has(uuid))
  const sights = { newPictures, fewerPictures, newClasses }
  if (Object.values(sights).flat().length === 0 && !priced.hasUnrecorded)
    return { priced, sights: { ...sights, lines: uuids } }
  await acknowledgeLines(call, priced.lines)
  const seen = await priceCart(app, provider, customer.uuid, language)
  return { priced: seen, sights: { ...sights, lines: seen.lines.map(uuidOf) } }
}

/** The lines of which the summary says that they are different. */
function withSights(
  priced: PricedCart,
  { newPictures = [], fewerPictures = [], newClasses = [] }: StoredCheckout,
): PricedCart {
  return { ...priced, replaced: new Set(newPictures), reduced: new Set(fewerPictures), moved: new Set(newClasses) }
}

/** The cart of a checkout, as its customer sees it from now on. Throws if it has changed since. */
async function sameCart(call: CallContext<'customer'>, checkoutUuid: string): Promise<PricedCart> {
  const { app, provider, customer, language } = call
  const checkout = await requireCheckout(call, checkoutUuid)
  const priced = await priceCart(app, provider, customer.uuid, language)
  requireSameCart(priced, checkout)
  return withSights(priced, await recordSummary(app, checkout, priced.lines.map(uuidOf)))
}

/** The form as it was last sent, so that a declined payment does not lose it. */
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
