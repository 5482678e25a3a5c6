import { useEffect, useState } from 'react'
import { whenIdle } from '../ui/loading/whenIdle.ts'

/** More than any screen shows at first. */
const first = 12
/** Few enough that no frame is dropped. */
const step = 4

/**
 * How many items of a list are rendered. Starts with the first screen and grows whenever the page is idle, so that
 * find-in-page, screen readers and scrolling soon reach everything. When the visitor returns to a place in the list, all of it
 * is rendered at once.
 */
export function useProgressiveList(total: number, isReady: boolean, isReturn: boolean): number {
  const [grown, setGrown] = useState(first)
  if (!isReady && grown !== first) setGrown(first)
  if (isReady && isReturn && grown < total) setGrown(total)
  const isWhole = grown >= total
  useEffect(() => {
    if (isReady && !isWhole) return whenIdle(() => setGrown(grown + step), 200, 30)
  }, [isReady, isWhole, grown])
  return Math.min(grown, total)
}
