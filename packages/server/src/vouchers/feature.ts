import type { Feature } from '../feature.ts'
import { voucherCollections } from './uses.ts'

/** Vouchers. They are typed in at the checkout, whose calls use them. */
export const vouchers: Feature = { name: 'vouchers', collections: voucherCollections, calls: [] }
