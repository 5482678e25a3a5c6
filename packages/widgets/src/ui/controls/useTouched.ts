import { useEffect, useRef, useState } from 'react'
import { afterPress } from './afterPress.ts'

/** Whether a field has been left, so that its error may be shown. `show` shows it at once, as on submitting. */
export function useTouched(): { isTouched: boolean; onBlur: () => void; show: () => void } {
  const [touched, setTouched] = useState(false)
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  const show = () => setTouched(true)
  return {
    isTouched: touched,
    onBlur() {
      cancel.current?.()
      cancel.current = afterPress(show)
    },
    show,
  }
}
