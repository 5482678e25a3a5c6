import type { PersonalData } from '../../platform/personalData.ts'

export const ordersPersonalData: readonly PersonalData[] = [
  {
    collection: 'orders',
    filterFor: ({ uuid }) => ({ 'content.customer': uuid }),
    hiddenFields: ['content.personalId', 'bought'],
    retained: {
      of: { confirmTime: { $ne: null } },
      because: 'the law requires a record of what was sold',
      onReceipt: true,
    },
  },
]
