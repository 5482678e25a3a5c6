import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import type { PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { versionInLine } from '../../line.ts'
import { fileAddresses, type Viewer } from '../../viewer.ts'
import { type PricedPackage, type PricedPiece, pieceKey } from './packageLine.ts'

/** The content of a package, as the contract shows it: in the cart and in an order. */
export function showPackage(
  viewer: Viewer,
  photoPackage: PricedPackage,
  previews: ReadonlyMap<string, ShownScene>,
): NonNullable<OrderLine['package']> {
  const { uuid: line, product, begunWith, pieces } = photoPackage
  const versionOf = (picture: string) => versionInLine(photoPackage, picture)
  const packageItems = pieces.map((piece) =>
    showPiece(viewer, piece, { preview: previews.get(pieceKey(line, piece.uuid)) ?? null, versionOf }),
  )
  return { uuid: product.uuid, subject: begunWith, packageItems }
}

function showPiece(
  viewer: Viewer,
  { price: _ofItself, design, files, ...piece }: PricedPiece,
  { preview, versionOf }: { preview: ShownScene | null; versionOf: (picture: string) => string | null },
): PackageItem {
  return {
    ...piece,
    templateData: design && { userResources: design.resources, year: design.year },
    digitalFiles: previewFiles(files).map(({ uuid, width, height, ...file }) => ({
      uuid,
      width,
      height,
      display: fileAddresses(viewer, piece.subject?.uuid ?? null, { uuid, version: versionOf(uuid), ...file }),
    })),
    numFiles: files.length,
    sceneHash: design?.sceneHash ?? null,
    preview,
  }
}
