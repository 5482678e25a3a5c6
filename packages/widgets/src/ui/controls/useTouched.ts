import { useEffect, useRef, useState } from 'react'

/** Long enough for the press that moved the focus to end where it started: an error that appears moves the content below. */
const afterPress = 250

/** Whether a field has been left, so that its error may be shown. `show` shows it at once, as on submitting. */
export function useTouched(): { isTouched: boolean; onBlur: () => void; show: () => void } {
  const [touched, setLeft] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isTouched: touched,
    onBlur() {
      timer.current = setTimeout(() => setLeft(true), afterPress)
    },
    show: () => setLeft(true),
  }
}
