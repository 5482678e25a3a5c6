import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'

/**
 * Whether the customer has signed out on this view, of which `view` is the identity. A view for signed-in customers then
 * neither opens the login nor stores itself as the referrer: a customer who leaves does not want to return there.
 */
export function useSignOutHere(view?: object): { readonly current: boolean } {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const isLeaving = useRef(false)
  const shownStatus = useRef(status)
  shownStatus.current = status
  useEffect(
    () =>
      shop.events.on('pk-logout', () => {
        isLeaving.current = shownStatus.current === 'signed-in'
      }),
    [shop],
  )
  useEffect(() => {
    isLeaving.current = false
  }, [view])
  return isLeaving
}
