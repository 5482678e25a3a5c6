import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import { createUploads } from '../../uploads/state.ts'

/** A picture that the customer can choose, of a set or uploaded, by its uuid; undefined if it is not available. */
export function findPicture(shop: Shop, uuid: string): FillPicture | undefined {
  const { sets } = shop.part(createPictureSets).state
  const { images } = shop.part(createUploads).state
  const all: readonly FillPicture[] = [...sets.flatMap(({ pictures }) => pictures), ...images]
  return all.find((picture) => picture.uuid === uuid)
}
