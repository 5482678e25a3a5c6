import type { Product } from '../../products/contract.ts'
import type { DesignContent } from '../../template/design.ts'
import type { ShownScene } from '../../template/scene.ts'

/** A design that is stored elsewhere, such as in a package. */
export type EditorItem = {
  product: Pick<Product, 'uuid' | 'name' | 'type'>
  content: DesignContent
  /** Its scene, if it is known. */
  shownScene: ShownScene | null
}

/** What the editor edits: a new card of a template, a line of the cart, or an item of a package. */
export type EditorOptions = { product: string; template: string } | { orderLine: string } | { item: EditorItem }
