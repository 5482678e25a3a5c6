import { PICTURE_SIZES } from '@portraitkit/core/jobs/picture.ts'
import sharp from 'sharp'
import { readPhotograph } from '../imaging/derivatives/photograph.ts'

/**
 * Decodes a photograph as an import does, and makes its four sizes, each from the next larger one: `derivePicture` without the copy in
 * full size, the miniature and the hash. What other work on the same file is measured against.
 */
export async function makeThumbnails(file: Buffer): Promise<void> {
  let { pixels, width, height, channels } = await readPhotograph(file)
  for (const size of PICTURE_SIZES.toReversed()) {
    const { data, info } = await sharp(pixels, { raw: { width, height, channels } })
      .resize(size, size, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    ;[pixels, width, height] = [data, info.width, info.height]
    await sharp(pixels, { raw: { width, height, channels } })
      .flatten()
      .jpeg({ quality: size >= 960 ? 85 : 82 })
      .toBuffer()
  }
}
