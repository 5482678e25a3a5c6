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

/** The changes that a page or a package allows (001 §6). */
export type EditorRules = {
  /** Whether the design may continue in another template. */
  readonly templateChange: boolean
  readonly subjectChange: SubjectChange
}

/** What every part of the editor can access. */
export type EditorValue = {
  readonly editor: Editor
  readonly layout: Layout
  readonly state: EditorState
  readonly instance: EditorInstance
  readonly shownScene: ShownScene
  /** The label of the button that updates a line of the cart, if the page has its own. */
  readonly updateLabel: string | undefined
  readonly rules: EditorRules
  /** A text tool with its own Cancel and Done is open, so the bar shows none. */
  readonly isInTool: boolean
  readonly setInTool: (isInTool: boolean) => void
  /** The name of a slot for people, such as 'Portrait 1 of 2'. */
  readonly nameOf: (slot: Slot) => string
  /** The slot being edited. */
  readonly slot: Slot | undefined
  /** Performs an action and announces it to screen readers. */
  readonly act: <Input>(action: Action<Input>, input: Input, gesture?: string) => void
  readonly announce: (text: string) => void
  /** Announces an action that was performed in another way, by its name. */
  readonly say: (act: string, fullId?: string) => void
  /** A window of the main screen has opened or closed: the Back key belongs to it. */
  readonly onWindowChange: (isOpen: boolean) => void
  /** Navigates elsewhere from any screen. */
  readonly goTo: (route: Route) => Promise<void>
  /** Passes the design to the page that stores it; undefined if the editor stores it. */
  readonly finish: (() => void) | undefined
  /** The save state, if another page stores the design. */
  readonly saveState: ItemCallbacks['saveState']
  /** Leaves the editor, after a question if something would be lost. */
  readonly leave: () => void
  /** Back from a sub-screen: with its changes, or without. */
  readonly done: () => void
  readonly cancel: () => void
}

export const EditorContext = createContext<EditorValue | undefined>(undefined)

export function useEditor(): EditorValue {
  const value = useContext(EditorContext)
  if (!value) throw new Error('`useEditor` only works inside the editor')
  return value
}
