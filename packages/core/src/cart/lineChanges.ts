import { isShopError } from '../errors.ts'
import type { ChosenItem } from '../photo-packages/contract.ts'
import { requestId } from '../requestId.ts'
import type { CartReading } from './cartReading.ts'
import type { CartShop, CartState } from './cartState.ts'
import { type Cart, carts, type NewLine } from './contract.ts'

/** A changed design of a line, as the editor has it. */
export type LineDesign = Pick<NewLine, 'template' | 'templateData' | 'sceneHash' | 'subject'>

/** Changes of the cart's lines. A refusal becomes a text in `problems`, unless noted otherwise. */
export type LineChanges = {
  /** Changes the quantity; of several quick changes of one line the last one counts. */
  changeQuantity(uuid: string, quantity: number): Promise<void>
  /** Changes the design and the extras of a line. Throws as `add` does. */
  changeDesign(uuid: string, design: LineDesign, subProductUuids?: string[]): Promise<void>
  /** Changes the items of a package's line. Throws ShopError. */
  changePackage(uuid: string, packageItems: ChosenItem[]): Promise<void>
  /** Removes the code of a voucher; `lines` and `problems` list it as `REBATE_CODE`. */
  dropRebateCode(): Promise<void>
  /** Removes a line; the surface asks the customer first. */
  remove(uuid: string): Promise<void>
}

/** The key of a voucher's code among the lines that are being changed. */
export const REBATE_CODE = 'rebate-code'

export function createLineChanges(shop: CartShop, state: CartState, { command, refresh }: CartReading): LineChanges {
  /** A line's own failure is shown at the line; a line that no longer exists just disappears. */
  async function lineCommand(uuid: string, word: 'updating' | 'deleting', send: () => Promise<{ cart: Cart }>) {
    state.lines[uuid] = word
    delete state.problems[uuid]
    try {
      await command(send)
    } catch (error) {
      if (!isShopError(error)) throw error
      if (error.reason === 'cart.unknown_line') await refresh()
      else state.problems[uuid] = error.message
    } finally {
      if (state.lines[uuid] === word) delete state.lines[uuid]
    }
  }

  /** Changes the content of a line. */
  async function changeLine(
    uuid: string,
    change: { design: LineDesign; subProductUuids?: string[] } | { packageItems: ChosenItem[] },
  ) {
    state.lines[uuid] = 'updating'
    const id = requestId()
    try {
      await command(() => shop.call(carts.updateLine, { uuid, requestId: id, ...change }))
    } finally {
      delete state.lines[uuid]
    }
  }

  return {
    async changeQuantity(uuid, quantity) {
      if (state.lines[uuid] === 'deleting') return
      state.quantities[uuid] = quantity
      if (state.lines[uuid]) return
      // One call at a time per line, so that no slower one overtakes a later one.
      for (let sent: number | undefined; state.quantities[uuid] !== sent; ) {
        const next = state.quantities[uuid] as number
        sent = next
        const id = requestId()
        await lineCommand(uuid, 'updating', () => shop.call(carts.updateLine, { uuid, requestId: id, quantity: next }))
      }
      delete state.quantities[uuid]
    },
    changeDesign: (uuid, design, subProductUuids) =>
      changeLine(uuid, { design, ...(subProductUuids && { subProductUuids }) }),
    changePackage: (uuid, packageItems) => changeLine(uuid, { packageItems }),
    dropRebateCode: () => lineCommand(REBATE_CODE, 'deleting', () => shop.call(carts.dropRebateCode, {})),
    async remove(uuid) {
      if (state.lines[uuid] === 'deleting') return
      const id = requestId()
      await lineCommand(uuid, 'deleting', () => shop.call(carts.deleteLine, { uuid, requestId: id }))
    },
  }
}
