import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The width of an element in device pixels, 0 until it is measured (before the first paint). It only grows: no picture is
 * fetched twice because a window got smaller.
 */
export function usePixelWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const node = element.current
    if (!node) return
    const take = () => {
      const measured = Math.ceil(node.getBoundingClientRect().width * (window.devicePixelRatio || 1))
      setWidth((before) => Math.max(before, measured))
    }
    take()
    const observer = new ResizeObserver(take)
    observer.observe(node)
    return () => observer.disconnect()
  }, [element])
  return width
}
