import { UnknownLine } from '../../cart/unknownLine.ts'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { EditorOptions } from '../design/editorOptions.ts'
import { contentOf, createInstance, type EditorInstance } from '../design/instance.ts'
import type { PictureAccess } from '../design/pictureAccess.ts'
import { translateTexts } from '../design/translateTexts.ts'
import type { Painter } from '../drawing/painter.ts'
import { type EditorState, emptyState, openedState } from '../editorState.ts'
import type { DesignKeeper } from '../saving/designKeeper.ts'
import type { Purchase } from './buyDesign.ts'
import { errorText, type OpenedEditor, openEditor, UnknownProduct } from './openEditor.ts'

type OpeningHost = {
  state: EditorState
  painter: Painter
  pictures: PictureAccess
  keeper: DesignKeeper
  purchase: Purchase
}

/** Fetches everything. Returns where to go if there is nothing to edit, or if a draft was added to the cart. */
export async function openDesign(shop: Shop, options: EditorOptions, host: OpeningHost): Promise<Route | undefined> {
  const { state, painter, keeper, purchase } = host
  Object.assign(state, emptyState())
  const { language } = shop.locale
  try {
    const opened = await openEditor(shop, options)
    if (keeper.isClosed()) {
      // What is not saved yet is found by the next editor.
      await opened.autosave?.close()
      return undefined
    }
    const instance = show(opened, { language, shopLanguage: shop.locale.language }, host)
    // The language has changed meanwhile.
    if (language !== shop.locale.language) painter.paint()
    if (!opened.draft || !opened.autosave) return undefined
    keeper.takeOver(instance)
    if (opened.draft.quantity === 0) return undefined
    state.quantity = opened.draft.quantity
    return purchase.buy()
  } catch (error) {
    if (error instanceof UnknownLine) return { name: 'shoppingcart', params: {} }
    state.status = 'failed'
    state.error = errorText(error) ?? ''
    if (!errorText(error) && !(error instanceof UnknownProduct)) throw error
    return undefined
  }
}

/** Shows what was fetched in `language`, which may no longer be that of the shop. */
function show(
  opened: OpenedEditor,
  { language, shopLanguage }: { language: string; shopLanguage: string },
  host: OpeningHost,
): EditorInstance {
  const { definition, product, content, shownScene } = opened
  host.painter.take(shownScene, content, language)
  host.purchase.begin(opened)
  host.keeper.begin(opened)
  const whole = contentOf(content.resources, content.year ?? null)
  const made = createInstance(definition, product.uuid, content.subject, whole)
  const instance = host.pictures.applyTo(translateTexts(made, language, shopLanguage))
  Object.assign(host.state, openedState(opened, instance))
  return instance
}
