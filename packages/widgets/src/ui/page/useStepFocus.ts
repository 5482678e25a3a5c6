import { useEffect, useRef } from 'react'

/** Takes the focus to the heading when a step appears in the place of another, so that keys and screen readers go on there. */
export function useStepFocus(step: string, heading: 'h1' | 'h2' = 'h1'): { current: HTMLDivElement | null } {
  const node = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    if (previous.current === step) return
    previous.current = step
    const title = node.current?.querySelector(heading)
    title?.setAttribute('tabindex', '-1')
    title?.focus()
  }, [step, heading])
  return node
}
