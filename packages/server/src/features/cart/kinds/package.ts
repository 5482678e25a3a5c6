import { isDeepStrictEqual } from 'node:util'
import { isFiles } from '@portraitkit/core/photo-packages/isFiles.ts'
import { PACKAGE_TYPE } from '@portraitkit/core/photo-packages/packageTypes.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { Failure } from '../../../platform/failure.ts'
import { packages } from '../../photo-packages/collection.ts'
import { picturesIn } from '../../template/scenes/picturesIn.ts'
import { uuidOf } from '../line.ts'
import { singlePriceProduct } from '../singlePriceProduct.ts'
import { findUnseenSets, worstOf } from '../unseenPictures.ts'
import { describeBase, type FoundLine, type LineOperations } from './kind.ts'
import { checkPackage } from './package/checkPackage.ts'
import { findPackages } from './package/packageItems.ts'
import { type PackageLine, type PricedPackage, type PricedPiece, pieceKey } from './package/packageLine.ts'
import { packageSheet } from './package/packageSheet.ts'
import { showPackage } from './package/showPackage.ts'

export const photoPackage: LineOperations<PackageLine, PricedPackage> = {
  needsPublished: true,

  async find(lines, cart) {
    const { app, provider } = cart
    const [offered, all, unseenSets] = await Promise.all([
      findPackages(lines, cart),
      packages.list(app, provider.key),
      findUnseenSets(app, provider, [...new Set(lines.flatMap(photoPackage.downloads))]),
    ])
    return new Map(
      lines.map((line) => {
        const now = offered.get(line.uuid)
        const name = inLanguage(all.find(({ uuid }) => uuid === line.product)?.names ?? {}, cart.language)
        const once = singlePriceProduct({ uuid: line.product, name, type: PACKAGE_TYPE, producttype: 'package' }, 0)
        const pieces = now?.pieces ?? []
        const describe: FoundLine<PricedPackage>['describe'] = async (naming) => ({
          ...line,
          ...describeBase(line, naming),
          pieces,
        })
        const unseen = worstOf(photoPackage.downloads(line).map((uuid) => unseenSets.get(uuid)))
        const product = now?.product ?? once
        return [line.uuid, { describe, product, isSold: now?.isSold ?? false, ...(unseen && { unseen }) }]
      }),
    )
  },

  async change({ product, begunWith }, { packageItems, quantity, design, subProductUuids }, call) {
    const otherChange = quantity !== undefined || design || subProductUuids
    if (!packageItems) throw new Failure('cart.quantity')
    if (otherChange) throw new Failure('cart.unknown_product')
    const { line, scenes } = await checkPackage({ package: { uuid: product }, subject: begunWith, packageItems }, call)
    return { fields: line, scenes }
  },
  leftOver: (line, ordered, personOf) =>
    isDeepStrictEqual(looksOf(line, personOf), looksOf(ordered, personOf)) ? null : line,
  withSubjects: (line, change) => ({
    ...line,
    begunWith: change(line.begunWith),
    pieces: line.pieces.map((piece) => ({ ...piece, subject: change(piece.subject) })),
  }),

  show: (line, viewer, previews) => ({
    description: photoPackage.detail(line),
    package: showPackage(viewer, line, previews),
  }),
  detail: ({ pieces }) => pieces.map(({ name }) => name).join(', '),
  rows: ({ pieces }, money) => pieces.map((piece) => rowOf(piece, money)),

  printed: ({ uuid: line, pieces }) =>
    pieces.flatMap(({ uuid, design }) =>
      design ? [{ key: pieceKey(line, uuid), line, sceneHash: design.sceneHash }] : [],
    ),
  pictures: ({ pieces }) => pieces.flatMap(({ design }) => picturesIn(design?.resources ?? [])),
  downloads: ({ pieces }) => pieces.flatMap(({ type, subject }) => (isFiles(type) && subject ? [uuidOf(subject)] : [])),
  isDelivered: ({ pieces }) => pieces.some(({ type }) => !isFiles(type)),
  catalogueDays: ({ pieces }) => pieces.flatMap(({ catalogue }) => catalogue?.deliveryTime.days ?? []),
  sheet: packageSheet,
}

/** How a package is presented to a customer. */
function looksOf({ pieces }: PackageLine | PricedPackage, personOf: (subject: string) => string) {
  return pieces.map(({ uuid, design, subject }) => [
    uuid,
    design?.sceneHash,
    subject ? personOf(uuidOf(subject)) : undefined,
  ])
}

function rowOf({ name, price, uuid, template, files, subject }: PricedPiece, money: (amount: number) => string) {
  const what = [
    template && `template ${template.uuid} version ${template.version}`,
    files.length > 0 && `${files.length} files`,
    subject && `${subject.name} (${subject.uuid})`,
  ]
  return `${[name, ...what].filter(Boolean).join(', ')}; by itself ${money(price)}; item ${uuid}`
}
