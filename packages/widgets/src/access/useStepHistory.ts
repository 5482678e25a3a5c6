import type { EntryStep } from '@portraitkit/core/access/codeEntry.ts'
import type { Entry } from '@portraitkit/core/access/state.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'

const NAME = 'pkEntryStep'
const depths: Readonly<Record<EntryStep, number>> = { code: 0, email: 1, 'welcome-back': 2, register: 2 }

/**
 * Makes the browser's Back key go one step back instead of leaving the page: each step forward is a history entry at the same
 * address, which keeps whatever state the page's own router has stored there.
 */
export function useStepHistory(entry: Entry, step: EntryStep): void {
  const previous = useRef(step)
  // Before the step is painted, so that Back works as soon as the step is visible.
  useLayoutEffect(() => {
    const isForward = depths[step] > depths[previous.current]
    previous.current = step
    // If two elements on one page show the same step, the first one makes the entry.
    if (!isForward || depthHere() === depths[step] || !canCarry(history.state)) return
    history.pushState({ ...history.state, [NAME]: depths[step] }, '')
  }, [step])

  useEffect(() => {
    const { href } = location
    const goBack = () => {
      // A different address: the visitor has left the page, and the entered data stays.
      if (location.href !== href) return
      while (depthHere() < depths[entry.state.step]) entry.back()
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [entry])
}

/** One step back, by a button: through the history if the step has an entry there. */
export function goStepBack(entry: Entry): void {
  if (depthHere() === depths[entry.state.step]) history.back()
  else entry.back()
}

function depthHere(): number {
  return Number((history.state as Record<string, unknown> | null)?.[NAME] ?? 0)
}

function canCarry(state: unknown): boolean {
  return state === null || (typeof state === 'object' && !Array.isArray(state))
}
