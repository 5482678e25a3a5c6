import { isFiles } from '@portraitkit/core/photo-packages/isFiles.ts'
import { PACKAGE_TYPE } from '@portraitkit/core/photo-packages/packageTypes.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../../../platform/app.ts'
import type { Provider } from '../../../../platform/provider/document.ts'
import { factsOf } from '../../../../platform/rules/facts.ts'
import { findDeliveredSets } from '../../../jobs/collection.ts'
import {
  type AvailabilityQuery,
  reasonText,
  type Unavailable,
  unavailableReason,
} from '../../../photo-packages/availability.ts'
import type { FoundItem } from '../../../photo-packages/itemParts.ts'
import { chargedFor, type OfferedPackage, offeredPackages } from '../../../photo-packages/offeredPackages.ts'
import { namesOf, showSubject } from '../../../photo-packages/openPackage.ts'
import { boughtFiles } from '../../../rights/collection.ts'
import { templateOf } from '../../../template/collection.ts'
import { lineFiles } from '../../filesForSale.ts'
import { singlePriceProduct } from '../../singlePriceProduct.ts'
import type { FindContext } from '../kind.ts'
import type { PackageLine, PackagePiece, PricedPiece } from './packageLine.ts'

/** A package in the cart: its price, its items, and whether it can be ordered in its current state. */
type PackageInCart = { product: Product; pieces: PricedPiece[]; isSold: boolean }

type Context = { app: App; provider: Provider; language: string; query: AvailabilityQuery }

/**
 * The packages of a cart by their lines. A package that is no longer offered to the customer is missing; one with an item that
 * is no longer available names it, and is not sold.
 */
export async function findPackages(
  lines: readonly PackageLine[],
  { app, provider, customer, language, lines: all }: FindContext,
): Promise<Map<string, PackageInCart>> {
  // their rules count the other content of the cart
  const others = all.filter(({ kind }) => kind !== 'package')
  const [offered, bought] = await Promise.all([
    offeredPackages(app, provider, language, () => factsOf(app, provider, customer, others)),
    boughtFiles(app, provider, customer),
  ])
  const context = { app, provider, language, query: { provider, bought, now: app.clock() } }
  const found = await Promise.all(
    lines.map(async (line) => {
      const document = offered.find((each) => each.document.uuid === line.product)
      return document && 'items' in document
        ? ([line.uuid, await packageInCart(document, line, context)] as const)
        : null
    }),
  )
  return new Map(found.filter((each) => each !== null))
}

async function packageInCart(offered: OfferedPackage, line: PackageLine, context: Context): Promise<PackageInCart> {
  const { document, items, parts, price } = offered
  const pieces = await Promise.all(
    items.map(async (item, index) => {
      const piece = line.pieces.find(({ uuid }) => uuid === item.document.uuid)
      return piece ? describePiece(item, piece, parts[index] ?? 0, context) : null
    }),
  )
  const found = pieces.filter((piece) => piece !== null)
  const isWhole = found.length === items.length && found.length === line.pieces.length
  return {
    product: soldPackage(offered, inLanguage(document.names, context.language), chargedFor(price)),
    pieces: found,
    isSold: isWhole && !document.disabled && found.every(({ disabled }) => !disabled),
  }
}

/** 001 §9: a package is a product of its own, at its current price. */
function soldPackage({ document }: OfferedPackage, name: string, price: number): Product {
  return singlePriceProduct({ uuid: document.uuid, name, type: PACKAGE_TYPE, producttype: 'package' }, price)
}

async function describePiece(
  item: FoundItem<Product>,
  piece: PackagePiece,
  price: number,
  { app, provider, language, query }: Context,
): Promise<PricedPiece> {
  const { uuid, type, version, subject, design } = piece
  const [set] = subject ? await findDeliveredSets(app, provider.key, [subject]) : []
  const reason = reasonForLine(unavailableReason(item, set, query), piece)
  const definition = design && (await templateOf(app, provider.key, design.template.uuid, design.template.version))
  return {
    uuid,
    type,
    version,
    price,
    ...namesOf(item, language),
    subject: showSubject(set),
    canChangeTemplate: 'definition' in item && (item.document.canChangeTemplate ?? false),
    disabled: reason && { reason: reasonText(reason, language) },
    template:
      design && definition
        ? { ...design.template, name: inLanguage(definition.names, language), type: definition.type }
        : null,
    catalogue:
      'catalogue' in item
        ? {
            uuid: item.catalogue.uuid,
            name: inLanguage(item.catalogue.names, language),
            deliveryTime: { days: item.catalogue.deliveryDays },
          }
        : null,
    design: design && { resources: design.resources, year: design.year, sceneHash: design.sceneHash },
    files: isFiles(type) && set ? await lineFiles(app, provider, set, set.pictures) : [],
  }
}

/** A finished design has its own pictures and does not depend on the set; a closed job is reported for the whole line. */
export function reasonForLine(reason: Unavailable | null, { design }: { design: unknown }): Unavailable | null {
  if (reason === 'photo-packages.no_orders') return null
  const isAboutPictures = reason === 'photo-packages.no_pictures' || reason === 'photo-packages.no_subject'
  return design && isAboutPictures ? null : reason
}
