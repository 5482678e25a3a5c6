import { OfferPrice } from '../products/OfferPrice.tsx'
import { usePrice } from './useDigitalPortraits.ts'

/** The price, with the previous price next to it if a rebate applies (PRC-4). */
export function Price({ of }: { of: 'set' | 'file' }) {
  const price = usePrice(of)
  return price ? <OfferPrice {...price} /> : null
}
