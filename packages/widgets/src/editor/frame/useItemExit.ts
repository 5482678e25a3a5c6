import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { losesOnCancel } from '@portraitkit/core/editor/design/screens.ts'
import { useEffect } from 'react'
import type { ItemCallbacks } from '../itemContext.ts'

/** Hands the way out, as the ✕ takes it, to the page that stores the design. */
export function useItemExit(ways: ItemCallbacks | undefined, leave: () => void, instance: EditorInstance): void {
  useEffect(() => {
    if (!ways?.way) return
    ways.way.current = {
      leave() {
        leave()
        return losesOnCancel(instance)
      },
      loses: () => instance.dirty,
    }
  })
}
