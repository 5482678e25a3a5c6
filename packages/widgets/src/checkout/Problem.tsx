import { useLingui } from '@lingui/react'
import { stepOfFailedCall } from '@portraitkit/core/checkout/failedCalls.ts'
import type { CheckoutStep } from '@portraitkit/core/checkout/form.ts'
import { useEffect, useRef } from 'react'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** What went wrong, shown at the open step if it happened there, otherwise above the page. */
export function Problem({ at }: { at: CheckoutStep | null }) {
  const { _: t } = useLingui()
  const { problem, currentStep } = useCheckout().state
  const box = useRef<HTMLDivElement>(null)
  const step = problem && stepOfFailedCall(problem)
  const isHere = problem !== null && (step === currentStep ? step : null) === at
  useEffect(() => {
    if (isHere) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  if (!isHere) return null
  return (
    <div ref={box} className="pk-checkout-problem">
      <Notice kind="danger" title={t(messages[problem.during], { message: problem.message })} />
    </div>
  )
}
