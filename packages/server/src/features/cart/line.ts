import type { PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { ItemType } from '@portraitkit/core/photo-packages/packageTypes.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { Run } from '@portraitkit/core/products/price.ts'
import type { Resource } from '@portraitkit/core/template/design.ts'
import { picturesIn } from '../template/picturesIn.ts'

/** What every line has, whatever it is of. */
type LineBase = {
  uuid: string
  /** The product's uuid. */
  product: string
  quantity: number
  /** The subjects whose pictures and names are in it. */
  subjects: string[]
}

/** A template filled with pictures and texts, to be printed. */
export type PrintLine = LineBase & {
  kind: 'print'
  subProducts: string[]
  /** The subject that the texts are filled for. */
  subject: string | null
  template: { uuid: string; version: number }
  resources: Resource[]
  year: number | null
  /** Which scene the customer saw. It lies in a document of its own: a full cart's scenes are megabytes. */
  sceneHash: string
}

/** Something to download, of the one subject it names. There is one of it. */
export type DigitalLine = LineBase & {
  kind: 'digital'
  /** The picture; null is the whole set. */
  picture: string | null
}

/** A printed catalogue, for the one subject it names. */
export type CatalogueLine = LineBase & {
  kind: 'catalogue'
  /** Its uuid in the provider's range. */
  catalogue: string
}

/** What a customer chose for one item of a package; what is printed has a design. */
export type PackagePiece = {
  /** The item's own uuid within its package. */
  uuid: string
  type: ItemType
  version: number
  subject: string | null
  design: Pick<PrintLine, 'template' | 'resources' | 'year' | 'sceneHash'> | null
}

/** A package. There is one of it; its product's uuid is the package's. */
export type PackageLine = LineBase & {
  kind: 'package'
  /** The subject that it was begun with. */
  begunWith: string | null
  pieces: PackagePiece[]
}

/** A line as it is kept: what the customer chose. Names and prices are looked up when it is shown. */
export type StoredLine = PrintLine | DigitalLine | CatalogueLine | PackageLine

/** A picture that can be downloaded, as an order names it for good. */
export type ChosenFile = {
  uuid: string
  /** As the photographer called the file. */
  name: string
  pictureType: PictureType
  width: number
  height: number
  /** What a cut-out stands before as long as nobody has chosen, by uuid; null for white. */
  background: string | null
}

type ChosenOf<L extends LineBase> = Omit<L, 'product' | 'subProducts' | 'template' | 'subjects'> & {
  product: Pick<Product, 'uuid' | 'name' | 'type'>
  subjects: Array<{ uuid: string; name: string }>
  minimumQuantity: number
  linePrice: number
  /** How the price came about. */
  runs: Run[]
  /** How much less it is than before a campaign. */
  rebate?: number
  /** What that campaign is called. */
  campaign?: string
}
export type ChosenPrint = ChosenOf<PrintLine> & {
  subProducts: Array<{ uuid: string; name: string; extraPrice: number }>
  template: { uuid: string; version: number; name: string }
}
export type ChosenDigital = ChosenOf<DigitalLine> & {
  /** The shoot that the pictures are of. */
  job: string
  /** What can be downloaded, portraits first. */
  files: ChosenFile[]
}

export type ChosenCatalogue = Omit<ChosenOf<CatalogueLine>, 'catalogue'> & {
  catalogue: { uuid: string; name: string; group: string; deliveryDays: number; maxQuantity: number }
}

/** An item of a package, as an order names it for good. What it is not is null or empty. */
export type ChosenPiece = Omit<PackagePiece, 'subject' | 'design'> &
  Pick<PackageItem, 'name' | 'product' | 'subject' | 'canChangeTemplate' | 'disabled' | 'template' | 'catalogue'> & {
    /** What it would cost by itself. */
    price: number
    design: Pick<PrintLine, 'resources' | 'year' | 'sceneHash'> | null
    files: ChosenFile[]
  }
export type ChosenPackage = Omit<ChosenOf<PackageLine>, 'pieces'> & { pieces: ChosenPiece[] }

/** A line with all that it is called and costs, as of now and in one language. An order freezes exactly this. */
export type ChosenLine = ChosenPrint | ChosenDigital | ChosenCatalogue | ChosenPackage

/** Whether a line is printed. */
export function isPrint<L extends { kind: string }>(line: L): line is Extract<L, { kind: 'print' }> {
  return line.kind === 'print'
}

/** Whether a line is downloaded. */
export function isDigitalLine<L extends { kind: string }>(line: L): line is Extract<L, { kind: 'digital' }> {
  return line.kind === 'digital'
}

/** Whether a line is a catalogue. */
export function isCatalogueLine<L extends { kind: string }>(line: L): line is Extract<L, { kind: 'catalogue' }> {
  return line.kind === 'catalogue'
}

/** Whether a line is a package. */
export function isPackageLine<L extends { kind: string }>(line: L): line is Extract<L, { kind: 'package' }> {
  return line.kind === 'package'
}

/** Something of a line that is printed, with what its scene is found by: a line itself, or an item of a package. */
export type Printed = { key: string; line: string; sceneHash: string }

/** What of a line is printed. */
export function printedOf(line: StoredLine | ChosenLine): Printed[] {
  if (isPrint(line)) return [{ key: line.uuid, line: line.uuid, sceneHash: line.sceneHash }]
  if (!isPackageLine(line)) return []
  return line.pieces.flatMap(({ uuid, design }) =>
    design ? [{ key: pieceKey(line.uuid, uuid), line: line.uuid, sceneHash: design.sceneHash }] : [],
  )
}

/** What the scene of an item is found by. */
export function pieceKey(line: string, piece: string): string {
  return `${line} ${piece}`
}

/** What of a line is downloaded: a picture, or a whole set by its subject's uuid. */
export function downloadsOf(line: StoredLine | ChosenLine): string[] {
  if (isDigitalLine(line)) return line.picture === null ? line.subjects.map(uuidOf) : [line.picture]
  return setsIn(line)
}

/** The subjects whose whole sets are in a package. */
export function setsIn(line: StoredLine | ChosenLine): string[] {
  if (!isPackageLine(line)) return []
  return line.pieces.flatMap(({ type, subject }) => (type === 'DIGITAL_SET' && subject ? [uuidOf(subject)] : []))
}

const uuidOf = (subject: string | { uuid: string }): string => (typeof subject === 'string' ? subject : subject.uuid)

/** Whether something of a line is sent or handed out: all but files. */
export function isDelivered(line: StoredLine | ChosenLine): boolean {
  if (isDigitalLine(line)) return false
  return !isPackageLine(line) || line.pieces.some(({ type }) => type !== 'DIGITAL_SET')
}

/** In how many days after the last photo day the last of these catalogues is normally sent; null where there is none. */
export function catalogueDays(lines: readonly ChosenLine[]): number | null {
  const days = lines.flatMap((line) => {
    if (isCatalogueLine(line)) return [line.catalogue.deliveryDays]
    if (!isPackageLine(line)) return []
    return line.pieces.flatMap(({ catalogue }) => catalogue?.deliveryTime.days ?? [])
  })
  return days.length > 0 ? Math.max(...days) : null
}

/** What a line is a design of, which picture it is or whose class, in a word: for lists on paper, in mails and on terminals. */
export function lineDetail(line: ChosenLine): string {
  if (isPrint(line)) return [line.template.name, ...line.subProducts.map(({ name }) => name)].filter(Boolean).join(', ')
  if (isCatalogueLine(line)) return line.catalogue.group
  if (isPackageLine(line)) return line.pieces.map(({ name }) => name).join(', ')
  const [file] = line.files
  return line.picture === null || !file ? line.job : file.name
}

/** Uuids of the pictures that a line's designs show: one has a print, a package one for each thing in it that is printed. */
export function picturesOfLine(line: StoredLine | ChosenLine): string[] {
  const designs = isPrint(line) ? [line] : isPackageLine(line) ? line.pieces.map(({ design }) => design) : []
  return designs.flatMap((design) => picturesIn(design?.resources ?? []))
}
