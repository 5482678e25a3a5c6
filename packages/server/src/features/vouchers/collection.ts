import { rangeList } from '../../platform/db/rangeList.ts'
import type { Collection } from '../../platform/feature.ts'
import type { VoucherDocument } from './document.ts'

export const vouchers = rangeList<VoucherDocument>('vouchers', 'code')

export const voucherCollections: Collection[] = [
  ...vouchers.collections,
  {
    name: 'voucherUses',
    indexes: [
      // A customer, and each place of the stock, can hold a voucher only once, even under concurrent requests.
      { key: { provider: 1, code: 1, holder: 1 }, options: { unique: true } },
      { key: { provider: 1, code: 1, place: 1 }, options: { unique: true } },
      { key: { provider: 1, order: 1 } },
      { key: { provider: 1, customer: 1 } },
      { key: { provider: 1, isPaid: 1, since: 1 } },
    ],
  },
]
