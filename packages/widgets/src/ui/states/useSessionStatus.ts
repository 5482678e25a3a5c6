import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'

/** The session status for a surface that needs a customer; asks the server if it is not known yet. */
export function useSessionStatus(): 'unknown' | 'signed-out' | 'signed-in' {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  useEffect(() => {
    // If the server cannot be reached, the surface's own call reports it.
    shop.session.ready().catch(() => undefined)
  }, [shop])
  return status
}
