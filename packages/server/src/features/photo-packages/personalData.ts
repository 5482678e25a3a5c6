import type { PersonalData } from '../../platform/personalData.ts'

export const packagesPersonalData: readonly PersonalData[] = [
  { collection: 'savedPackages', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] },
  { collection: 'linePackages', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] },
]
