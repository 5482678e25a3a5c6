import { OfferPrice } from '../products/OfferPrice.tsx'
import { usePrice } from './useDigitalPortraits.ts'

/** What it costs, beside what it cost before where a rebate holds (PRC-4). */
export function Price({ of }: { of: 'set' | 'file' }) {
  const price = usePrice(of)
  return price ? <OfferPrice {...price} /> : null
}
