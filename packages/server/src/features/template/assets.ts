import { createHash } from 'node:crypto'
import { fitInto, PICTURE_SIZES } from '@portraitkit/core/jobs/picture.ts'
import type { StoredAsset } from '@portraitkit/core/template/definition.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import { PhotographError, type PhotographFormat, readPhotograph } from '../../imaging/derivatives/photograph.ts'
import { assetKey } from '../../imaging/print/assetKey.ts'
import { allowAnyOrigin } from '../../platform/anyOrigin.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'

/** Drawings that belong to a template. They are stored in the blob store by the hash of their file and never change. */

/** The bytes of a file next to a template, or null if there is none. */
export type ReadAsset = (name: string) => Promise<Buffer | null>

/** The maximum cost of an asset: a page of 30 x 40 cm at 300 dpi has 17 megapixels. */
const LIMITS = { maxPixels: 40_000_000, maxSeconds: 60 }
const MAX_FILE_BYTES = 50 * 1024 * 1024
const QUALITY = 92

/** An asset in its stored form, with its files: for print in full size, for screens in every size up to its own. */
export type PreparedAsset = {
  stored: StoredAsset
  files: Map<string, Buffer>
  /** The format of its content, whatever its name says. */
  format: PhotographFormat
  /** Whether it is completely opaque. */
  isOpaque: boolean
}

/** An asset saved for several providers is examined once, as long as its bytes are in memory. */
const preparedAssets = new WeakMap<Buffer, Promise<PreparedAsset>>()

/** Examines the content of a file, whatever its name says. Throws PhotographError with a sentence for a person. */
export function prepareAsset(file: Buffer): Promise<PreparedAsset> {
  const known = preparedAssets.get(file) ?? prepare(file)
  preparedAssets.set(file, known)
  return known
}

async function prepare(file: Buffer): Promise<PreparedAsset> {
  if (file.length > MAX_FILE_BYTES) throw new PhotographError('too-large', 'more than 50 MB')
  const { width, height, channels, pixels, format } = await readPhotograph(file, LIMITS)
  const picture = () => sharp(pixels, { raw: { width, height, channels } })
  const scaled = edgesOf({ width, height }).map(async (edge) => {
    const resized = picture().resize({ ...fitInto(width, height, edge), fit: 'fill' })
    return [`${edge}.webp`, await resized.webp({ quality: QUALITY, alphaQuality: 100 }).toBuffer()] as const
  })
  const forPrint = picture().png({ compressionLevel: 6 }).toBuffer()
  const files = new Map([[`original.${format}`, file], ['print.png', await forPrint], ...(await Promise.all(scaled))])
  const stored = { hash: createHash('sha256').update(file).digest('hex'), width, height }
  return { stored, files, format, isOpaque: channels === 3 }
}

/** Whether a file's extension matches its content. */
export function isNamedAs(name: string, format: PhotographFormat): boolean {
  return name
    .toLowerCase()
    .replace(/\.jpg$/, '.jpeg')
    .endsWith(`.${format}`)
}

/** The long edges in which an asset is available; the last is its own, or the largest of pictures. */
function edgesOf({ width, height }: { width: number; height: number }): number[] {
  const own = Math.max(width, height)
  const smaller = PICTURE_SIZES.filter((edge) => edge < own)
  return smaller.length < PICTURE_SIZES.length ? [...smaller, own] : smaller
}

/** The size that suffices for a small preview. */
export function previewEdge(asset: { width: number; height: number }): number {
  const edges = edgesOf(asset)
  return edges[1] ?? (edges[0] as number)
}

/** Stores an asset for a provider. Repeating it changes nothing. */
export async function storeAsset(blobs: BlobStore, provider: string, { stored, files }: PreparedAsset): Promise<void> {
  for (const [name, file] of files) await blobs.put(assetKey(provider, stored.hash, name), file)
}

/** The addresses of a scene's assets by hash, then by length of the long edge, as paths below the API's address. */
export function assetAddresses(provider: string, { parts }: Scene): Record<string, Record<string, string>> {
  return Object.fromEntries(
    parts.flatMap(({ nodes }) =>
      nodes.flatMap((node) => {
        if (node.kind !== 'asset') return []
        return [[node.hash, addressesOfAsset(provider, node)]]
      }),
    ),
  )
}

/** The addresses of one asset, by length of the long edge. */
export function addressesOfAsset(provider: string, asset: StoredAsset): Record<string, string> {
  const sizes = edgesOf(asset).map((edge) => [edge, `/template-assets/${provider}/${asset.hash}/${edge}.webp`])
  return Object.fromEntries(sizes)
}

/** Serves an asset at its address, which contains its hash, so its content never changes. */
export const assetPage: Page = {
  method: 'GET',
  path: '/template-assets/:provider/:hash/:file',
  needsProvider: false,
  handle: async (http, app) => {
    const { provider: key = '', hash = '', file = '' } = http.params as Record<string, string | undefined>
    const isName = /^[0-9a-f]{64}$/.test(hash) && /^\d{1,5}\.webp$/.test(file)
    const provider = isName ? await findProvider(app, key) : null
    const bytes = provider && (await app.blobs.get(assetKey(provider.key, hash, file)))
    if (!bytes) throw new Failure('not_found')
    allowAnyOrigin(http)
    http.set('Cache-Control', 'public, max-age=31536000, immutable')
    http.type = 'image/webp'
    http.body = bytes
  },
}
