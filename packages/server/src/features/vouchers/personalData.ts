import type { PersonalData } from '../../platform/personalData.ts'

export const vouchersPersonalData: readonly PersonalData[] = [
  {
    collection: 'voucherUses',
    filterFor: ({ uuid }) => ({ customer: uuid }),
    hiddenFields: ['_id', 'holder', 'place'],
    retained: { of: { isPaid: true }, because: 'a voucher that was used stays used' },
  },
]
