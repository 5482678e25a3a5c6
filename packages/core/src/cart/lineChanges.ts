import { isShopError } from '../errors.ts'
import type { ChosenItem } from '../photo-packages/contract.ts'
import { requestId } from '../requestId.ts'
import type { CartReading } from './cartReading.ts'
import type { CartShop, CartState } from './cartState.ts'
import { type Cart, carts, type NewLine } from './contract.ts'

/** A change of what is on a line: the design as the editor holds it. */
export type LineDesign = Pick<NewLine, 'template' | 'templateData' | 'sceneHash' | 'subject'>

/** What a customer does to the lines of the cart. A refusal becomes a text in `problems`, unless something else is said here. */
export type LineChanges = {
  /** Changes how many; of quick changes of one line the last one counts. */
  changeQuantity(uuid: string, quantity: number): Promise<void>
  /** Puts another design on a line, and what is wanted with it. Throws as `add` does. */
  changeDesign(uuid: string, design: LineDesign, subProductUuids?: string[]): Promise<void>
  /** Puts other items on the line of a package. Throws ShopError. */
  changePackage(uuid: string, packageItems: ChosenItem[]): Promise<void>
  /** Takes the code of a voucher off; `lines` and `problems` know it as `REBATE_CODE`. */
  dropRebateCode(): Promise<void>
  /** Removes a line; ask the customer before. */
  remove(uuid: string): Promise<void>
}

/** What a voucher's code is called among the lines that are being changed. */
export const REBATE_CODE = 'rebate-code'

export function createLineChanges(shop: CartShop, state: CartState, { command, refresh }: CartReading): LineChanges {
  /** A line's own failure is shown at the line; one that is gone already is simply not there any more. */
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

  /** Puts something else on a line. */
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
      // One call at a time for a line, so that no slower one overtakes a later one.
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
