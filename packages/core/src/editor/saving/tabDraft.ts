import { rememberReturn } from '../../account/returnAfterSignIn.ts'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { EditorOptions } from '../design/editorOptions.ts'
import { editorRoute } from '../design/editorRoute.ts'
import type { EditorInstance } from '../design/instance.ts'
import { savedDesignOf } from '../design/withheldPictures.ts'
import { dropDraft, saveDraft } from './loginDraft.ts'

/** Stores a design in this tab: for visitors who are signed out, or no longer signed in. */
export type TabDraft = {
  /** @param quantity to add to the cart after the login */
  keep(quantity: number): void
  /** Deletes this editor's draft. */
  drop(): void
  /** Stores it and returns the login's route, which leads back. */
  toLogin(quantity: number): Route
}

type TabDraftHost = {
  instance(): EditorInstance | null
  subProducts(): readonly string[]
  version(): number | undefined
}

export function createTabDraft(shop: Pick<Shop, 'memory'>, options: EditorOptions, host: TabDraftHost): TabDraft {
  let isStored = false

  function keep(quantity: number): void {
    const instance = host.instance()
    if (!instance || 'item' in options) return
    const { product, definition } = instance
    const template = 'template' in options ? options.template : definition.uuid
    const line = 'orderLine' in options ? { line: options.orderLine } : {}
    isStored = true
    saveDraft(shop.memory, {
      product,
      template,
      content: savedDesignOf(instance),
      quantity,
      subProducts: host.subProducts(),
      builtOn: host.version() ?? 0,
      ...line,
    })
  }

  return {
    keep,
    drop() {
      if (isStored) dropDraft(shop.memory, options)
      isStored = false
    },
    toLogin(quantity) {
      keep(quantity)
      const instance = host.instance()
      if (instance && 'orderLine' in options) {
        rememberReturn(shop, 'shoppingcart.edit', { orderLineUuid: options.orderLine })
      } else if (instance) {
        const template = 'template' in options ? options.template : instance.definition.uuid
        const { name, params } = editorRoute(instance.definition.type, instance.product, template)
        rememberReturn(shop, name, params)
      }
      return { name: 'login', params: {} }
    },
  }
}
