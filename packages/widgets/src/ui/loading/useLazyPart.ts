import { useEffect, useRef, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { whenIdle } from './whenIdle.ts'

/**
 * A part of a surface whose code is fetched when the page is idle, or as soon as it is needed. A failed fetch is reported only
 * if the part is needed: by `onFailure`, after which the next need tries again.
 */
export function useLazyPart<Part>(
  fetch: () => Promise<Part>,
  { isNeeded, onFailure }: { isNeeded: boolean; onFailure: () => void },
): Part | undefined {
  const { emit } = useRoot()
  const [part, setPart] = useState<Part>()
  const latest = useRef({ fetch, onFailure })
  latest.current = { fetch, onFailure }
  const isHere = part !== undefined

  useEffect(() => {
    const take = (fetched: Part) => setPart(() => fetched)
    if (isHere) return
    if (!isNeeded) return whenIdle(() => void latest.current.fetch().then(take, () => undefined), 4000, 1500)
    latest.current.fetch().then(take, (error: unknown) => {
      emit('pk-error', { reason: 'surface.unfetched', message: String(error) })
      latest.current.onFailure()
    })
  }, [isHere, isNeeded, emit])
  return part
}
