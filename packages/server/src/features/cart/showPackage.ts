import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { previewFiles } from '@portraitkit/core/jobs/previewFiles.ts'
import type { PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { CallContext } from '../../platform/feature.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { type ChosenFile, type ChosenPackage, type ChosenPiece, pieceKey } from './line.ts'

/** Whose lines are shown: addresses of pictures are the customer's own, and those that are bought carry no watermark. */
export type Viewer = Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'> & { bought?: ReadonlySet<string> }

/** What is in a package, as the contract shows it: in the cart and in an order. */
export function showPackage(
  viewer: Viewer,
  { uuid: line, product, begunWith, pieces }: ChosenPackage,
  previews: ReadonlyMap<string, ShownScene>,
): NonNullable<OrderLine['package']> {
  const packageItems = pieces.map((piece) => showPiece(viewer, piece, previews.get(pieceKey(line, piece.uuid)) ?? null))
  return { uuid: product.uuid, subject: begunWith, packageItems }
}

function showPiece(
  viewer: Viewer,
  { price: _ofItself, design, files, ...piece }: ChosenPiece,
  preview: ShownScene | null,
): PackageItem {
  return {
    ...piece,
    templateData: design && { userResources: design.resources, year: design.year },
    digitalFiles: previewFiles(files).map(({ uuid, width, height, ...file }) => ({
      uuid,
      width,
      height,
      display: fileAddresses(viewer, piece.subject?.uuid ?? null, { uuid, ...file }),
    })),
    numFiles: files.length,
    sceneHash: design?.sceneHash ?? null,
    preview,
  }
}

/** Where the pictures that are downloaded are shown from. */
export function fileAddresses(
  { app, provider, customer, bought }: Viewer,
  subject: string | null,
  { uuid, background }: Pick<ChosenFile, 'uuid' | 'background'>,
) {
  return pictureAddresses(
    app,
    provider,
    customer.uuid,
    { uuid, subject },
    { use: 'display', bought: bought?.has(uuid) ?? false, background },
  )
}
