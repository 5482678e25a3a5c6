import { useLingui } from '@lingui/react'
import { productLines } from '@portraitkit/core/cart/cart.ts'
import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { formMessages } from '../ui/controls/formMessages.ts'
import { BottomBar } from '../ui/order/BottomBar.tsx'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { messages } from './messages.ts'

/** Opens the checkout. If a line can no longer be ordered, asks first whether to remove it. */
export function CheckoutButton({ price, isChanging }: { price: string; isChanging: boolean }) {
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  const part = shop.part(createCart)
  const { cart } = useSnapshot(part.state)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const lines = cart ? (productLines(cart) as OrderLine[]) : []
  const gone = lines.filter(({ isOffered }) => !isOffered)
  const removeUnavailable = async () => {
    setBusy(true)
    for (const { uuid } of gone) await part.remove(uuid)
    setBusy(false)
    setAsking(false)
    const left = part.state.cart ? productLines(part.state.cart) : []
    // a line that could not be removed shows its own error
    if (left.every(({ isOffered }) => isOffered)) navigate('checkout')
  }
  return (
    <>
      <BottomBar
        price={price}
        disabled={isChanging || gone.length === lines.length}
        onClick={() => (gone.length > 0 ? setAsking(true) : navigate('checkout'))}
      >
        {t(messages.checkout)}
      </BottomBar>
      <ConfirmDialog
        open={asking}
        title={t(messages.leaveOutTitle)}
        confirmLabel={t(messages.leaveOut)}
        cancelLabel={t(messages.cancel)}
        closeLabel={t(formMessages.close)}
        busy={busy}
        onConfirm={() => void removeUnavailable()}
        onCancel={() => setAsking(false)}
      >
        <ul>
          {gone.map(({ uuid, template, product, description, subjects }) => (
            <li key={uuid}>
              {[template?.name || product?.name || description, ...subjects.map(({ name }) => name)].join(' · ')}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}
