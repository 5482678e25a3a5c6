import { useEffect, useRef, useState } from 'react'
import { textsOfNewCode } from '../../locales/i18n.ts'
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
    const take = async () => {
      const fetched = await latest.current.fetch()
      await textsOfNewCode()
      setPart(() => fetched)
    }
    if (isHere) return
    if (!isNeeded) return whenIdle(() => void take().catch(() => undefined), 4000, 1500)
    take().catch((error: unknown) => {
      emit('pk-error', { reason: 'surface.unfetched', message: String(error) })
      latest.current.onFailure()
    })
  }, [isHere, isNeeded, emit])
  return part
}
