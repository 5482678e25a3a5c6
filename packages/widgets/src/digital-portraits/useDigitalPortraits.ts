import {
  createDigitalPortraits,
  type DigitalItem,
  type DigitalPortraits,
  type DigitalPortraitsState,
} from '@portraitkit/core/digital-portraits/state.ts'
import { previousPrice, tierAt, tierPrice } from '@portraitkit/core/products/volumePrice.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'

/** The files and their prices, while the surface is mounted. */
export function useDigitalPortraits(): { part: DigitalPortraits; state: DigitalPortraitsState } {
  const { shop } = useRoot()
  const part = shop.part(createDigitalPortraits)
  const state = useSnapshot(part.state) as DigitalPortraitsState
  useEffect(() => part.watch(), [part])
  return { part, state }
}

/** The current price and the struck one next to it; null if the shop does not sell it. */
export function usePrice(kind: 'set' | 'file'): { now: string; before: string | null } | null {
  const { shop, money } = useRoot()
  const { prices } = useSnapshot(shop.part(createDigitalPortraits).state) as DigitalPortraitsState
  const product = prices[kind]
  if (!product) return null
  const tier = tierAt(product.productprices, 1)
  const before = previousPrice(product, tier)
  return { now: money(tierPrice(product, tier)), before: before === null ? null : money(before) }
}

/** Opens a download as a browser opens a link: the address carries its own access token, and the page stays. */
export function useDownload(): (item: DigitalItem, background?: string) => Promise<void> {
  const { shop } = useRoot()
  const part = shop.part(createDigitalPortraits)
  return async (item, background) => {
    const href = await part.download(item, background)
    if (href === null) return
    const link = document.createElement('a')
    link.href = href
    link.rel = 'noreferrer'
    link.click()
  }
}
