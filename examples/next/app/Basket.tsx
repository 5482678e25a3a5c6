'use client'

import type { SurfaceEvents } from '@portraitkit/widgets'
import { useEffect, useState } from 'react'

/** The number of items in the cart, as reported by the shop. */
export function Basket() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const updateCount = (event: SurfaceEvents['pk-cart-change']) => setCount(event.detail.count)
    document.addEventListener('pk-cart-change', updateCount)
    return () => document.removeEventListener('pk-cart-change', updateCount)
  }, [])
  return count > 0 ? `(${count})` : null
}
