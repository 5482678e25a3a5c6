import type { PictureType } from './picture.ts'

/** 000 §9: at most so many previews stand for files that are sold together. */
const MAX_PREVIEWS = 3

/** The pictures that stand for a whole set: at most three that are no group pictures (001 §9); of group pictures alone, these. */
export function previewFiles<P extends { readonly pictureType: PictureType }>(pictures: readonly P[]): P[] {
  const own = pictures.filter(({ pictureType }) => pictureType !== 'GP')
  return (own.length > 0 ? own : [...pictures]).slice(0, MAX_PREVIEWS)
}
