import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

type Steps = {
  isMain: boolean
  /** The Back key was pressed on a sub-screen. Returns true to stay there, as while a question is open. */
  onBack: () => boolean
  /** The main screen is at its own history entry. */
  onMain: () => void
}

/**
 * Makes a sub-screen an entry of the browser's history, at the same address and with whatever the page's own router keeps
 * there: Back leads to the main screen, and from there out of the editor. Returning by a button removes the entry again.
 * Returns a function that removes it before navigating elsewhere.
 *
 * @param name of the entries: the screens of an editor are above those of the page around it
 */
export function useBackToMain(steps: Steps, name = 'pkEditorScreen'): () => Promise<void> {
  const { isMain } = steps
  const latest = useRef(steps)
  latest.current = steps
  /** Called once the removed entry is gone. */
  const leaving = useRef<() => void>(undefined)
  const address = useRef('')

  const leave = useCallback((then: () => void) => {
    leaving.current = then
    stepBack(name)
  }, [])
  const enter = useCallback(() => {
    address.current = location.href
    if (!isHere(name) && canCarry(history.state)) history.pushState({ ...history.state, [name]: true }, '')
  }, [])
  /** Meanwhile another screen may have been opened. */
  const arrive = useCallback(() => (latest.current.isMain ? latest.current.onMain() : enter()), [enter])

  // Back can be pressed as soon as a screen is visible, so its entry is added before painting.
  useLayoutEffect(() => {
    if (leaving.current) return
    if (!isMain) enter()
    else if (isHere(name)) leave(arrive)
    else latest.current.onMain()
  }, [isMain, enter, leave, arrive])

  useEffect(() => {
    const come = () => {
      const then = leaving.current
      leaving.current = undefined
      if (then) return then()
      // Forward does nothing: the screen's subject is gone.
      if (latest.current.isMain) return isHere(name) ? leave(arrive) : undefined
      if (!isHere(name) && location.href === address.current && latest.current.onBack()) enter()
    }
    addEventListener('popstate', come)
    return () => {
      removeEventListener('popstate', come)
      if (isHere(name) && location.href === address.current && !leaving.current) stepBack(name)
    }
  }, [enter, leave, arrive])

  return useCallback(() => (isHere(name) ? new Promise(leave) : Promise.resolve()), [leave])
}

/** Names whose entries are being removed: an editor that is recreated meanwhile does not go back a second time. */
const leavingNames = new Set<string>()

function stepBack(name: string): void {
  if (leavingNames.has(name)) return
  leavingNames.add(name)
  addEventListener('popstate', () => leavingNames.delete(name), { once: true })
  history.back()
}

function isHere(name: string): boolean {
  return (history.state as Record<string, unknown> | null)?.[name] === true
}

function canCarry(state: unknown): boolean {
  return state === null || (typeof state === 'object' && !Array.isArray(state))
}
