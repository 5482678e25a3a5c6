import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react'
import { type Placement, transformOf, transformsBetween } from './stageGeometry.ts'

/** The last placement of the page, whichever screen showed it. */
export type LastPlacement = { current: Placement | undefined }

/** The style of a placement: laid out once, moved by a transform. Marks on it keep their size by `--pk-zoom`. */
export function pageStyle(placement: Placement): CSSProperties {
  const { width, height, zoom } = placement
  return { inlineSize: width, blockSize: height, transform: transformOf(placement), '--pk-zoom': zoom } as CSSProperties
}

/** Animates the page from its last placement to the current one. */
export function usePageMotion(placement: Placement, came: LastPlacement): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  const { x, y, scale } = placement
  const here = useRef(placement)
  here.current = placement
  useLayoutEffect(() => {
    const from = came.current
    came.current = here.current
    const isStill = !from || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill || (from.x === x && from.y === y && from.scale === scale)) return
    const [start, end] = transformsBetween(from, here.current)
    page.current?.animate([{ transform: start }, { transform: end }], {
      duration: 240,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    })
  }, [x, y, scale, came])
  return page
}
