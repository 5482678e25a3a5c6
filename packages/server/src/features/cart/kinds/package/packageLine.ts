import type { PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { ItemType } from '@portraitkit/core/photo-packages/itemTypes.ts'
import type { LineBase, LineDesign, LineFile, PricedBase } from '../../line.ts'

/** What a customer selected for one item of a package; printed items have a design. */
export type PackagePiece = {
  /** The item's own uuid within its package. */
  uuid: string
  type: ItemType
  version: number
  subject: string | null
  design: LineDesign | null
  /** Only in a cart, of a catalogue: the class of its child as the customer has seen it. Missing in lines of earlier versions. */
  group?: string
}

/** A package. Its quantity is always one; its product's uuid is the package's. */
export type PackageLine = LineBase & {
  kind: 'package'
  /** The subject that the package was opened with. */
  begunWith: string | null
  pieces: PackagePiece[]
}

/** An item of a package, as an order records it permanently. Fields that do not apply are null or empty. */
export type PricedPiece = Omit<PackagePiece, 'subject' | 'design' | 'group'> &
  Pick<PackageItem, 'name' | 'product' | 'subject' | 'canChangeTemplate' | 'disabled' | 'template' | 'catalogue'> & {
    /** What it would cost by itself. */
    price: number
    design: Omit<LineDesign, 'template'> | null
    files: LineFile[]
  }

export type PricedPackage = Omit<PackageLine, keyof PricedBase | 'pieces'> & PricedBase & { pieces: PricedPiece[] }

/** The key of an item's scene. */
export function pieceKey(line: string, piece: string): string {
  return `${line} ${piece}`
}
