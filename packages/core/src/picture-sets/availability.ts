import type { PictureSet } from './contract.ts'

/** Whether a set can be shared with others: its pictures exist, and its job is not archived. */
export function isShareable({ job, pictures }: Pick<PictureSet, 'job' | 'pictures'>): boolean {
  return !job.isArchived && pictures.length > 0
}

/** Whether a set's pictures can be ordered: they exist, and the job accepts orders. */
export function isOrderable(set: Pick<PictureSet, 'job' | 'pictures'>): boolean {
  return isShareable(set) && !set.job.isClosed
}
