import type { PersonalData } from '../../platform/personalData.ts'

export const checkoutPersonalData: readonly PersonalData[] = [
  {
    collection: 'checkoutDrafts',
    filterFor: ({ uuid }) => ({ 'content.customer': uuid }),
    hiddenFields: ['content.personalId'],
  },
  {
    collection: 'checkouts',
    filterFor: ({ uuid }) => ({ customer: uuid }),
    hiddenFields: ['attempts'],
    // a payment that is under way must find its customer
    blocking: { due: { $ne: null } },
  },
]
