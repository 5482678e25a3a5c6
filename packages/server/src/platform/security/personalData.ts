import type { PersonalData } from '../personalData.ts'
import { SECURITY_LOG_DAYS } from './collection.ts'

export const securityPersonalData: readonly PersonalData[] = [
  {
    collection: 'securityEvents',
    filterFor: ({ uuid }) => ({ customer: uuid }),
    hiddenFields: ['_id'],
    retained: {
      of: {},
      because: `its ids no longer identify anybody, and it is deleted after ${SECURITY_LOG_DAYS} days`,
    },
  },
]
