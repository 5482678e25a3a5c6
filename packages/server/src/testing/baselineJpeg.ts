import sharp from 'sharp'

/** A photograph as cameras store it: not progressive, which takes several times as long to decode in a smaller size. */
export async function baselineJpeg(file: Buffer): Promise<Buffer> {
  const image = sharp(file)
  const { isProgressive } = await image.metadata()
  return isProgressive ? image.keepMetadata().jpeg({ quality: 92, chromaSubsampling: '4:2:0' }).toBuffer() : file
}
