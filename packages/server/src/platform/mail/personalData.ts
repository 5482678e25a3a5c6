import type { PersonalData } from '../personalData.ts'

export const mailPersonalData: readonly PersonalData[] = [
  {
    collection: 'mailBounces',
    // An address that is not proved may be a stranger's.
    filterFor: ({ email, isProved }) => ({ address: isProved ? email.toLowerCase() : { $in: [] } }),
    hiddenFields: ['_id', 'expires'],
  },
]
