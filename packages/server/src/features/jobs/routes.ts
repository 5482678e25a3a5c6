import type { Feature } from '../../platform/feature.ts'
import { jobCollections } from './collection.ts'
import { deletingPictures } from './deletePictures.ts'
import { jobsPersonalData } from './personalData.ts'

/** Jobs, subjects and pictures as delivered. Customers see of them what other features show. */
export const jobs: Feature = {
  name: 'jobs',
  calls: [],
  collections: jobCollections,
  background: [deletingPictures],
  personalData: jobsPersonalData,
}
