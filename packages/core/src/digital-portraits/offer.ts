import type { PictureSet } from '../picture-sets/contract.ts'

type BuyableSet = {
  readonly bought: boolean
  readonly job: Pick<PictureSet['job'], 'isArchived' | 'isClosed'>
  readonly pictures: ReadonlyArray<Pick<PictureSet['pictures'][number], 'bought' | 'pictureType'>>
}

/** The pictures of a set that can still be bought as downloads: none if its job is archived or past its last day. */
export function buyablePictures<S extends BuyableSet>({ job, pictures }: S): Array<S['pictures'][number]> {
  return job.isArchived || job.isClosed ? [] : pictures.filter(({ bought }) => !bought)
}

/** DIG-4: the whole set is only offered if it is not bought and has no sibling or group pictures left to buy. */
export function isSetOffered(set: BuyableSet): boolean {
  const left = buyablePictures(set)
  return !set.bought && left.length > 0 && left.every(({ pictureType }) => pictureType === 'IP')
}

/** 001 §2.6: the sections of a set, in their order. */
export const SECTIONS = ['IP', 'MGP', 'GP'] as const
