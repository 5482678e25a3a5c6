import type { NewLine } from '../../cart/contract.ts'
import { serverPreviewOf } from '../../cart/serverPreview.ts'
import { createCart } from '../../cart/state.ts'
import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { Scene, ShownScene } from '../../template/scene.ts'
import { sceneHash } from '../../template/sceneHash.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import type { EditorState } from '../editorState.ts'

/** The outcome of adding to the cart. */
export type AddToCartResult =
  | { kind: 'done' }
  /** Nobody is signed in, or no longer. */
  | { kind: 'sign-in' }
  /** Something else was saved elsewhere: the customer is asked which version to keep. */
  | { kind: 'conflict' }
  | { kind: 'differs'; shownScene: ShownScene; text: string }
  | { kind: 'failed'; text: string; reason: string }

export type AddToCartInput = {
  instance: EditorInstance
  scene: Scene
  quantity: number
  /** The extras, by uuid. Undefined keeps those of the line, which may have been changed elsewhere. */
  subProducts: readonly string[] | undefined
  /** The line of the cart to update; without one a line is added. */
  line: string | undefined
  /** Whether the version being bought is the stored one. Throws ShopError. */
  isCurrent: () => Promise<boolean>
}

/** Adds the visible design to the cart, or updates its line. */
export async function addToCart(shop: Shop, purchase: AddToCartInput): Promise<AddToCartResult> {
  const { instance, scene, quantity, subProducts, line } = purchase
  const cart = shop.part(createCart)
  const { template, subject, resources, year } = designOf(instance)
  const design: Pick<NewLine, 'template' | 'templateData' | 'sceneHash' | 'subject'> = {
    template,
    subject,
    templateData: { userResources: resources, year: year ?? null },
    sceneHash: await sceneHash(scene),
  }
  try {
    const { status } = await shop.session.ready()
    if (status !== 'signed-in') return { kind: 'sign-in' }
    if (!(await purchase.isCurrent())) return { kind: 'conflict' }
    const subProductUuids = subProducts && [...subProducts]
    if (line) await cart.changeDesign(line, design, subProductUuids)
    else await cart.add([{ product: { uuid: instance.product }, quantity, subProductUuids, ...design }])
    return { kind: 'done' }
  } catch (error) {
    if (!isShopError(error)) throw error
    if (error.reason === 'session.required') return { kind: 'sign-in' }
    const serverScene = serverPreviewOf(error)
    return serverScene
      ? { kind: 'differs', shownScene: serverScene, text: error.message }
      : { kind: 'failed', text: error.message, reason: error.reason }
  }
}

/** The editor's state after an outcome. */
export function stateAfter(outcome: AddToCartResult): Pick<EditorState, 'buying' | 'buyError'> & Partial<EditorState> {
  const isLineGone = outcome.kind === 'failed' && outcome.reason === 'cart.unknown_line'
  const buyState =
    'text' in outcome ? { buying: outcome.kind, buyError: outcome.text } : { buying: 'idle' as const, buyError: '' }
  return { ...buyState, ...(isLineGone && { isLineGone }) }
}
