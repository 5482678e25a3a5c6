import { useLingui } from '@lingui/react'
import { ShoppingBag } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { lineMessages } from './lineMessages.ts'

type RequireLineOwnerProps = {
  /** uuid of the line; undefined if nothing in the cart is being changed. */
  orderLine: string | undefined
  waiting: ReactNode
  children: ReactNode
}

/**
 * Shows what changes a line of the cart only to the customer who owns the cart. Signed-out visitors see the sign-in, which
 * returns to the line. If the session ends later, what is open stays.
 */
export function RequireLineOwner({ orderLine, waiting, children }: RequireLineOwnerProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const [isOpen, setOpen] = useState(orderLine === undefined || status === 'signed-in')
  const [isSessionKnown, setSessionKnown] = useState(status !== 'unknown')
  useEffect(() => {
    const onAnswer = () => setSessionKnown(true)
    // If the session cannot be checked, the surface's own calls report that.
    shop.session.ready().then(onAnswer, onAnswer)
  }, [shop])
  const isAllowed = isOpen || status === 'signed-in' || (isSessionKnown && status === 'unknown')
  useEffect(() => {
    if (isAllowed) setOpen(true)
  }, [isAllowed])
  if (isAllowed) return children
  if (!isSessionKnown) return waiting
  return (
    <SignedOut
      icon={ShoppingBag}
      title={t(lineMessages.signIn)}
      of="shoppingcart.edit"
      params={{ orderLineUuid: orderLine ?? '' }}
    />
  )
}
