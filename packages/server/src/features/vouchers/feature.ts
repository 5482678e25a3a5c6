import type { Feature } from '../../platform/feature.ts'
import { voucherCollections } from './collection.ts'
import { vouchersPersonalData } from './personalData.ts'

/** Vouchers. Customers type them in at the checkout, whose calls use them. */
export const vouchers: Feature = {
  name: 'vouchers',
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
  personalData: vouchersPersonalData,
}
