import { performAction as perform } from '@portraitkit/core/editor/actions/action.ts'
import { type KeyboardEvent, useRef } from 'react'
import type { EditorValue } from '../useEditor.ts'
import { actionOfKey, ownsKeys } from './keyboardActions.ts'

/** The keyboard shortcuts: Escape leaves a screen, and each screen's own keys do the same as its tools. */
export function useEditorKeys({ instance, act, cancel }: EditorValue): (event: KeyboardEvent) => void {
  const runs = useKeyRuns()
  return (event) => {
    if (event.defaultPrevented || (event.target as Element).closest('dialog')) return
    if (event.key === 'Escape' && instance.menu !== 'main') {
      // The question that this may open must not be closed by the same key.
      event.preventDefault()
      return cancel()
    }
    const found = ownsKeys(event, event.target) ? undefined : actionOfKey(event, instance.menu)
    if (!found) return
    event.preventDefault()
    const input = { fullId: instance.currentResource ?? '', ...found.input }
    if (perform(instance, found.action, input) !== instance) act(found.action, input, runs(found.action.name))
  }
}

/** A run of the same key is one undo step, as long as there is no pause. */
function useKeyRuns(): (name: string) => string {
  const run = useRef({ name: '', at: 0, number: 0 })
  return (name) => {
    const at = performance.now()
    const goesOn = run.current.name === name && at - run.current.at < 700
    run.current = { name, at, number: run.current.number + (goesOn ? 0 : 1) }
    return `keys ${run.current.number}`
  }
}
