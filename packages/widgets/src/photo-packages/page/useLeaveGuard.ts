import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRoot } from '../../rootContext.ts'

type Destination = { name: RouteName; params: RouteParams }

export type LeaveGuard = {
  /** A question is open before the page is left. */
  asking: boolean
  ask: (then: () => void) => void
  stay: () => void
  leave: () => void
  /** Navigates elsewhere without a question. */
  goTo: (destination: Destination) => void
}

/** PKG-3: asks before any link leaves the page with unsaved changes; the browser asks only if something would be lost. */
export function useLeaveGuard(loses: () => boolean, losesOnUnload: () => boolean): LeaveGuard {
  const { navigate } = useRoot()
  const [then, setThen] = useState<() => void>()
  const isFree = useRef(false)
  const latest = useRef({ loses, losesOnUnload })
  latest.current = { loses, losesOnUnload }

  const goTo = useCallback<LeaveGuard['goTo']>(
    ({ name, params }) => {
      isFree.current = true
      navigate(name, params)
    },
    [navigate],
  )
  useEffect(() => {
    const guard = (event: Event) => {
      if (isFree.current || !latest.current.loses()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const destination = (event as CustomEvent<Destination>).detail
      setThen(() => () => goTo(destination))
    }
    const unload = (event: BeforeUnloadEvent) => {
      if (!isFree.current && latest.current.losesOnUnload()) event.preventDefault()
    }
    document.addEventListener('pk-navigate', guard, true)
    window.addEventListener('beforeunload', unload)
    return () => {
      document.removeEventListener('pk-navigate', guard, true)
      window.removeEventListener('beforeunload', unload)
    }
  }, [goTo])
  return {
    asking: then !== undefined,
    ask: (next) => setThen(() => next),
    stay: () => setThen(undefined),
    leave() {
      isFree.current = true
      setThen(undefined)
      then?.()
    },
    goTo,
  }
}
