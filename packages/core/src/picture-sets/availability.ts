import type { PictureSet } from './contract.ts'

type Availability = Pick<PictureSet, 'job' | 'pictures' | 'isShared'>

/**
 * Whether a set can be shared with others: its pictures exist, its job is not archived, and it is not shared itself. Otherwise the
 * family would not know who sees its child, and could not end it.
 */
export function isShareable(set: Availability): boolean {
  return isVisible(set) && !set.isShared
}

/** Whether a set's pictures can be ordered: they exist, and the job accepts orders. */
export function isOrderable(set: Availability): boolean {
  return isVisible(set) && !set.job.isClosed
}

function isVisible({ job, pictures }: Availability): boolean {
  return !job.isArchived && pictures.length > 0
}
