import { useEffect, useRef } from 'react'

/** Takes the focus to the heading when a step appears in the place of another, so that keys and screen readers go on there. */
export function useNewStep(step: string): { current: HTMLDivElement | null } {
  const node = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const heading = node.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [step])
  return node
}
