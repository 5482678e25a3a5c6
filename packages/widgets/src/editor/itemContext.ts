import type { EditorItem } from '@portraitkit/core/editor/design/editorOptions.ts'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { createContext } from 'react'
import type { EditorRules } from './useEditor.ts'

/** How to leave an editor whose design another page stores: with the changes, and without them. */
export type ItemCallbacks = {
  onDone: (design: DesignContent, scene: ShownScene) => void
  onClose: () => void
  /** Called with the current design on every change, so that the page can save it before Done. Null: it is as it was opened. */
  onChange?: (design: DesignContent | null) => void
  /**
   * The save state of that design; `isAside` if it is saved separately from its line in the cart, whose content is still
   * different.
   */
  saveState?: { state: AutosaveState; isAside: boolean } | undefined
  /**
   * Receives the function that the ✕ calls: `leave` returns whether a question is asked first, `loses` whether there is
   * anything to lose.
   */
  way?: { current: { leave: () => boolean; loses: () => boolean } | undefined }
}

export type EditedItemValue = ItemCallbacks & { item: EditorItem; rules: EditorRules }

/** A page that renders the editor inside itself provides here what is edited and where the result goes. */
export const EditedItemContext = createContext<EditedItemValue | undefined>(undefined)
