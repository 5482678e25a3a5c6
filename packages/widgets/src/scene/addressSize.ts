import type { PictureNode } from '@portraitkit/core/template/scene.ts'

type ShownPicture = NonNullable<PictureNode['picture']>

/** A picture may be shown a little larger than it is: nobody sees a tenth, and it saves half the bytes. */
const ENLARGED = 1.1

/** The long edge of the whole picture as shown, in device pixels; a millimetre has `scale` device pixels. */
export function shownEdge(
  { box }: Pick<PictureNode, 'box'>,
  { crop, width, height }: ShownPicture,
  scale: number,
): number {
  return (box.width / crop.width) * Math.max(width, height) * scale
}

/** The smallest of the sizes that is sharp at this edge, or the largest available. */
export function addressSize(addresses: Readonly<Record<string, string>>, edge: number): number | undefined {
  const sizes = Object.keys(addresses)
    .map(Number)
    .sort((one, other) => one - other)
  return sizes.find((size) => size * ENLARGED >= edge) ?? sizes.at(-1)
}
