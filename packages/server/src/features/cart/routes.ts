import { carts as contract } from '@portraitkit/core/cart/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type Feature } from '../../platform/feature.ts'
import { addCatalogues } from './addCatalogues.ts'
import { addLines } from './addLines.ts'
import { addPackage } from './addPackage.ts'
import { cartCollections, pullLine, readCart, setVoucher } from './collection.ts'
import { forgetLineDesigns } from './forgetLineDesigns.ts'
import { forgetLines } from './forgetSubjects.ts'
import { kindOf, linePictures } from './lineKinds.ts'
import { dropScenes } from './lineScenes.ts'
import { mergeCarts } from './mergeSubjects.ts'
import { cartPersonalData } from './personalData.ts'
import { cartOf } from './showCart.ts'
import { changeLine } from './writeLine.ts'

/** 000 §2 Shopping cart. Commands on lines, each with an id, so that a command sent twice is done once. */
export const cart: Feature = {
  name: 'cart',
  collections: cartCollections,
  personalData: cartPersonalData,
  forgetSubjects: forgetLines,
  mergeSubjects: mergeCarts,
  facts: { inCart: async (app, { key }, customer) => (await readCart(app, key, customer)).lines },
  picturesInUse: async (app, { provider, uuid }) => (await readCart(app, provider, uuid)).lines.flatMap(linePictures),
  calls: bind(contract, {
    get: async (_input, call) => ({ cart: await cartOf(call, { previews: true }) }),

    addLines: async (input, call) => {
      await addLines(input, call)
      return { cart: await cartOf(call, { previews: true }) }
    },

    addCatalogues: async (input, call) => {
      await addCatalogues(input, call)
      return { cart: await cartOf(call, { previews: true }) }
    },

    addPackage: async (input, call) => {
      await addPackage(input, call)
      return { cart: await cartOf(call, { previews: true }) }
    },

    updateLine: async ({ uuid, requestId, ...change }, call) => {
      const { lines, done } = await readCart(call.app, call.provider.key, call.customer.uuid)
      if (!done.includes(requestId)) {
        const line = lines.find((each) => each.uuid === uuid)
        if (!line) throw new Failure('cart.unknown_line')
        await changeLine(requestId, line, await kindOf(line).change(line, change, call), call)
      }
      // A different quantity changes nothing in the previews.
      const previews = change.design !== undefined || change.packageItems !== undefined
      return { cart: await cartOf(call, { previews }) }
    },

    deleteLine: async ({ uuid, requestId }, call) => {
      const { app, provider, customer } = call
      const outcome = await pullLine(app, provider.key, customer.uuid, requestId, uuid)
      if (outcome === 'no line') throw new Failure('cart.unknown_line')
      await dropScenes(app, provider.key, [uuid])
      await forgetLineDesigns(app, provider, customer, [{ uuid }])
      return { cart: await cartOf(call, { previews: false }) }
    },

    dropRebateCode: async (_input, call) => {
      await setVoucher(call.app, call.provider.key, call.customer.uuid, null)
      return { cart: await cartOf(call, { previews: false }) }
    },
  }),
}
