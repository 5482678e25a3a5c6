import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'

/** Who looks at a surface that needs a customer; asks the server where that is not known yet. */
export function useSessionStatus(): 'unknown' | 'signed-out' | 'signed-in' {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  useEffect(() => {
    // Where the server cannot be asked, the surface's own call says so.
    shop.session.ready().catch(() => undefined)
  }, [shop])
  return status
}
