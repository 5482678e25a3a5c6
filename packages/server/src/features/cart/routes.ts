import { carts as contract } from '@portraitkit/core/cart/contract.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { findProduct } from '../products/collection.ts'
import { addCatalogues, checkCatalogueQuantity } from './addCatalogues.ts'
import { addPackage, changePackage } from './addPackage.ts'
import { checkDesign, checkLine, checkQuantity, checkSubProducts } from './checkLine.ts'
import { refuseClosed } from './closed.ts'
import {
  cartCollections,
  changeLine,
  dropScenes,
  keepScenes,
  type LineChange,
  lineUuid,
  pullLine,
  pushLines,
  readCart,
  setVoucher,
} from './collection.ts'
import { isCatalogueLine, isPackageLine, isPrint, type PrintLine, picturesOfLine } from './line.ts'
import { forgetKeptOf } from './lineDesigns.ts'
import { cartPersonalData } from './personalData.ts'
import { cartOf } from './show.ts'

/** 000 §2 Shopping cart. Commands on lines, each with an id, so that the same command sent twice is done once. */
export const cart: Feature = {
  name: 'cart',
  collections: cartCollections,
  personalData: cartPersonalData,
  facts: { inCart: async (app, { key }, customer) => (await readCart(app, key, customer)).lines },
  picturesInUse: async (app, { provider, uuid }) => (await readCart(app, provider, uuid)).lines.flatMap(picturesOfLine),
  calls: bind(contract, {
    get: async (_input, call) => ({ cart: await cartOf(call, { previews: true }) }),

    addLines: async ({ requestId, lines }, call) => {
      const { app, provider, customer } = call
      const { done } = await readCart(app, provider.key, customer.uuid)
      if (!done.includes(requestId)) {
        const checked: Array<{ line: PrintLine; scene: Scene }> = []
        for (const [index, sent] of lines.entries()) {
          const { line, scene } = await checkLine(sent, index, call)
          const uuid = lineUuid(provider.key, customer.uuid, requestId, index)
          checked.push({ line: { uuid, ...line }, scene })
        }
        await keepScenes(app, provider.key, checked)
        const added = checked.map(({ line }) => line)
        const outcome = await pushLines(app, provider.key, customer.uuid, requestId, added)
        if (outcome === 'full') throw new Failure('cart.full')
      }
      return { cart: await cartOf(call, { previews: true }) }
    },

    addCatalogues: async (wanted, call) => {
      await addCatalogues(wanted, call)
      return { cart: await cartOf(call, { previews: true }) }
    },

    addPackage: async (wanted, call) => {
      await addPackage(wanted, call)
      return { cart: await cartOf(call, { previews: true }) }
    },

    updateLine: async ({ uuid, requestId, quantity, design, subProductUuids, packageItems }, call) => {
      const { app, provider, customer } = call
      const before = await readCart(app, provider.key, customer.uuid)
      const line = before.lines.find((each) => each.uuid === uuid)
      if (!before.done.includes(requestId)) {
        if (!line) throw new Failure('cart.unknown_line')
        if (packageItems && isPackageLine(line) && !design && !subProductUuids && quantity === undefined) {
          await changePackage(line, requestId, packageItems, call)
          return { cart: await cartOf(call, { previews: true }) }
        }
        if (packageItems) throw new Failure('cart.unknown_product')
        // There is one of a file and of a package, and neither on them nor on a catalogue is there a design to change.
        if (!isPrint(line) && (design || subProductUuids || !isCatalogueLine(line))) throw new Failure('cart.quantity')
        await refuseClosed(call, line.subjects)
        const change: LineChange = {}
        if (quantity !== undefined) {
          if (isCatalogueLine(line)) await checkCatalogueQuantity(call, line, quantity)
          else await checkQuantity(call, line.product, quantity)
          change.quantity = quantity
        }
        if (subProductUuids) {
          const product = await findProduct(app, provider.key, line.product)
          if (!product) throw new Failure('cart.unknown_product')
          change.subProducts = checkSubProducts(product, subProductUuids)
        }
        if (design) {
          const checked = await checkDesign(design, line.product, 0, call)
          await keepScenes(app, provider.key, [{ line: { uuid, ...checked.line }, scene: checked.scene }])
          Object.assign(change, checked.line)
        }
        const outcome = await changeLine(app, provider.key, customer.uuid, requestId, uuid, change)
        if (outcome === 'no line') throw new Failure('cart.unknown_line')
      }
      return { cart: await cartOf(call, { previews: design !== undefined }) }
    },

    deleteLine: async ({ uuid, requestId }, call) => {
      const { app, provider, customer } = call
      const outcome = await pullLine(app, provider.key, customer.uuid, requestId, uuid)
      if (outcome === 'no line') throw new Failure('cart.unknown_line')
      await dropScenes(app, provider.key, [uuid])
      await forgetKeptOf(app, provider, customer, [{ uuid }])
      return { cart: await cartOf(call, { previews: false }) }
    },

    dropRebateCode: async (_input, call) => {
      await setVoucher(call.app, call.provider.key, call.customer.uuid, null)
      return { cart: await cartOf(call, { previews: false }) }
    },
  }),
}
