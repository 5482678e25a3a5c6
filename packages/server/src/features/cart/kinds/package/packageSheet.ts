import type { CatalogueItem, PrintedItem, SheetItem } from '../kind.ts'
import { type PricedPackage, type PricedPiece, pieceKey } from './packageLine.ts'

/** The printed parts of a package on the lab's sheet, then its catalogues. */
export function packageSheet(line: PricedPackage, position: number): SheetItem[] {
  const pieces = line.pieces.map((piece, index) => ({ piece, at: `${position}.${index + 1}` }))
  return [
    ...pieces.flatMap(({ piece, at }) => printOf(line, piece, at) ?? []),
    ...pieces.flatMap(({ piece, at }) => (piece.catalogue ? [catalogueOf(line, piece, at)] : [])),
  ]
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
