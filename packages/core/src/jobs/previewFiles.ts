import type { PictureType } from './picture.ts'

/** 000 §9: the maximum number of previews for files that are sold together. */
const MAX_PREVIEWS = 3

/**
 * The previews of a whole set: at most three pictures that are not group pictures (001 §9); group pictures if there is nothing
 * else.
 */
export function previewFiles<P extends { readonly pictureType: PictureType }>(pictures: readonly P[]): P[] {
  const own = pictures.filter(({ pictureType }) => pictureType !== 'GP')
  return (own.length > 0 ? own : [...pictures]).slice(0, MAX_PREVIEWS)
}
