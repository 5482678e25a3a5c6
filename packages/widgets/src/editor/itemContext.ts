import type { EditorItem } from '@portraitkit/core/editor/design/editorOptions.ts'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { createContext } from 'react'
import type { EditorRules } from './useEditor.ts'

/** The ways out of an editor whose design another page keeps: with what was made, and without. */
export type ItemCallbacks = {
  onDone: (design: DesignContent, scene: ShownScene) => void
  onClose: () => void
  /** What is being made, each time that it is another: to be kept should nobody come to take it. Null: it is as it was opened. */
  onChange?: (design: DesignContent | null) => void
  /** Whether that is kept; `isAside` beside a line of the cart, which has something else. */
  saveState?: { state: AutosaveState; isAside: boolean } | undefined
  /** Gets the way out as the ✕ goes it, which answers whether something is asked first, and whether there is anything to lose. */
  way?: { current: { leave: () => boolean; loses: () => boolean } | undefined }
}

export type EditedItemValue = ItemCallbacks & { item: EditorItem; rules: EditorRules }

/** A page that opens the editor by its name, inside itself, says here what is edited and where it goes. */
export const EditedItemContext = createContext<EditedItemValue | undefined>(undefined)
