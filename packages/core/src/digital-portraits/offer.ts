import type { PictureSet } from '../picture-sets/contract.ts'

type BuyableSet = {
  readonly bought: boolean
  readonly job: Pick<PictureSet['job'], 'isArchived' | 'isClosed'>
  readonly pictures: ReadonlyArray<Pick<PictureSet['pictures'][number], 'bought' | 'pictureType'>>
}

/** What of a set can still be bought to download. A job that is archived or past its last day sells nothing any more. */
export function buyablePictures<S extends BuyableSet>({ job, pictures }: S): Array<S['pictures'][number]> {
  return job.isArchived || job.isClosed ? [] : pictures.filter(({ bought }) => !bought)
}

/** DIG-4: the whole set is only offered where it is not bought and no sibling or group pictures are left in it. */
export function isSetOffered(set: BuyableSet): boolean {
  const left = buyablePictures(set)
  return !set.bought && left.length > 0 && left.every(({ pictureType }) => pictureType === 'IP')
}

/** 001 §2.6: the sections of a set, in the order in which they stand. */
export const SECTIONS = ['IP', 'MGP', 'GP'] as const
