import type { PersonalData } from '../../platform/personalData.ts'
import { forgetFiles } from './deleteUploads.ts'

export const uploadsPersonalData: readonly PersonalData[] = [
  {
    // erased after everything that may use them: what is left then are placed orders, which are printed from the files
    collection: 'uploads',
    filterFor: ({ uuid }) => ({ customer: uuid }),
    hiddenFields: ['_id', 'hash', 'due', 'placeholder'],
    releaseLater: forgetFiles,
  },
]
