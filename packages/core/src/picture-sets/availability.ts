import type { PictureSet } from './contract.ts'

/** Whether a set can be shown to others: its pictures are there, and its job is not archived. */
export function isShareable({ job, pictures }: Pick<PictureSet, 'job' | 'pictures'>): boolean {
  return !job.isArchived && pictures.length > 0
}

/** Whether products are sold with a set: its pictures are there, and its job takes orders. */
export function isOrderable(set: Pick<PictureSet, 'job' | 'pictures'>): boolean {
  return isShareable(set) && !set.job.isClosed
}
