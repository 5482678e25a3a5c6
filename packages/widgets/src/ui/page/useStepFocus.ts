import { useEffect, useRef } from 'react'

/** Moves the focus to the heading when one step replaces another, so that keys and screen readers continue there. */
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
