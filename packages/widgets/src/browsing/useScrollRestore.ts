import { type MouseEvent, type RefObject, useEffect, useState } from 'react'

/** Which tile of a list somebody followed, and how far below the top of the window it stood. */
type SavedPlace = { template: string; index: number; top: number }

const key = 'pkList'
/** Tiles get their true height when they are near, so the place is sought for some frames. */
const steady = 12
/** A template that is not there any more is not waited for. */
const maxFrames = 60

/**
 * Who comes back to a list stands where they left it. The place is written into the entry of the browser's history that is
 * left, so that it is found by Back alone, after a reload too, and never by a new visit.
 */
export function useScrollRestore(tiles: RefObject<HTMLElement | null>, isReady: boolean) {
  const [left, setLeft] = useState(readSavedPlace)
  useEffect(() => {
    if (!left || !isReady) return
    writeSavedPlace(null)
    let [turn, found, frame] = [0, 0, 0]
    const seek = () => {
      turn += 1
      const tile = tiles.current?.querySelector<HTMLElement>(`[data-template="${left.template}"]`)
      if (tile) {
        found += 1
        tile.style.scrollMarginBlockStart = `${left.top}px`
        tile.scrollIntoView({ block: 'start', behavior: 'instant' })
        tile.style.removeProperty('scroll-margin-block-start')
      }
      if (found < steady && turn < maxFrames) frame = requestAnimationFrame(seek)
      else setLeft(null)
    }
    seek()
    return () => cancelAnimationFrame(frame)
  }, [left, isReady, tiles])
  const leave = ({ target }: MouseEvent) => {
    const tile =
      target instanceof Element && target.closest('a') ? target.closest<HTMLElement>('[data-template]') : null
    if (!tile) return
    const index = [...(tile.parentElement?.children ?? [])].indexOf(tile)
    writeSavedPlace({ template: tile.dataset.template as string, index, top: tile.getBoundingClientRect().top })
  }
  return { left, leave }
}

function readSavedPlace(): SavedPlace | null {
  const { state } = history
  return (state as { [key]?: SavedPlace } | null)?.[key] ?? null
}

/** What the page's own router keeps in the entry stays. */
function writeSavedPlace(left: SavedPlace | null): void {
  const { state } = history as { state: unknown }
  if (state !== null && (typeof state !== 'object' || Array.isArray(state))) return
  const { [key]: _before, ...rest } = (state ?? {}) as Record<string, unknown>
  const next = left ? { ...rest, [key]: left } : rest
  history.replaceState(Object.keys(next).length > 0 ? next : null, '')
}
