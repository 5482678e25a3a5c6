import { ShoppingBag } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { lineMessages } from './lineMessages.ts'

type RequireLineOwnerProps = {
  /** uuid of the line; without one it is none of the cart. */
  orderLine: string | undefined
  waiting: ReactNode
  children: ReactNode
}

/**
 * What changes a line of the cart, for the customer whose cart it is: opened signed out it is the way in, and back to the line. A
 * session that ends later leaves what is open where it is.
 */
export function RequireLineOwner({ orderLine, waiting, children }: RequireLineOwnerProps) {
  const t = useT(lineMessages)
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const [isOpen, setOpen] = useState(orderLine === undefined || status === 'signed-in')
  const [isSessionKnown, setAsked] = useState(status !== 'unknown')
  useEffect(() => {
    const onAnswer = () => setAsked(true)
    // Where nobody can be asked, the surface's own calls say so.
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
      title={t('line.signIn')}
      of="shoppingcart.edit"
      params={{ orderLineUuid: orderLine ?? '' }}
    />
  )
}
