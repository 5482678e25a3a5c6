import { useEffect, useState } from 'react'
import { whenIdle } from '../ui/loading/whenIdle.ts'

/** More than any screen shows at first. */
const first = 12
/** So many at a time cost no frame. */
const step = 4

/**
 * How many of a list are on the page. It begins with what is seen first and grows whenever the page has nothing else to do, so
 * that everything can soon be found, read out and scrolled to. Where somebody comes back to a place in it, it is whole at once.
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
