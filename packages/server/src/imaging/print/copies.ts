import type { Size } from '@portraitkit/core/geometry.ts'
import { fitInto } from '@portraitkit/core/jobs/picture.ts'
import { rotatedSize } from '@portraitkit/core/template/crop.ts'
import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { AssetNode, PictureNode, Scene } from '@portraitkit/core/template/scene.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { cutOutKey, sizeKey, workingKey } from '../derivatives/pictureFiles.ts'
import { drawingFile, rasteriseDrawing, requireAsset } from './asset.ts'
import { PrintError } from './printError.ts'
import type { Sheet } from './sheet.ts'

export type ScenePicture = NonNullable<PictureNode['picture']>

/** A copy of a picture to print from, the picture in that copy's pixels, and the background of a cut-out. */
export type Copy = { file: Buffer; picture: ScenePicture; background?: Buffer }

/** The copies of a scene's pictures. All of them existed when they were opened. */
export type Copies = {
  /** @param slot size on the sheet, in pixels */
  read(picture: ScenePicture, slot: Size): Promise<Copy>
  /** A template's drawing as it appears on the sheet. */
  asset(node: AssetNode, sheet: Sheet): ReturnType<typeof rasteriseDrawing>
  /** The file of such a drawing. */
  drawing(node: AssetNode): Promise<Buffer>
}

/** The long edge of the copy that suffices for a small slot. */
const SMALL_COPY = 1600
/** The small copy is used if it has twice the printed pixels: halving it leaves no traces of its compression. */
const MIN_OVERSAMPLING = 2

/** Throws PrintError if a picture is missing. */
export async function openCopies(blobs: BlobStore, provider: string, { parts }: Scene): Promise<Copies> {
  const files = parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'picture' ? filesOf(node) : [])))
  const keys = new Map<string, string>()
  for (const file of files) {
    const key = pictureKey(file)
    if (!keys.has(key)) keys.set(key, await workingCopy(blobs, { provider, ...file }))
  }

  for (const node of parts.flatMap(({ nodes }) => nodes)) {
    if (node.kind === 'asset') await requireAsset(blobs, provider, node)
  }
  async function readFile(key: string, uuid: string): Promise<Buffer> {
    const file = await blobs.get(key)
    if (!file) throw missingPicture(uuid)
    return file
  }

  return {
    asset: (node, sheet) => rasteriseDrawing(blobs, provider, node, sheet),
    drawing: (node) => drawingFile(blobs, provider, node),
    async read(picture, slot) {
      const { uuid, version, background } = picture
      const of = { uuid, version }
      // a background is stored like a picture
      const behind = background ? { background: await readFile(keys.get(background) ?? '', background) } : {}
      const small = scalePicture(picture, fitInto(picture.width, picture.height, SMALL_COPY))
      if (small.crop.width >= slot.width * MIN_OVERSAMPLING && small.width < picture.width) {
        const smallKey = background ? cutOutKey : sizeKey
        return { file: await readFile(smallKey({ provider, ...of }, SMALL_COPY), uuid), picture: small, ...behind }
      }
      return { file: await readFile(keys.get(pictureKey(of)) ?? '', uuid), picture, ...behind }
    },
  }
}

type SceneFile = { uuid: string; version?: string | undefined }

function filesOf({ picture }: PictureNode): SceneFile[] {
  if (!picture) return []
  const { uuid, version, background } = picture
  return [{ uuid, version }, ...(background ? [{ uuid: background }] : [])]
}

async function workingCopy(blobs: BlobStore, of: SceneFile & { provider: string }): Promise<string> {
  for (const format of ['jpeg', 'png'] as const) {
    const key = workingKey(of, format)
    if (await blobs.head(key)) return key
  }
  throw missingPicture(of.uuid)
}

function missingPicture(uuid: string): PrintError {
  return new PrintError(`The picture ${uuid} no longer exists`)
}

/** The picture in another size with the same crop. */
function scalePicture(picture: ScenePicture, size: Size): ScenePicture {
  const { crop, rotation } = picture
  const [before, after] = [rotatedSize(picture, rotation), rotatedSize(size, rotation)]
  const [across, down] = [after.width / before.width, after.height / before.height]
  return {
    ...picture,
    ...size,
    crop: { x: crop.x * across, y: crop.y * down, width: crop.width * across, height: crop.height * down },
  }
}
