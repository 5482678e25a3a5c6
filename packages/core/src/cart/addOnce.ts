import { isShopError, type ShopError } from '../errors.ts'
import { requestId } from '../requestId.ts'
import type { CartReading } from './cartReading.ts'
import type { CartShop, CartState } from './cartState.ts'
import type { Cart } from './contract.ts'

/**
 * Adds things once even if they are added twice in quick succession. After a broken connection, or a reload, the same command
 * is sent again with the same id, so that it takes effect once.
 */
export function createAddOnce(shop: CartShop, state: CartState, { command }: CartReading) {
  let adding: { id: string; done: Promise<void> } | undefined

  function forgetCommand(id: string): void {
    if (shop.memory.read().adding?.id === id) shop.memory.write({ adding: undefined })
  }

  return (what: unknown, send: (id: string) => Promise<{ cart: Cart }>): Promise<void> => {
    const content = JSON.stringify(what)
    const before = shop.memory.read().adding
    const id = before?.content === content ? before.id : requestId()
    if (adding?.id === id) return adding.done
    shop.memory.write({ adding: { content, id } })
    state.adding = 'saving'
    const done = command(() => send(id))
      .then(
        () => forgetCommand(id),
        (error: unknown) => {
          if (isFinal(error)) forgetCommand(id)
          throw error
        },
      )
      .finally(() => {
        state.adding = 'idle'
        if (adding?.id === id) adding = undefined
      })
    adding = { id, done }
    return done
  }
}

/** Whether the server has decided; a call without an answer may or may not have been carried out. */
function isFinal(error: unknown): error is ShopError {
  return isShopError(error) && error.kind === 'failure' && error.status < 500
}
