import type { Feature } from '../../platform/feature.ts'
import { forgetRights, mergeRights, rightCollections } from './collection.ts'
import { rightsPersonalData } from './personalData.ts'

/** What customers may download. Orders grant it; picture sets, pictures and downloads check it. */
export const rights: Feature = {
  name: 'rights',
  calls: [],
  collections: rightCollections,
  personalData: rightsPersonalData,
  forgetSubjects: forgetRights,
  mergeSubjects: mergeRights,
}
