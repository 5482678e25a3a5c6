import { isDeepStrictEqual } from 'node:util'
import type { NewLine } from '@portraitkit/core/cart/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { Failure } from '../../../platform/failure.ts'
import type { CallContext } from '../../../platform/feature.ts'
import { findProduct } from '../../products/collection.ts'
import type { ProductDocument } from '../../products/document.ts'
import { templateOf } from '../../template/collection.ts'
import { picturesIn } from '../../template/scenes/picturesIn.ts'
import { checkDesign } from '../checkDesign.ts'
import { refuseClosed } from '../closedJobs.ts'
import type { LineBase, LineDesign, PricedBase } from '../line.ts'
import {
  describeBase,
  type FoundLine,
  type LineChange,
  type LineOperations,
  morePieces,
  type NewScene,
} from './kind.ts'

/** A design on paper: cards, calendars and everything else made in the editor. */
export type PrintLine = LineBase &
  LineDesign & {
    kind: 'print'
    subProducts: string[]
    /** The subject for whom the texts are filled. */
    subject: string | null
  }

export type PricedPrint = Omit<PrintLine, keyof PricedBase | 'subProducts' | 'template'> &
  PricedBase & {
    subProducts: Array<{ uuid: string; name: string; extraPrice: number }>
    template: { uuid: string; version: number; name: string }
  }

// The maximum quantity of one line: the same as the contract allows for a new line.
const MAX_PIECES = 999

type Call = CallContext<'customer'>

export const print: LineOperations<PrintLine, PricedPrint> = {
  needsPublished: true,

  async find(lines, { app, provider }) {
    return new Map(
      lines.map((line) => {
        const describe: FoundLine<PricedPrint>['describe'] = async (naming) => {
          const { uuid, version } = line.template
          const definition = await templateOf(app, provider.key, uuid, version)
          return {
            ...line,
            ...describeBase(line, naming),
            subProducts: naming.product.subproducts
              .filter((each) => line.subProducts.includes(each.uuid))
              .map((each) => ({ uuid: each.uuid, name: each.name, extraPrice: each.extraprice })),
            template: { ...line.template, name: definition ? inLanguage(definition.names, naming.language) : '' },
          }
        }
        return [line.uuid, { describe, isSold: true }]
      }),
    )
  },

  async change(line, { quantity, subProductUuids, design, packageItems }, call) {
    if (packageItems) throw new Failure('cart.unknown_product')
    await refuseClosed(call, line.subjects)
    const fields: LineChange<PrintLine>['fields'] = {}
    if (quantity !== undefined) {
      await checkQuantity(call, line.product, quantity)
      fields.quantity = quantity
    }
    if (subProductUuids) {
      const product = await findProduct(call.app, call.provider.key, line.product)
      if (!product) throw new Failure('cart.unknown_product')
      fields.subProducts = checkSubProducts(product, subProductUuids)
    }
    if (!design) return { fields }
    const { scene, ...checked } = await checkDesign(design, line.product, 0, call)
    return { fields: { ...fields, ...checked }, scenes: [{ sceneHash: checked.sceneHash, scene }] }
  },

  leftOver(line, ordered) {
    const extras = ordered.subProducts.map(({ uuid }) => uuid)
    const isSame =
      line.sceneHash === ordered.sceneHash && isDeepStrictEqual(line.subProducts.toSorted(), extras.toSorted())
    return isSame ? morePieces(line, ordered) : line
  },
  withSubjects: (line, change) => ({ ...line, subject: change(line.subject) }),

  show(line, _viewer, previews) {
    const { uuid, template, subProducts, sceneHash, minimumQuantity } = line
    return {
      description: print.detail(line),
      canChangeQuantity: true,
      minimumQuantity,
      maximumQuantity: null,
      subProductUuids: subProducts.map((each) => each.uuid),
      ...(subProducts.length > 0 && { subProducts: subProducts.map((each) => ({ uuid: each.uuid, name: each.name })) }),
      template: { ...template, data: { userResources: line.resources, year: line.year } },
      sceneHash,
      preview: previews.get(uuid) ?? null,
    }
  },
  detail: ({ template, subProducts }) =>
    [template.name, ...subProducts.map(({ name }) => name)].filter(Boolean).join(', '),
  rows: ({ subProducts }, money) =>
    subProducts.map(({ name, extraPrice }) => `with ${name} (${money(extraPrice)} each)`),

  printed: ({ uuid, sceneHash }) => [{ key: uuid, line: uuid, sceneHash }],
  pictures: ({ resources }) => picturesIn(resources),
  downloads: () => [],
  isDelivered: () => true,
  catalogueDays: () => [],
  sheet: ({ uuid, quantity, product, subProducts, template, subjects }, position) => [
    {
      position,
      key: uuid,
      line: uuid,
      copies: quantity,
      product: product.name,
      subProducts: subProducts.map(({ name }) => name),
      template,
      subjects: subjects.map(({ name }) => name),
    },
  ],
}

/** A new line without its uuid, after checking everything that a browser could send wrongly or forge. */
export async function checkPrint(
  line: NewLine,
  index: number,
  call: Call,
): Promise<{ line: Omit<PrintLine, 'uuid'>; scene: NewScene }> {
  const product = await checkQuantity(call, line.product.uuid, line.quantity)
  const subProducts = checkSubProducts(product, line.subProductUuids ?? [])
  const { scene, ...design } = await checkDesign(line, line.product.uuid, index, call)
  return {
    line: { kind: 'print', product: line.product.uuid, subProducts, quantity: line.quantity, ...design },
    scene: { sceneHash: design.sceneHash, scene },
  }
}

/** Refuses a quantity in which the product is not sold. */
async function checkQuantity(call: Call, productUuid: string, quantity: number): Promise<ProductDocument> {
  const product = await findProduct(call.app, call.provider.key, productUuid)
  if (!product) throw new Failure('cart.unknown_product')
  if (quantity < product.minorderpartquantity || quantity > MAX_PIECES) throw new Failure('cart.quantity')
  return product
}

/** The selected extras of a product, each once. Refuses those that are not sold with it. */
function checkSubProducts({ subproducts }: ProductDocument, selected: readonly string[]): string[] {
  const isSold = selected.every((uuid) => subproducts.some((each) => each.uuid === uuid))
  if (!isSold) throw new Failure('cart.unknown_product')
  return [...new Set(selected)]
}
