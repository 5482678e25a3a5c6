import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import type { FillPicture } from '../template/fillResources.ts'

/** A picture that the customer can choose, by its uuid; undefined where it is none of theirs any more. */
export function pictureOf(shop: Shop, uuid: string): FillPicture | undefined {
  const { sets } = shop.part(createPictureSets).state
  return sets.flatMap(({ pictures }) => pictures).find((picture) => picture.uuid === uuid)
}
