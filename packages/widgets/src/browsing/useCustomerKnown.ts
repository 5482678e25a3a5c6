import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { useSessionKnown } from '../ui/loading/useSessionKnown.ts'

/**
 * Whether it is known who is here and whose pictures there are, or that neither can be found out. What is written above a list depends
 * on it, and would push the list down if it came later. Once true it stays so.
 */
export function useCustomerKnown(): boolean {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const sets = shop.part(createPictureSets)
  const { status: setsStatus } = useSnapshot(sets.state)
  const isSessionKnown = useSessionKnown()
  const isSignedIn = status === 'signed-in'
  const wasKnown = useRef(false)
  useEffect(() => {
    if (isSignedIn) void sets.load()
  }, [isSignedIn, sets])
  wasKnown.current ||= isSessionKnown && (!isSignedIn || setsStatus === 'ready' || setsStatus === 'failed')
  return wasKnown.current
}
