import { type CSSProperties, type RefCallback, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'

// The width of the desktop layout, in CSS pixels.
const DESKTOP_WIDTH = 1100

type Layout = { ref: RefCallback<HTMLElement>; style?: CSSProperties; 'data-layout'?: 'desktop' }

/** 'Desktop version': on a smaller screen the whole shop is laid out for a large one and scaled down to fit. */
export function useLayout(): Layout {
  const { layout } = useSnapshot(useRoot().page.choice)
  const [node, setNode] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(DESKTOP_WIDTH)
  const ref = useCallback((shop: HTMLElement | null) => setNode(shop), [])
  useEffect(() => {
    // The parent is measured, because the shop's own size depends on the scaling.
    const room = node?.parentElement
    if (!room || !layout) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(room)
    return () => observer.disconnect()
  }, [node, layout])
  const isSmaller = layout === 'desktop' && width < DESKTOP_WIDTH
  const zoom = width / DESKTOP_WIDTH
  const style = { zoom, '--pk-shop-zoom': zoom } as CSSProperties
  return { ref, ...(isSmaller && { style, 'data-layout': 'desktop' }) }
}
