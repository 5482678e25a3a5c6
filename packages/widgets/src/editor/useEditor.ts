import type { Action } from '@portraitkit/core/editor/actions/action.ts'
import type { EditorInstance, Slot } from '@portraitkit/core/editor/design/instance.ts'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import type { Editor } from '@portraitkit/core/editor/state.ts'
import type { SubjectChange } from '@portraitkit/core/jobs/subjectChange.ts'
import type { Route } from '@portraitkit/core/routes.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { createContext, useContext } from 'react'
import type { Layout } from './frame/useFullScreen.ts'
import type { ItemCallbacks } from './itemContext.ts'

/** What a page or a package lets be changed (001 §6). */
export type EditorRules = {
  /** Whether the design may go on in another template. */
  readonly templateChange: boolean
  readonly subjectChange: SubjectChange
}

/** What every part of the editor can reach. */
export type EditorValue = {
  readonly editor: Editor
  readonly layout: Layout
  readonly state: EditorState
  readonly instance: EditorInstance
  readonly shownScene: ShownScene
  /** What the button says that updates a line of the cart, where the page has its own word. */
  readonly updateLabel: string | undefined
  readonly rules: EditorRules
  /** A text tool is open that has a Cancel and a Done of its own, so that the bar shows none. */
  readonly isInTool: boolean
  readonly setInTool: (isInTool: boolean) => void
  /** The name of a slot for people, such as 'Portrait 1 of 2'. */
  readonly nameOf: (slot: Slot) => string
  /** The slot that is edited. */
  readonly slot: Slot | undefined
  /** Does an act and says it to screen readers. */
  readonly act: <Input>(action: Action<Input>, input: Input, gesture?: string) => void
  readonly announce: (text: string) => void
  /** Says an act that was done otherwise, by its name. */
  readonly say: (act: string, fullId?: string) => void
  /** A window of the main screen has opened, or closed: the Back key belongs to it. */
  readonly onWindowChange: (isOpen: boolean) => void
  /** Goes elsewhere from any screen. */
  readonly goTo: (route: Route) => Promise<void>
  /** Hands what was made to whoever keeps it; undefined where the editor does. */
  readonly finish: (() => void) | undefined
  /** Where another page keeps what is made: whether it is kept. */
  readonly saveState: ItemCallbacks['saveState']
  /** Leaves the editor, after a question where something would be lost. */
  readonly leave: () => void
  /** Back from a sub-screen: with what was done, or without. */
  readonly done: () => void
  readonly cancel: () => void
}

export const EditorContext = createContext<EditorValue | undefined>(undefined)

export function useEditor(): EditorValue {
  const value = useContext(EditorContext)
  if (!value) throw new Error('This stands inside the editor')
  return value
}
