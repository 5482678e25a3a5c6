import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { day, jobDates } from '../jobs/dates.ts'
import { digitalFile } from '../jobs/digitalFile.ts'
import { chosenItems, packageContent, packageFailures, packageItem, unavailable } from '../photo-packages/contract.ts'
import { money, nothing, uuid } from '../schemas.ts'
import { resource, resources } from '../template/design.ts'
import { shownScene } from '../template/scene.ts'
import { closedFailures } from './closedFailures.ts'

/** 000 §3 Order line. Types: 0 product, 1 rebate-related, 2 rebate or voucher, 3 fee-like, 4 total. */
export const orderLine = () =>
  z.object({
    uuid: uuid(),
    type: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    product: z.nullable(z.object({ uuid: uuid(), name: z.string(), type: z.int() })),
    quantity: z.int(),
    description: z.string(),
    /** Before rebates. */
    linePrice: money(),
    /** What is charged. */
    actualLinePrice: money(),
    /** What a campaign takes off, where the law lets us say so, and what the campaign is called. */
    rebate: z.nullable(z.object({ linePrice: money(), campaign: z.optional(z.string()) })),
    /** Of an order: how the price came about, `count` pieces at `price` each. */
    runs: z.optional(z.array(z.object({ count: z.int(), price: money() }))),
    canChangeQuantity: z.boolean(),
    minimumQuantity: z.int(),
    maximumQuantity: z.nullable(z.int()),
    subProductUuids: z.array(uuid()),
    /** What these are called; left out where there are none. */
    subProducts: z.optional(z.array(z.object({ uuid: uuid(), name: z.string() }))),
    template: z.nullable(
      z.object({
        uuid: uuid(),
        version: z.int(),
        name: z.string(),
        data: z.object({ userResources: z.array(resource()), year: z.nullable(z.int()) }),
      }),
    ),
    /** A printed catalogue: which one, and whose it is. */
    catalogue: z.nullable(
      z.object({
        uuid: uuid(),
        /** Empty where the shop has no such catalogue any more. */
        name: z.string(),
        subject: z.object({ group: z.string(), name: z.string() }),
        deliveryTime: z.nullable(z.object({ days: z.int() })),
      }),
    ),
    /** A package: the subject that it was begun with, and what is in it. Previews as `preview`. */
    package: z.nullable(z.object({ uuid: uuid(), subject: z.nullable(uuid()), packageItems: z.array(packageItem()) })),
    /** False for what cannot be ordered any more: it costs nothing, and an order leaves it out. */
    isOffered: z.boolean(),
    /** Whose pictures can no longer be ordered, and since the end of which day, where that is why. */
    closed: z.optional(z.object({ name: z.string(), day: z.optional(day()) })),
    /** The days that its pictures' jobs name, the nearest of each kind. */
    dates: z.optional(jobDates()),
    /** The subjects whose pictures are in it. */
    subjects: z.array(z.object({ uuid: uuid(), name: z.string() })),
    /** What is downloaded: at most three of the pictures, as signed addresses by the length of the long edge. */
    digitalFiles: z.array(digitalFile()),
    /** Which scene will be printed: its hash. Null for what has no picture of its own. */
    sceneHash: z.nullable(z.string()),
    /**
     * Exactly what will be printed. The answers to a change of quantity and to a deletion leave it null: it has not
     * changed, and a full cart's previews are megabytes. `createCart` keeps them by `sceneHash`.
     */
    preview: z.nullable(shownScene()),
  })
export type OrderLine = z.infer<ReturnType<typeof orderLine>>

/** 000 §3 Cart. `version` grows with each change. */
export const cart = () =>
  z.object({
    version: z.int(),
    currency: z.string(),
    orderLines: z.array(orderLine()),
    summary: z.object({ totalPrice: money() }),
    /** The code of the voucher that the customer wants to use. */
    rebateCode: z.nullable(z.string()),
    /** Why it takes nothing off the cart as it is now, in words. */
    rebateProblem: z.optional(z.string()),
  })
export type Cart = z.infer<ReturnType<typeof cart>>

/** A command's id, made by the browser: the same command sent twice is done once. */
const requestId = () => uuid()
const cartChanged = () => z.object({ cart: cart() })

/** What is wanted with a product at an extra price (PRC-3). */
const chosenSubProducts = () => z.optional(z.array(uuid()).check(z.maxLength(50)))

export const newLine = () =>
  z.object({
    product: z.object({ uuid: uuid() }),
    subProductUuids: chosenSubProducts(),
    quantity: z.int().check(z.positive(), z.maximum(999)),
    subject: z.nullable(uuid()),
    template: z.object({ uuid: uuid(), version: z.int() }),
    templateData: z.object({ userResources: resources(), year: z.nullable(z.int()) }),
    /** Hash of the scene that the customer saw. */
    sceneHash: z.string(),
  })
export type NewLine = z.infer<ReturnType<typeof newLine>>

/** How many of a catalogue, for which of the customer's subjects. */
export const chosenCatalogue = () =>
  z.object({ uuid: uuid(), subject: uuid(), quantity: z.int().check(z.minimum(0), z.maximum(999)) })
export type ChosenCatalogue = z.infer<ReturnType<typeof chosenCatalogue>>

/** 000 §5: the alert, to the letter. */
export const NO_CATALOGUE = 'You need to select how many cataloges you would like before clicking Add to shopping cart'

const notOffered = {
  'cart.catalogue_gone': { status: 409, text: 'This catalogue can no longer be ordered.' },
} as const
const cartFull = {
  'cart.full': { status: 409, text: 'Your cart is full. Please finish this order first.' },
} as const

const lineFailures = {
  'cart.unknown_product': { status: 404, text: 'This product is no longer available.' },
  'cart.incomplete': { status: 400, text: 'There is still a picture missing.' },
  'cart.quantity': { status: 400, text: 'This quantity cannot be ordered.' },
  'cart.text_overflow': { status: 400, text: 'A text does not fit its place. Please shorten it.' },
  'template.unknown': { status: 404, text: 'This design is no longer available.' },
  'picture-sets.unknown': { status: 404, text: 'We could not find this picture set among yours.' },
  'editor.preview_differs': {
    status: 409,
    text: 'The preview has been refreshed. Please look at it once more before you add it.',
  },
} as const

/** Why catalogues cannot be added. */
export const catalogueFailures = {
  'cart.no_catalogue': { status: 400, text: NO_CATALOGUE },
  'cart.quantity': lineFailures['cart.quantity'],
  ...notOffered,
  ...closedFailures,
  ...cartFull,
} as const

/** What of a package can be wrong on its way into the cart. A set to download is sold once. */
const lineInPackage = {
  ...packageFailures,
  ...unavailable,
  'photo-packages.disabled': { status: 409, text: 'This package cannot be ordered just now.' },
  'photo-packages.set_in_cart': { status: 409, text: 'The digital pictures of this set are in your cart already.' },
} as const

const unknownLine = {
  'cart.unknown_line': { status: 404, text: 'This product is not in your cart any more.' },
} as const

export const carts = {
  get: endpoint({
    name: 'cart.get',
    method: 'GET',
    path: '/api/webshop/cart',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: cartChanged,
    summary: "The customer's cart.",
  }),
  addLines: endpoint({
    name: 'cart.addLines',
    method: 'POST',
    path: '/api/webshop/cart/lines',
    access: 'customer',
    changes: true,
    input: () => z.object({ requestId: requestId(), lines: z.array(newLine()).check(z.minLength(1), z.maxLength(50)) }),
    answer: cartChanged,
    failures: { ...lineFailures, ...closedFailures, ...cartFull },
    summary:
      'Adds lines. Where the server lays a design out differently it adds nothing and answers its scene in `data`.',
  }),
  addCatalogues: endpoint({
    name: 'cart.addCatalogues',
    method: 'POST',
    path: '/api/webshop/cart/catalogues',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        requestId: requestId(),
        catalogues: z.array(chosenCatalogue()).check(z.minLength(1), z.maxLength(50)),
      }),
    answer: cartChanged,
    failures: catalogueFailures,
    summary: 'Adds catalogues. What is in the cart already becomes more of the same line; none of one adds none of it.',
  }),
  addPackage: endpoint({
    name: 'cart.addPackage',
    method: 'POST',
    path: '/api/webshop/cart/packages',
    access: 'customer',
    changes: true,
    input: () => z.extend(packageContent(), { requestId: requestId() }),
    answer: cartChanged,
    failures: { ...lineFailures, ...lineInPackage, ...closedFailures, ...cartFull },
    summary:
      'Adds a package; its template items with the hash of the scene that the customer saw. Single pictures of a set that is in it leave the cart.',
  }),
  updateLine: endpoint({
    name: 'cart.updateLine',
    method: 'PATCH',
    path: '/api/webshop/cart/lines/:uuid',
    access: 'customer',
    changes: true,
    input: () =>
      z.object({
        uuid: uuid(),
        requestId: requestId(),
        quantity: z.optional(z.int()),
        design: z.optional(z.pick(newLine(), { template: true, templateData: true, sceneHash: true, subject: true })),
        subProductUuids: chosenSubProducts(),
        /** Of a package: all its items as they are to be. */
        packageItems: z.optional(chosenItems()),
      }),
    answer: cartChanged,
    failures: { ...lineFailures, ...lineInPackage, ...notOffered, ...closedFailures, ...unknownLine },
    summary: 'Changes the quantity of a line, what is on it, or what is wanted with it.',
  }),
  deleteLine: endpoint({
    name: 'cart.deleteLine',
    method: 'DELETE',
    path: '/api/webshop/cart/lines/:uuid',
    access: 'customer',
    changes: true,
    input: () => z.object({ uuid: uuid(), requestId: requestId() }),
    answer: cartChanged,
    failures: unknownLine,
    summary: 'Removes a line.',
  }),
  dropRebateCode: endpoint({
    name: 'cart.dropRebateCode',
    method: 'DELETE',
    path: '/api/webshop/cart/rebate-code',
    access: 'customer',
    changes: true,
    input: nothing,
    answer: cartChanged,
    summary: 'Takes the code of a voucher off the cart. Where there is none it changes nothing.',
  }),
}
