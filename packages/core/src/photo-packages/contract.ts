import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { digitalFile } from '../jobs/digitalFile.ts'
import { msg } from '../msg.ts'
import { money, nothing, time, uuid, versionText } from '../schemas.ts'
import { resource, resources } from '../template/design.ts'
import { shownScene } from '../template/scene.ts'
import { packageFailures } from './failures.ts'
import { type ItemType, itemTypes } from './itemTypes.ts'
import { LINK_TYPES } from './packageTypes.ts'

// lingui-set comment="What the shop answers when a package of several products cannot be opened"

const subjectInput = () => z.object({ uuid: uuid(), name: z.string(), group: z.string() })
/** Why something is unavailable, in words for the customer; null if it is available. */
const disabled = () => z.nullable(z.object({ reason: z.string() }))
const itemType = () => z.enum(Object.keys(itemTypes) as ItemType[])
const subjectChange = () => z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** The current price of a package, decided by the server, as fields of the package itself. */
const prices = () => ({
  /** The current price of its parts for this customer, bought separately. Strike it only if it is more than the price. */
  originalPrice: money(),
  /** The price of the package, except for a time-limited price. */
  priceIncludingDiscount: money(),
  /** Whether the time-limited price applies now. */
  useTimeLimitedDiscount: z.boolean(),
  /** Null if there is none. */
  timeLimitedDiscountPrice: z.nullable(money()),
  /** The price that may be struck next to a time-limited price: the lowest of the 30 days before it; null if none may. */
  priorPrice: z.nullable(money()),
  /** Seconds until the time-limited price ends, by the server's clock; 0 if there is none. */
  remainingTime: z.int(),
})

/** A link has no price. */
const noPrices = () => ({
  originalPrice: z.null(),
  priceIncludingDiscount: z.null(),
  useTimeLimitedDiscount: z.literal(false),
  timeLimitedDiscountPrice: z.null(),
  priorPrice: z.null(),
  remainingTime: z.literal(0),
})

const offered = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    description: z.string(),
    /** A path of the shop; null if the provider set none. */
    image: z.nullable(z.string()),
    /** For a link out of the shop: its address, or a path of this site. Otherwise null, and `linkInfo` has its target. */
    link: z.nullable(z.string()),
    /** The label of its button; empty for a package. */
    linkText: z.string(),
    /** `routeOfLink` turns it into a route. */
    linkInfo: z.nullable(z.object({ type: z.enum(LINK_TYPES), category: z.nullable(z.string()) })),
    disabled: disabled(),
    /** The subject for which it is offered; null for a visitor. */
    subject: z.nullable(subjectInput()),
    allowSubjectChange: subjectChange(),
    /** Its items; none in a link. */
    packageItems: z.array(z.object({ uuid: uuid(), type: itemType(), name: z.string() })),
  })

/** 001 §3 Package, as it is offered: one card of the offers page. */
export const packageOffer = () =>
  z.union([
    z.extend(offered(), { type: z.literal('package'), ...prices() }),
    z.extend(offered(), { type: z.literal('link'), ...noPrices() }),
  ])
export type PackageOffer = z.infer<ReturnType<typeof packageOffer>>

/**
 * 001 §3 Package item, filled: of a package being edited, of a line in the cart or of an order. Fields of other types are null
 * or empty.
 */
export const packageItem = () =>
  z.object({
    /** The item's uuid within its package; it never changes. */
    uuid: uuid(),
    type: itemType(),
    /** Its name: the product's, or a catalogue's own. */
    name: z.string(),
    /** The fixed product of a catalogue and of a digital set (`products/specialProducts.ts`). */
    product: z.object({ uuid: uuid(), name: z.string(), type: z.int() }),
    /** The subject whose pictures and names fill it. */
    subject: z.nullable(subjectInput()),
    /** Counts changes of the item, from 1. */
    version: z.int(),
    canChangeTemplate: z.boolean(),
    disabled: disabled(),
    template: z.nullable(
      z.object({ uuid: uuid(), version: z.int(), name: z.string(), type: z.enum(['CARDS', 'CALENDAR', 'PHOTOGIFT']) }),
    ),
    templateData: z.nullable(z.object({ userResources: z.array(resource()), year: z.nullable(z.int()) })),
    catalogue: z.nullable(z.object({ uuid: uuid(), name: z.string(), deliveryTime: z.object({ days: z.int() }) })),
    /** For a digital set: at most three of its pictures, and their total number. */
    digitalFiles: z.array(digitalFile()),
    numFiles: z.int(),
    /**
     * The hash of the scene that will be printed. `preview` is that scene; null in answers of the cart that leave previews out.
     */
    sceneHash: z.nullable(z.string()),
    preview: z.nullable(shownScene()),
  })
export type PackageItem = z.infer<ReturnType<typeof packageItem>>

/** 001 §3 Package instance: a package filled for a subject. `loading`, `dirty` and `isAddingToCart` are the page's own. */
export const packageInstance = () =>
  z.object({
    uuid: uuid(),
    name: z.string(),
    description: z.string(),
    image: z.nullable(z.string()),
    ...prices(),
    currency: z.string(),
    /** Also set if one of its items is unavailable; that item has the reason. */
    disabled: disabled(),
    /** The subject with which it was started: modes 1 to 3 refer to it. */
    subject: z.nullable(subjectInput()),
    allowSubjectChange: subjectChange(),
    packageItems: z.array(packageItem()),
  })
export type PackageInstance = z.infer<ReturnType<typeof packageInstance>>

/** The prices of a package, as offers and instances have them. */
export type PackagePrices = Pick<PackageInstance, keyof ReturnType<typeof prices>>

/**
 * The customer's choice for one item. A template item without `templateData` is filled by the server, with its own template or,
 * if it may change, with the named one.
 */
export const chosenItem = () =>
  z.object({
    uuid: uuid(),
    version: z.int().check(z.positive()),
    subject: z.nullable(uuid()),
    template: z.optional(z.object({ uuid: uuid(), version: z.int() })),
    templateData: z.optional(z.object({ userResources: resources(), year: z.nullable(z.int()) })),
    /** Hash of the scene that the customer saw. Only required by the cart, for template items. */
    sceneHash: z.optional(z.string()),
  })
export type ChosenItem = z.infer<ReturnType<typeof chosenItem>>

export const chosenItems = () => z.array(chosenItem()).check(z.minLength(1), z.maxLength(20))

/** A package as a customer fills it: every item once, in any order. */
export const packageContent = () =>
  z.object({
    package: z.object({ uuid: uuid() }),
    /** The subject with which it was started. */
    subject: z.nullable(uuid()),
    packageItems: chosenItems(),
  })
export type PackageContent = z.infer<ReturnType<typeof packageContent>>

/** A saved package. `version` counts saves; a save must name the version it builds on. */
export const savedPackage = () =>
  z.object({ uuid: uuid(), version: z.int(), changed: time(), content: packageContent() })
export type SavedPackage = z.infer<ReturnType<typeof savedPackage>>

const savedPackageChanged = {
  'photo-packages.changed': { status: 409, text: msg({ message: 'This package was changed in another window.' }) },
} as const
const savedPackageUnknown = {
  'photo-packages.unknown_saved': { status: 404, text: msg({ message: 'This package is not here any more.' }) },
} as const

const getSaved = endpoint({
  name: 'photo-packages.getSaved',
  method: 'GET',
  path: '/api/webshop/user/packages/:uuid',
  access: 'customer',
  changes: false,
  input: () => z.object({ uuid: uuid() }),
  answer: () => z.object({ saved: z.nullable(savedPackage()) }),
  summary: 'A saved package of the customer; null if there is none.',
})

const save = endpoint({
  name: 'photo-packages.save',
  method: 'PUT',
  path: '/api/webshop/user/packages/:uuid',
  access: 'customer',
  changes: true,
  input: () => z.object({ uuid: uuid(), version: z.int().check(z.nonnegative()), content: packageContent() }),
  answer: () => z.object({ saved: savedPackage() }),
  failures: { ...packageFailures, ...savedPackageUnknown, ...savedPackageChanged },
  summary:
    'Saves a package. `version` is the version it builds on, 0 for a new one; after a conflict, `data` contains the stored package. Its uuid is `savedPackageId`.',
})

const deleteSaved = endpoint({
  name: 'photo-packages.deleteSaved',
  method: 'DELETE',
  path: '/api/webshop/user/packages/:uuid',
  access: 'customer',
  changes: true,
  input: () => z.object({ uuid: uuid(), version: z.optional(versionText()) }),
  answer: nothing,
  failures: { ...savedPackageUnknown, ...savedPackageChanged },
  summary:
    'Deletes a saved package, for example after it was added to the cart; with `version`, only that version: a package that was changed since is kept.',
})

/** 001 §2.3: packages of products, catalogues and pictures to download. */
export const photoPackages = {
  list: endpoint({
    name: 'photo-packages.list',
    method: 'GET',
    path: '/api/webshop/packages',
    access: 'public',
    changes: false,
    /** The selected picture set; one that is not the caller's is ignored. */
    input: () => z.object({ subject: z.optional(uuid()) }),
    answer: () =>
      z.object({
        currency: z.string(),
        packages: z.array(packageOffer()),
        /** Seconds until the first of the time-limited prices ends; 0 if there is none. */
        remainingTime: z.int(),
      }),
    summary: 'The packages offered to the caller, for a picture set if one is given.',
  }),
  open: endpoint({
    name: 'photo-packages.open',
    method: 'POST',
    path: '/api/webshop/packages/:packageUuid',
    access: 'public',
    changes: false,
    input: () =>
      z.object({
        packageUuid: uuid(),
        subject: z.optional(z.object({ uuid: z.nullable(uuid()) })),
        /** The choices so far, from a saved package or after a change of one item; missing items are filled as in a new package. */
        packageItems: z.optional(z.array(chosenItem()).check(z.maxLength(20))),
      }),
    answer: packageInstance,
    failures: packageFailures,
    summary:
      'A package with its items filled for a picture set, and with the choices made so far. Stores nothing, so it also shows how an item is filled for a different picture set or template.',
  }),
  unfinished: endpoint({
    name: 'photo-packages.unfinished',
    method: 'GET',
    path: '/api/webshop/user/packages',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () =>
      z.array(
        z.object({ saved: uuid(), changed: time(), package: uuid(), name: z.string(), subject: z.nullable(uuid()) }),
      ),
    summary: 'The most recently changed packages that the customer has not bought yet, the latest first.',
  }),
  getSaved,
  save,
  deleteSaved,
  getLine: endpoint({
    ...getSaved,
    name: 'photo-packages.getLine',
    path: '/api/webshop/user/line-packages/:uuid',
    summary: 'The changes to a package in the cart, whether saved to the cart or not; null if there are none.',
  }),
  saveLine: endpoint({
    ...save,
    name: 'photo-packages.saveLine',
    path: '/api/webshop/user/line-packages/:uuid',
    summary:
      'Stores changes to a package in the cart, with versions like a saved package. They are deleted with the line.',
  }),
  deleteLine: endpoint({
    ...deleteSaved,
    name: 'photo-packages.deleteLine',
    path: '/api/webshop/user/line-packages/:uuid',
    summary: 'Discards the stored changes to a package in the cart; with `version`, only that version.',
  }),
}
