import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { day, jobDates } from '../jobs/dates.ts'
import { digitalFile } from '../jobs/digitalFile.ts'
import { unknownPictureSet } from '../jobs/failures.ts'
import { msg } from '../msg.ts'
import { chosenItems, packageContent, packageItem } from '../photo-packages/contract.ts'
import { packageFailures, unavailable } from '../photo-packages/failures.ts'
import { money, nothing, uuid } from '../schemas.ts'
import { resource, resources } from '../template/design.ts'
import { unknownTemplate } from '../template/failures.ts'
import { shownScene } from '../template/scene.ts'
import { cartFull, closedFailures } from './failures.ts'

// lingui-set comment="What the shop answers when the shopping cart cannot be changed"

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
    /** The price that is charged. */
    actualLinePrice: money(),
    /** The saving by a campaign, if the law allows naming it, with the campaign's name. */
    rebate: z.nullable(z.object({ linePrice: money(), campaign: z.optional(z.string()) })),
    /** On an order: how the price was composed, `count` pieces at `price` each. */
    runs: z.optional(z.array(z.object({ count: z.int(), price: money() }))),
    canChangeQuantity: z.boolean(),
    minimumQuantity: z.int(),
    maximumQuantity: z.nullable(z.int()),
    subProductUuids: z.array(uuid()),
    /** Their names; missing if there are none. */
    subProducts: z.optional(z.array(z.object({ uuid: uuid(), name: z.string() }))),
    template: z.nullable(
      z.object({
        uuid: uuid(),
        version: z.int(),
        name: z.string(),
        data: z.object({ userResources: z.array(resource()), year: z.nullable(z.int()) }),
      }),
    ),
    /** A printed catalogue: which one, and for which subject. */
    catalogue: z.nullable(
      z.object({
        uuid: uuid(),
        /** Empty if the shop no longer has such a catalogue. */
        name: z.string(),
        subject: z.object({ group: z.string(), name: z.string() }),
        deliveryTime: z.nullable(z.object({ days: z.int() })),
      }),
    ),
    /** A package: the subject with which it was started, and its items. Previews as in `preview`. */
    package: z.nullable(z.object({ uuid: uuid(), subject: z.nullable(uuid()), packageItems: z.array(packageItem()) })),
    /** False if it can no longer be ordered: it costs nothing, and an order leaves it out. */
    isOffered: z.boolean(),
    /**
     * If the pictures' job is closed: whose pictures they are, and after which day it closed. `isPaused` if a picture is only
     * withheld for the moment.
     */
    closed: z.optional(z.object({ name: z.string(), day: z.optional(day()), isPaused: z.optional(z.literal(true)) })),
    /** The photographer has replaced one of its pictures since the customer saw the line last: the preview shows the new one. */
    hasNewPicture: z.optional(z.literal(true)),
    /** A set of downloads in it has lost pictures since the customer saw the line last: it is delivered without them. */
    hasFewerPictures: z.optional(z.literal(true)),
    /** A catalogue, by itself or in a package, for a child who is in another class since the customer saw the line last: it is that of the new class, if there is one. */
    hasNewClass: z.optional(z.literal(true)),
    /** A picture in it is not the customer's any more, so that it cannot be ordered unless another one is selected. */
    hasLostPicture: z.optional(z.literal(true)),
    /** The dates of its pictures' jobs, the nearest of each kind. */
    dates: z.optional(jobDates()),
    /** The subjects whose pictures are in it. */
    subjects: z.array(z.object({ uuid: uuid(), name: z.string() })),
    /** The downloads: at most three of the pictures, as signed addresses by the length of the long edge. */
    digitalFiles: z.array(digitalFile()),
    /** The hash of the scene that will be printed. Null if it has no picture of its own. */
    sceneHash: z.nullable(z.string()),
    /**
     * Exactly what will be printed. Returns to a change of quantity and to a deletion leave it null: it has not changed, and a
     * full cart's previews are megabytes. `createCart` keeps them by `sceneHash`.
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
    /** How many lines are left out, because their pictures are deleted or not the customer's any more. Missing if none is. */
    missingLines: z.optional(z.int()),
    /** How many lines an order leaves out, and whether one of them has lost a picture. Missing if there are none. */
    leftOut: z.optional(z.object({ lines: z.int(), hasLostPicture: z.optional(z.literal(true)) })),
    /** The code of the voucher that the customer wants to use. */
    rebateCode: z.nullable(z.string()),
    /** Why it does not apply to the current cart, in words. */
    rebateProblem: z.optional(z.string()),
  })
export type Cart = z.infer<ReturnType<typeof cart>>

/** A command's id, generated by the browser: the same command sent twice takes effect once. */
const requestId = () => uuid()
const cartChanged = () => z.object({ cart: cart() })

/** Extras of a product at an additional price (PRC-3). */
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

/** The quantity of a catalogue, for one of the customer's subjects. */
export const chosenCatalogue = () =>
  z.object({ uuid: uuid(), subject: uuid(), quantity: z.int().check(z.minimum(0), z.maximum(999)) })
export type ChosenCatalogue = z.infer<ReturnType<typeof chosenCatalogue>>

const notOffered = {
  'cart.catalogue_gone': { status: 409, text: msg({ message: 'This catalogue can no longer be ordered.' }) },
} as const

const lineFailures = {
  'cart.unknown_product': { status: 404, text: msg({ message: 'This product is no longer available.' }) },
  'cart.incomplete': { status: 400, text: msg({ message: 'There is still a picture missing.' }) },
  'cart.quantity': { status: 400, text: msg({ message: 'This quantity cannot be ordered.' }) },
  'cart.text_overflow': { status: 400, text: msg({ message: 'A text does not fit its place. Please shorten it.' }) },
  ...unknownTemplate,
  ...unknownPictureSet,
  'editor.preview_differs': {
    status: 409,
    text: msg({
      message: 'The preview has been refreshed. Please look at it again before you add it.',
      context: 'failure',
    }),
  },
} as const

/** Why catalogues cannot be added. */
export const catalogueFailures = {
  /** 000 §5: the alert, verbatim. */
  'cart.no_catalogue': {
    status: 400,
    text: msg({
      message: 'You need to select how many cataloges you would like before clicking Add to shopping cart',
    }),
  },
  'cart.quantity': lineFailures['cart.quantity'],
  ...notOffered,
  ...closedFailures,
  ...cartFull,
} as const

/** The possible problems of a package when it is added to the cart. A set of downloads is sold once. */
const lineInPackage = {
  ...packageFailures,
  ...unavailable,
  'photo-packages.disabled': { status: 409, text: msg({ message: 'This package cannot be ordered just now.' }) },
  'photo-packages.set_in_cart': {
    status: 409,
    text: msg({ message: 'The digital pictures of this set are in your cart already.' }),
  },
} as const

const unknownLine = {
  'cart.unknown_line': { status: 404, text: msg({ message: 'This product is not in your cart any more.' }) },
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
      'Adds lines. If the server lays a design out differently, it adds nothing and returns its scene in `data`.',
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
    summary: 'Adds catalogues. Increases the quantity of a line already in the cart; a quantity of 0 adds nothing.',
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
      'Adds a package; its template items have the hash of the scene that the customer saw. Removes single pictures of a set that the package contains.',
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
        /** For a package: all its items in their new state. */
        packageItems: z.optional(chosenItems()),
      }),
    answer: cartChanged,
    failures: { ...lineFailures, ...lineInPackage, ...notOffered, ...closedFailures, ...unknownLine },
    summary: 'Changes the quantity, content or extras of a line.',
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
    summary: 'Removes the voucher code from the cart. Does nothing if there is none.',
  }),
}
