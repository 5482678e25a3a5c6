import type { ItemType } from '@portraitkit/core/photo-packages/itemTypes.ts'
import { LINK_TYPES } from '@portraitkit/core/photo-packages/packageTypes.ts'
import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'
import { moment, rule } from '../../platform/rules/rule.ts'
import { names, price } from '../products/document.ts'

const common = () => ({
  uuid: uuid(),
  names: names(),
  descriptions: names().optional(),
  /** In a file, the picture next to it; in the shop, its path there. */
  image: z.string().min(1).optional(),
  /** Who is offered it; everybody by default. */
  rule: rule().optional(),
  /** The reason why it is unavailable now, as customers read it. */
  disabled: names().optional(),
})

/** Items by type. They have uuids of their own, which they keep when they are reordered. */
const itemDocuments = {
  /** A print of a template, by the template's uuid; the template determines the product. */
  TEMPLATE_PRODUCT: () =>
    z.strictObject({
      type: z.literal('TEMPLATE_PRODUCT'),
      uuid: uuid(),
      template: uuid(),
      canChangeTemplate: z.boolean().optional(),
    }),
  CATALOGUE: () => z.strictObject({ type: z.literal('CATALOGUE'), uuid: uuid(), catalogue: uuid() }),
  /** All pictures of the picture set, to download. */
  DIGITAL_SET: () => z.strictObject({ type: z.literal('DIGITAL_SET'), uuid: uuid() }),
} satisfies { [T in ItemType]: () => z.ZodType<{ type: T; uuid: string }> }

type ItemSchema = ReturnType<(typeof itemDocuments)[ItemType]>
export type ItemDocuments = { [T in ItemType]: z.infer<ReturnType<(typeof itemDocuments)[T]>> }
export type ItemDocument = ItemDocuments[ItemType]

function item() {
  const documents = Object.values(itemDocuments).map((document) => document())
  return z.discriminatedUnion('type', documents as [ItemSchema, ...ItemSchema[]])
}

const photoPackage = () =>
  z.strictObject({
    type: z.literal('package'),
    ...common(),
    price: price(),
    /** A temporarily lower price. */
    timeLimited: z
      .strictObject({ price: price(), from: moment().optional(), until: moment() })
      .refine(({ from, until }) => !from || new Date(from) < new Date(until), {
        path: ['until'],
        error: 'It ends before it begins',
      })
      .optional(),
    /**
     * Which other pictures may be added to the set it is started with: 1 none, 2 of the same job, 3 of the same kind of job, 4
     * any.
     */
    allowSubjectChange: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).optional(),
    items: z.array(item()).min(1, 'A package holds something').max(20),
  })
export type PackageDocument = z.infer<ReturnType<typeof photoPackage>>

/** A link among the packages: `linkInfo` to a list of the shop, `link` to any other page. */
const link = () =>
  z.strictObject({
    type: z.literal('link'),
    ...common(),
    linkTexts: names(),
    linkInfo: z.strictObject({ type: z.enum(LINK_TYPES), category: z.string().min(1).optional() }).optional(),
    link: z
      .string()
      .regex(/^(https:\/\/|\/(?![/\\]))\S+$/, 'An address must begin with https:// or with /')
      .optional(),
  })
export type LinkDocument = z.infer<ReturnType<typeof link>>

/** A package as the provider writes it. */
export const packageDocument = () =>
  z.discriminatedUnion('type', [photoPackage(), link()]).superRefine((document, context) => {
    for (const { path, reason } of faultsOf(document)) {
      context.addIssue({ code: 'custom', path: [...path], message: reason })
    }
  })
export type AnyPackage = PackageDocument | LinkDocument

type Fault = { path: ReadonlyArray<string | number>; reason: string }

function faultsOf(document: AnyPackage): Fault[] {
  if (document.type === 'link') return faultsOfLink(document)
  const { price, timeLimited, items } = document
  const isHigher = timeLimited && timeLimited.price >= price
  return [
    ...(isHigher ? [{ path: ['timeLimited', 'price'], reason: 'A time-limited price must be below the price' }] : []),
    ...items.flatMap((each, index) => {
      const before = items.slice(0, index)
      if (before.some(({ uuid }) => uuid === each.uuid)) {
        return [{ path: ['items', index, 'uuid'], reason: 'It occurs twice' }]
      }
      const key = uniqueKey(each)
      const isTwice = key !== null && before.some((other) => uniqueKey(other) === key)
      return isTwice ? [{ path: ['items', index], reason: 'A package can contain only one of these' }] : []
    }),
  ]
}

/** What a package can contain only once; null if an item may occur again. */
const uniqueKeys: { [T in ItemType]: (item: ItemDocuments[T]) => string | null } = {
  TEMPLATE_PRODUCT: () => null,
  CATALOGUE: ({ type, catalogue }) => `${type} ${catalogue}`,
  DIGITAL_SET: ({ type }) => type,
}

function uniqueKey(item: ItemDocument): string | null {
  return (uniqueKeys[item.type] as (item: ItemDocument) => string | null)(item)
}

function faultsOfLink({ link, linkInfo }: LinkDocument): Fault[] {
  if ((link === undefined) === (linkInfo === undefined)) {
    return [{ path: ['link'], reason: 'It must have either a link or a linkInfo' }]
  }
  const lacksCategory = linkInfo?.type === 'photogifts.category' && linkInfo.category === undefined
  return lacksCategory ? [{ path: ['linkInfo', 'category'], reason: 'A category is missing' }] : []
}
