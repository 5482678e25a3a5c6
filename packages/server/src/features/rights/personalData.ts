import type { PersonalData } from '../../platform/personalData.ts'

export const rightsPersonalData: readonly PersonalData[] = [
  { collection: 'rights', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] },
]
