import { type MouseEvent, type RefObject, useEffect, useState } from 'react'

/** The tile whose link was followed, and its distance from the top of the window. */
type SavedPlace = { template: string; index: number; top: number }

const key = 'pkList'
/** Tiles get their true height only when they are near, so the position is corrected for this many frames. */
const steady = 12
/** Gives up on a template that no longer exists after this many frames. */
const maxFrames = 60

/**
 * Restores the scroll position when the visitor returns to a list. The position is stored in the history entry that is left, so
 * only Back finds it, even after a reload, and never a new visit.
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

/** Keeps the state that the page's own router stores in the entry. */
function writeSavedPlace(left: SavedPlace | null): void {
  const { state } = history as { state: unknown }
  if (state !== null && (typeof state !== 'object' || Array.isArray(state))) return
  const { [key]: _before, ...rest } = (state ?? {}) as Record<string, unknown>
  const next = left ? { ...rest, [key]: left } : rest
  history.replaceState(Object.keys(next).length > 0 ? next : null, '')
}
