import { useLingui } from '@lingui/react'
import { countdownOf } from '@portraitkit/core/photo-packages/offers/packageOffers.ts'
import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { offersMessages as messages } from './offersMessages.ts'

/**
 * PKG-1: the remaining time of special prices. Updates its text itself, so that nothing else is rendered each second, and
 * disappears at zero.
 */
export function Countdown({ endsAt, onEnd }: { endsAt: number; onEnd: () => void }) {
  const { _: t } = useLingui()
  const text = useRef<HTMLSpanElement>(null)
  /** The end that has been reached: with a later one it is there at once, above what it would push down. */
  const [reached, setReached] = useState(0)
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (endsAt === 0) return
    const tick = () => {
      const left = (endsAt - performance.now()) / 1000
      if (text.current) text.current.textContent = t(messages.countdown, countdownOf(left))
      if (left > 0) return
      clearInterval(timer)
      setReached(endsAt)
      latest.current()
    }
    const timer = setInterval(tick, 1000)
    tick()
    // A clock may stop while the device sleeps: the server decides.
    const wake = () => document.visibilityState === 'visible' && latest.current()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [endsAt, t])
  if (endsAt === 0 || endsAt === reached) return null
  return (
    <p className="pk-offers-countdown pk-price" role="timer">
      <Icon of={Clock} size={18} />
      <span ref={text}>{t(messages.countdown, countdownOf((endsAt - performance.now()) / 1000))}</span>
    </p>
  )
}
