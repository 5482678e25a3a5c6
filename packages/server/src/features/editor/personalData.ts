import type { PersonalData } from '../../platform/personalData.ts'

export const editorPersonalData: readonly PersonalData[] = [
  { collection: 'designs', filterFor: ({ uuid }) => ({ customer: uuid }), hiddenFields: ['_id'] },
]
