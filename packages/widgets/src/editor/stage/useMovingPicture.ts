import type { ImageValue, SlotPicture } from '@portraitkit/core/editor/design/picture.ts'
import type { Crop } from '@portraitkit/core/template/crop.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'

type Images = RefObject<(HTMLImageElement | null)[]>

/**
 * The images that show a picture, and a function that moves them to a crop without a render. Until it is called, and whenever
 * nobody holds the picture, they show its own crop. `scale`: pixels of the page on the screen.
 */
export function useMovingPicture(
  picture: SlotPicture | undefined,
  scale: number,
  isDragging: boolean,
): [Images, (crop: Crop) => void] {
  const images: Images = useRef([])
  const current = useRef<Crop>(undefined)

  const show = (crop: Crop) => {
    current.current = crop
    if (!picture) return
    const transform = matrixOf(picture.image, crop, (picture.layer.box.width * scale) / crop.width)
    for (const image of images.current) if (image) image.style.transform = transform
  }
  useLayoutEffect(() => {
    // Whatever else is rendered again, a held picture stays where the fingers have it.
    if (picture) show(isDragging && current.current ? current.current : picture.image.cropRect)
  })

  return [images, show]
}

/** Maps the upright picture, in its pixels, to where its crop fills the slot: turned, moved, scaled. */
function matrixOf({ rotation, width, height }: ImageValue, crop: Crop, scale: number): string {
  const turns: Record<ImageValue['rotation'], [number, number, number, number, number, number]> = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, height, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, width],
  }
  const [a, b, c, d, e, f] = turns[rotation]
  return `matrix(${[a * scale, b * scale, c * scale, d * scale, (e - crop.x) * scale, (f - crop.y) * scale].join(',')})`
}
