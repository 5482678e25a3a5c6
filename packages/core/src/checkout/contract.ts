import * as z from 'zod/mini'
import { user } from '../account/contract.ts'
import { cart } from '../cart/contract.ts'
import { unsoldFailures } from '../cart/failures.ts'
import { endpoint } from '../endpoint.ts'
import { day } from '../jobs/dates.ts'
import { msg } from '../msg.ts'
import { deliveryType } from '../provider/deliveryTypes.ts'
import { money, time, uuid } from '../schemas.ts'
import { voucherFailures } from '../vouchers/failures.ts'

// lingui-set comment="What the shop answers when a step of the checkout fails"
/** A child whose school group can receive an order. */
const deliverySubject = () => z.object({ uuid: uuid(), name: z.string(), group: z.string(), school: z.string() })
export type DeliverySubject = z.infer<ReturnType<typeof deliverySubject>>

/** 000 §3 Delivery option; `deliverytime` in business days. */
export const deliveryOption = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    description: z.string(),
    price: money(),
    deliverytime: z.int(),
    isExpress: z.boolean(),
    /** From then on the option is no longer offered. */
    expire: z.nullable(time()),
    /** The children whose groups can receive it, for a pickup at school. */
    subjects: z.array(deliverySubject()),
    /** The store, for a pickup there; otherwise empty. */
    pickupname: z.string(),
    pickupaddress1: z.string(),
    pickuppostalcode: z.string(),
    pickupcity: z.string(),
  })
export type DeliveryOption = z.infer<ReturnType<typeof deliveryOption>>

/** 000 §3 Pickup location: a store with the uuid, price and time of its first option. */
const pickupLocation = () =>
  z.object({ uuid: uuid(), price: money(), deliveryTime: z.object({ seconds: z.int(), string: z.string() }) })

/** 000 §3 Delivery method. */
export const deliveryMethod = () =>
  z.object({
    type: deliveryType(),
    name: z.string(),
    deliveryOptions: z.array(deliveryOption()),
    pickupLocations: z.array(pickupLocation()),
  })
export type DeliveryMethod = z.infer<ReturnType<typeof deliveryMethod>>

/** 000 §3 Payment option. The descriptions are HTML, sanitised. */
export const paymentOption = () =>
  z.object({
    uuid: uuid(),
    title: z.string(),
    mobileTitle: z.string(),
    description: z.string(),
    mobileDescription: z.string(),
    verifyMobile: z.boolean(),
    requirePersonNo: z.boolean(),
    /** The minimum age for paying with a personal id. */
    minimumAge: z.int(),
    /** The fee for this payment method, in minor units; 0 if there is none. */
    price: money(),
  })
export type PaymentOption = z.infer<ReturnType<typeof paymentOption>>

/** Downloads at a reduced price for this customer: a whole set, or each of its pictures. */
const upsaleProduct = () =>
  z.object({
    type: z.enum(['set', 'file']),
    /** Whose pictures. */
    subject: z.object({ uuid: uuid(), name: z.string() }),
    /** The number of pictures on offer. */
    count: z.int(),
    /** The price to compare with, and the actual price: the saving is the difference. */
    price: money(),
    rebatedPrice: money(),
  })
export type UpsaleProduct = z.infer<ReturnType<typeof upsaleProduct>>

/** 000 §3 Upsell item. `products` is empty if the offer has a list of its own, as catalogues do. */
const upsaleItem = () => z.object({ type: z.enum(['CATALOGUE', 'DIGITAL_FILES']), products: z.array(upsaleProduct()) })
export type UpsaleItem = z.infer<ReturnType<typeof upsaleItem>>

/** Lengths only: what is required depends on the delivery type and the provider's options, and is checked by the server. */
export const deliveryData = () =>
  z.object({
    deliveryAddress: z.optional(
      z.object({
        name: z.string().check(z.trim(), z.maxLength(120)),
        address: z.string().check(z.trim(), z.maxLength(120)),
        address2: z.string().check(z.trim(), z.maxLength(120)),
        postalCode: z.string().check(z.trim(), z.maxLength(20)),
        city: z.string().check(z.trim(), z.maxLength(80)),
        state: z.string().check(z.trim(), z.maxLength(40)),
      }),
    ),
    contactInfo: z.optional(
      z.object({
        name: z.string().check(z.trim(), z.maxLength(120)),
        emailAddress: z.string().check(z.trim(), z.maxLength(254)),
      }),
    ),
    subject: z.optional(uuid()),
    /** Whether the address is as an address service returned it. The page reports it, and nothing depends on it. */
    verifiedAddress: z.optional(z.boolean()),
  })
export type DeliveryData = z.infer<ReturnType<typeof deliveryData>>

const paymentData = () =>
  z.object({
    mobilePhone: z.optional(z.string().check(z.maxLength(40))),
    pid: z.optional(z.string().check(z.maxLength(40))),
  })

export const unknownCheckout = {
  'checkout.unknown': {
    status: 404,
    text: msg({ message: 'This checkout has ended. Please start again from your cart.' }),
  },
} as const
const changedCart = {
  'checkout.cart_changed': {
    status: 409,
    text: msg({ message: 'Your cart has changed in the meantime. Please look at it again.' }),
  },
} as const
const choices = {
  'checkout.delivery_option': { status: 400, text: msg({ message: 'This delivery method is no longer available.' }) },
  'checkout.payment_option': { status: 400, text: msg({ message: 'This payment method is no longer available.' }) },
} as const

export const checkout = {
  create: endpoint({
    name: 'checkout.create',
    method: 'POST',
    path: '/api/webshop/checkout',
    access: 'customer',
    changes: true,
    input: () => z.object({}),
    answer: () =>
      z.object({
        checkoutUuid: uuid(),
        cart: cart(),
        deliveryOptions: z.array(deliveryMethod()),
        /** Until this day delivery is free because of the pictures' jobs, except express; null if it is not. */
        freeDeliveryUntil: z.nullable(day()),
        user: user(),
        hasActiveRebateCampaigns: z.boolean(),
        termsOfPurchase: z.string(),
        /** The consent text for downloads, verbatim; null if there are none. */
        digitalConsent: z.nullable(z.string()),
        options: z.object({
          gatherAddress2: z.boolean(),
          gatherState: z.boolean(),
          states: z.record(z.string(), z.string()),
          hidePostalCode: z.boolean(),
          /** Two letters: the only country to which the shop delivers. */
          country: z.string(),
          showDisabledDeliveryCountry: z.boolean(),
          useAddressAutocompleteService: z.boolean(),
          disableOrderComment: z.boolean(),
        }),
        /** The offers on the way to the order, in the order in which they are shown. */
        upsaleList: z.array(upsaleItem()),
        catalogueMaxDeliveryTime: z.nullable(z.int()),
        /** Whether the cart contains downloads, and whether it contains deliveries. */
        contains: z.object({ digital: z.boolean(), delivered: z.boolean() }),
        /** The selections when this checkout was last submitted: a declined payment does not cost the customer the form. */
        choice: z.nullable(
          z.object({
            deliveryOptionUuid: uuid(),
            deliveryOptionData: deliveryData(),
            paymentOptionUuid: uuid(),
            comment: z.string(),
          }),
        ),
        /** Why the last payment of this checkout failed, if it did. Nothing was charged. */
        failedPayment: z.nullable(z.enum(['declined', 'abandoned', 'failed'])),
      }),
    failures: { 'checkout.empty': { status: 409, text: msg({ message: 'Your cart is empty.' }) } },
    summary: 'Starts a checkout of the current cart, or continues the one already started for it.',
  }),
  paymentOptions: endpoint({
    name: 'checkout.paymentOptions',
    method: 'GET',
    path: '/api/webshop/checkout/:checkoutUuid/delivery-options/:deliveryOptionUuid/payment-options',
    access: 'customer',
    changes: false,
    input: () => z.object({ checkoutUuid: uuid(), deliveryOptionUuid: uuid() }),
    answer: () => z.object({ paymentOptions: z.array(paymentOption()), cart: cart() }),
    failures: { ...unknownCheckout, ...changedCart, ...choices },
    summary: 'The payment methods for a delivery option, and the cart with its fee.',
  }),
  choosePayment: endpoint({
    name: 'checkout.choosePayment',
    method: 'GET',
    path: '/api/webshop/checkout/:checkoutUuid/delivery-options/:deliveryOptionUuid/payment-options/:paymentOptionUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ checkoutUuid: uuid(), deliveryOptionUuid: uuid(), paymentOptionUuid: uuid() }),
    answer: () => z.object({ cart: cart() }),
    failures: { ...unknownCheckout, ...changedCart, ...choices },
    summary: 'The cart with the fees of the delivery and payment option.',
  }),
  useVoucher: endpoint({
    name: 'checkout.useVoucher',
    method: 'POST',
    path: '/api/webshop/checkout/:checkoutUuid/verify-rebate-code',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        checkoutUuid: uuid(),
        deliveryOptionUuid: uuid(),
        /** Includes the fee of this method, if it is selected. */
        paymentOptionUuid: z.optional(uuid()),
        code: z.string().check(z.trim(), z.maxLength(60)),
      }),
    answer: () => z.object({ cart: cart() }),
    failures: { ...unknownCheckout, ...changedCart, ...choices, ...voucherFailures },
    summary: 'Applies a voucher code to the cart; an empty one removes the current code.',
  }),
  checkPayment: endpoint({
    name: 'checkout.checkPayment',
    method: 'POST',
    path: '/api/webshop/checkout/:checkoutUuid/payment-data',
    access: 'customer',
    changes: true,
    input: () => z.object({ checkoutUuid: uuid(), paymentOptionUuid: uuid(), paymentOptionData: paymentData() }),
    answer: () => z.object({}),
    failures: { ...unknownCheckout, ...choices },
    summary: 'Checks the phone number and personal id for a payment method. Nothing is stored.',
  }),
  transaction: endpoint({
    name: 'checkout.transaction',
    method: 'POST',
    path: '/api/webshop/checkout/:checkoutUuid/transaction',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        checkoutUuid: uuid(),
        deliveryOptionUuid: uuid(),
        paymentOptionUuid: uuid(),
        deliveryOptionData: deliveryData(),
        paymentOptionData: paymentData(),
        client: z.enum(['desktop', 'mobile']),
        comment: z.string().check(z.maxLength(2000)),
        termsAccepted: z.literal(true),
        /** Agrees to the consent text of `checkout.create`. Required if the cart contains downloads. */
        digitalConsent: z.optional(z.boolean()),
        /** The total that the customer saw, in minor units. */
        totalPrice: money(),
        /** Where the browser goes after the payment: an address on one of the provider's origins; `{orderUuid}` is replaced. */
        returnTo: z.optional(z.string().check(z.maxLength(2000))),
        /** Where it goes if the payment failed: the page with the checkout. */
        backTo: z.optional(z.string().check(z.maxLength(2000))),
      }),
    answer: () =>
      z.object({
        transaction: z.object({ uuid: uuid() }),
        order: z.object({ uuid: uuid() }),
        /** Where to send the browser. Contains an access token for one use. */
        paymentHref: z.string(),
      }),
    failures: {
      ...unknownCheckout,
      ...changedCart,
      ...choices,
      ...unsoldFailures,
      ...voucherFailures,
      'checkout.price_changed': {
        status: 409,
        text: msg({ message: 'The price has changed in the meantime. Please look at the summary again.' }),
      },
      'checkout.digital_consent': {
        status: 400,
        text: msg({ message: 'Please agree that the delivery of your digital pictures begins at once.' }),
      },
      'checkout.return_refused': {
        status: 400,
        text: msg({ message: 'The shop may not send you back to this website.' }),
      },
      'checkout.gateway': {
        status: 502,
        text: msg({ message: 'The payment service does not answer. Nothing was charged. Please try again.' }),
      },
      'checkout.superseded': {
        status: 409,
        text: msg({ message: 'This order was placed in another window. Please continue there.' }),
      },
      /** `data` contains `orderUuid`. */
      'checkout.already_paid': { status: 409, text: msg({ message: 'This order is paid already.' }) },
    },
    summary: 'Places the order of a checkout and opens a payment. If sent twice, returns the same transaction.',
  }),
}
