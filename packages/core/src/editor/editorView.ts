import { ref } from 'valtio/vanilla'
import type { Shop } from '../shop.ts'
import type { EditorInstance } from './design/instance.ts'
import { createPictureAccess, type PictureAccess } from './design/pictureAccess.ts'
import { overflowingTexts } from './drawing/overflowingTexts.ts'
import { createPainter, type Painter } from './drawing/painter.ts'
import { createTypesetter, type Typesetter } from './drawing/typesetter.ts'
import type { EditorState } from './editorState.ts'
import { createTextInput, type TextInput } from './input/textInput.ts'

/** The visible side of a design: its scene, the texts set in it and the pictures that may be seen. */
export type EditorView = {
  readonly painter: Painter
  readonly pictures: PictureAccess
  readonly texts: TextInput
  readonly typesetter: Typesetter
}

/** @param set makes another instance the current one, as every action does */
export function createEditorView(shop: Shop, state: EditorState, set: (next: EditorInstance) => void): EditorView {
  const typesetter = createTypesetter(shop)
  const instance = () => state.instance
  const pictures = createPictureAccess({
    instance,
    show(next) {
      state.instance = ref(next)
      painter.paint()
    },
  })
  const texts = createTextInput(shop, typesetter, {
    instance,
    set,
    onFontsStatus(status) {
      state.fonts = status
    },
  })
  const painter = createPainter(shop, texts, {
    instance,
    show(scene) {
      state.shownScene = ref(scene)
    },
    wait(unset) {
      const before = state.unset ?? []
      state.unset = unset
      // They were typed without their fonts.
      if (!unset && before.length > 0) void settleAll(before)
    },
    updateAccess: pictures.update,
    onRefusal(refusal) {
      state.sceneError = refusal
    },
  })

  async function settleAll(fullIds: readonly string[]): Promise<void> {
    const gesture = state.instance?.history.past.at(-1)?.gesture ?? 'typing'
    const long = overflowingTexts(state.shownScene).filter((each) => fullIds.includes(each))
    for (const fullId of long) await texts.settle(fullId, gesture)
  }

  return { painter, pictures, texts, typesetter }
}
