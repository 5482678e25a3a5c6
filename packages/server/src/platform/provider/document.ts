import { contactInfo, menuItem } from '@portraitkit/core/provider/contract.ts'
import { deliveryType } from '@portraitkit/core/provider/deliveryTypes.ts'
import { look } from '@portraitkit/core/provider/look.ts'
import { postalAddress } from '@portraitkit/core/provider/postalAddress.ts'
import * as z from 'zod/mini'

const texts = () => z.record(z.string(), z.string())
const uuid = () => z.uuid()
const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}
const languageTag = () =>
  z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, 'A language tag such as nb or de-AT'))
const amount = () => z.int().check(z.nonnegative())

const deliveryOption = () =>
  z.object({
    uuid: uuid(),
    name: texts(),
    description: texts(),
    price: amount(),
    /** Business days. */
    deliverytime: z.int(),
    isExpress: z.boolean(),
    /** When an express option ends. */
    expire: z.nullable(z.iso.datetime()),
    /** Where it is picked up, for `store-pickup`: options of one store share the first 23 characters of the uuid. */
    pickupname: z.optional(z.string()),
    pickupaddress1: z.optional(z.string()),
    pickuppostalcode: z.optional(z.string()),
    pickupcity: z.optional(z.string()),
  })

export const deliveryMethod = () =>
  z.object({
    type: deliveryType(),
    name: texts(),
    deliveryOptions: z.array(deliveryOption()),
  })

export const paymentOption = () =>
  z.object({
    uuid: uuid(),
    /** A name from the list in payments/index.ts. */
    gateway: z.string(),
    title: texts(),
    description: texts(),
    /** For phones, if the wording differs there. */
    mobileTitle: z.optional(texts()),
    mobileDescription: z.optional(texts()),
    /** Added to the order as a fee line. */
    fee: amount(),
    verifyMobile: z.boolean(),
    /** The personal id of the provider's country: Norway, Sweden, Denmark or Finland. */
    requirePersonNo: z.boolean(),
    /** Minimum age for paying with a personal id; 18 by default. */
    minimumAge: z.optional(z.int().check(z.nonnegative(), z.lte(120))),
  })

const tax = () =>
  z.object({
    name: z.string(),
    percent: z.number(),
    /** Other rates, for products of these types, such as 0 for printed books. */
    rates: z.optional(z.array(z.object({ percent: z.number(), types: z.array(z.int()) }))),
  })

/** A provider: everything that is specific to its shop. Prices and products are separate documents. */
export const providerDocument = () =>
  z.object({
    key: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/)),
    uuid: uuid(),
    name: z.string(),
    /** Host names (without port) at which the server shows this shop. */
    hosts: z.array(z.string()),
    /** Origins of the provider's own pages that may use the API, such as `https://studio.example.com`. */
    origins: z.array(z.string()),
    look: look(),
    menu: z.array(menuItem()),
    contactInfo: contactInfo(),
    /** `long` is the language's tag, `name` its own name for itself. */
    languages: z.array(z.object({ long: languageTag(), name: z.string() })).check(z.minLength(1)),
    defaultLanguage: z.string(),
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    /** IANA name of the time zone in which job days are counted; by default the country's. */
    timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone such as Europe/Oslo'))),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    terms: z.object({ service: texts(), purchase: texts() }),
    privacyPolicy: z.nullable(texts()),
    /** Minor units; below zero: no free delivery. */
    freeShippingThreshold: z.int(),
    /** Text over pictures that have not been bought; null: none. */
    watermark: z.nullable(z.string()),
    deliveryMethods: z.array(deliveryMethod()),
    paymentOptions: z.array(paymentOption()),
    /**
     * Allows the gateway `sandbox`, which takes no money, with NODE_ENV=production: for a demonstration shop, never for one
     * that sells. Off by default.
     */
    allowSandboxInProduction: z.optional(z.boolean()),
    /** Configuration per gateway, each text in it sealed. */
    gateways: z.record(z.string(), z.record(z.string(), z.string())),
    /**
     * The service that completes addresses in the shipping form, by its name in addresses/addressServices.ts, each text sealed.
     */
    addressService: z.optional(
      z.nullable(
        z.object({
          name: z.string(),
          config: z.record(z.string(), z.string()),
          /** For the service `list`. */
          addresses: z.optional(z.array(postalAddress()).check(z.maxLength(500))),
        }),
      ),
    ),
    /** Days that calendars show as holidays, with a name in each language. */
    holidays: z.optional(z.array(z.object({ date: z.iso.date(), names: texts() })).check(z.maxLength(2000))),
    /** Name of the tax and its rate in percent, included in the prices. */
    tax: z.nullable(tax()),
    /** The number under which the provider pays it; shown on receipts. */
    taxNumber: z.optional(z.string()),
    options: z.object({
      acceptMailDefaultOn: z.boolean(),
      disableAcceptMailOptionWhenRegisteringUser: z.boolean(),
      disableAcceptMailWhenLoggingIn: z.boolean(),
      gatherAddress2: z.boolean(),
      gatherState: z.boolean(),
      states: z.record(z.string(), z.string()),
      hidePostalCode: z.boolean(),
      showDisabledDeliveryCountry: z.boolean(),
      useAddressAutocompleteService: z.boolean(),
      disableOrderComment: z.boolean(),
      allowOwnPhotos: z.boolean(),
      disableImageToolbox: z.boolean(),
      addToCartWarningEnabled: z.boolean(),
      /** Pictures of two photographers never share a package. Off by default. */
      whiteLabelDisableMixPhotographers: z.optional(z.boolean()),
      /** AUT-14: sends the page analytics events, as `pk-analytics`. Off by default. */
      analyticsEnabled: z.optional(z.boolean()),
      /** Also pushes it to `window.dataLayer`, in the shape of GA4. Off by default. */
      dataLayerEnabled: z.optional(z.boolean()),
    }),
  })
export type Provider = z.infer<ReturnType<typeof providerDocument>>
