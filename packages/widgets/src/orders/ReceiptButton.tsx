import { useLingui } from '@lingui/react'
import { createOrders } from '@portraitkit/core/orders/state.ts'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** The receipt as a document: requests its address and lets the browser save it. */
export function ReceiptButton({ order }: { order: string }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const orders = shop.part(createOrders)
  const { receiptProblem } = useSnapshot(orders.state)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      const href = await orders.receiptAddress(order)
      if (href) location.assign(href)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="pk-stack">
      <div>
        <Button icon={FileText} busy={isBusy} onClick={() => void press()}>
          {t(messages.receipt)}
        </Button>
      </div>
      {receiptProblem ? (
        <Notice kind="danger" title={t(messages.receiptFailed)}>
          <p>{receiptProblem}</p>
        </Notice>
      ) : null}
    </div>
  )
}
