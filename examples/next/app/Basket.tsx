'use client'

import type { SurfaceEvents } from '@portraitkit/widgets'
import { useEffect, useState } from 'react'

/** The number of items in the cart, as reported by the shop. */
export function Basket() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const updateCount = (event: SurfaceEvents['pk-cart-count']) => setCount(event.detail.count)
    document.addEventListener('pk-cart-count', updateCount)
    return () => document.removeEventListener('pk-cart-count', updateCount)
  }, [])
  return count > 0 ? `(${count})` : null
}
