import type { Feature } from '../feature.ts'
import { jobCollections } from './collection.ts'
import { deletingPictures, type PicturesToPrint } from './deletePictures.ts'

/** Jobs, subjects and pictures as delivered. Customers see of them what other features show. */
export function createJobs(toPrint: PicturesToPrint): Feature {
  return { name: 'jobs', calls: [], collections: jobCollections, background: [deletingPictures(toPrint)] }
}
