import type { PictureSet } from './contract.ts'

/**
 * Whether products are sold with a set and it can be shown to others: its pictures are there, and its job is not archived.
 */
export function isOffered({ job, pictures }: Pick<PictureSet, 'job' | 'pictures'>): boolean {
  return !job.isArchived && pictures.length > 0
}
