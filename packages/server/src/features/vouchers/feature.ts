import type { Feature } from '../../platform/feature.ts'
import { voucherCollections } from './collection.ts'
import { vouchersFailureTexts } from './failureTexts.ts'

/** Vouchers. Customers type them in at the checkout, whose calls use them. */
export const vouchers: Feature = {
  name: 'vouchers',
  failureTexts: vouchersFailureTexts,
  collections: voucherCollections,
  commands: [
    {
      name: 'vouchers',
      usage: 'vouchers',
      summary: 'lists the voucher codes of a shop and how often each was used',
      load: async () => (await import('./command.ts')).vouchersCommand,
    },
  ],
  calls: [],
  personalData: [
    {
      collection: 'voucherUses',
      filterFor: ({ uuid }) => ({ customer: uuid }),
      hiddenFields: ['_id', 'holder', 'place'],
      retained: { of: { isPaid: true }, because: 'a voucher that was used stays used' },
    },
  ],
}
