import type { ItemType } from '@portraitkit/core/photo-packages/itemTypes.ts'
import type { CatalogueItem, PrintedItem, SheetItem } from '../kind.ts'
import { type PricedPackage, type PricedPiece, pieceKey } from './packageLine.ts'

type SheetItemOf = (line: PricedPackage, piece: PricedPiece, position: string) => SheetItem | null

/** An item on the lab's sheet by type, in the order of the sheet; null if the lab does nothing for it. */
const sheetItems: Record<ItemType, SheetItemOf> = {
  TEMPLATE_PRODUCT: printOf,
  CATALOGUE: catalogueOf,
  DIGITAL_SET: () => null,
}

/** The printed parts of a package on the lab's sheet, then its catalogues. */
export function packageSheet(line: PricedPackage, position: number): SheetItem[] {
  const pieces = line.pieces.map((piece, index) => ({ piece, at: `${position}.${index + 1}` }))
  return Object.entries(sheetItems).flatMap(([type, itemOf]) =>
    pieces.flatMap(({ piece, at }) => (piece.type === type ? (itemOf(line, piece, at) ?? []) : [])),
  )
}

function printOf({ uuid, quantity }: PricedPackage, piece: PricedPiece, position: string): PrintedItem | null {
  const { design, template, subject, product } = piece
  if (!design || !template) return null
  return {
    position,
    key: pieceKey(uuid, piece.uuid),
    line: uuid,
    copies: quantity,
    product: product.name,
    subProducts: [],
    template,
    subjects: subject ? [subject.name] : [],
  }
}

function catalogueOf({ uuid, quantity }: PricedPackage, piece: PricedPiece, position: string): CatalogueItem {
  return {
    position,
    line: uuid,
    copies: quantity,
    product: piece.name,
    catalogue: piece.catalogue?.uuid,
    group: piece.subject?.group,
    subjects: piece.subject ? [piece.subject.name] : [],
  }
}
