import type { PersonalData } from '../../platform/personalData.ts'

export const ordersPersonalData: readonly PersonalData[] = [
  {
    collection: 'orders',
    filterFor: ({ uuid }) => ({ 'content.customer': uuid }),
    hiddenFields: ['content.personalId', 'bought'],
    retained: {
      of: { confirmTime: { $ne: null } },
      because: 'the law wants what was sold to be kept',
      onReceipt: true,
    },
  },
]
