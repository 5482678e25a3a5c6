import type { carts, OrderLine } from '@portraitkit/core/cart/contract.ts'
import type { LineKind } from '@portraitkit/core/cart/lineKinds.ts'
import type { LinePrice } from '@portraitkit/core/cart/prices.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { Scene, ShownScene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../../platform/app.ts'
import type { CallContext } from '../../../platform/feature.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { ChangeSubject } from '../../access/mergeDrafts.ts'
import type { LineBase, PricedBase, PrintedPart } from '../line.ts'
import type { Unseen } from '../unseenPictures.ts'
import type { Viewer } from '../viewer.ts'

/** A line of a cart as it is stored: what the customer selected. Names and prices are looked up when it is shown. */
export type AnyLine = LineBase & { kind: LineKind }
/** A line with its names and prices, current and in one language. An order freezes exactly this. */
export type AnyPriced = PricedBase & { kind: LineKind }

/** The one description of a kind of line: everything that carts, orders and the lab's sheet need from it. */
export interface LineOperations<Line extends AnyLine, Priced extends AnyPriced> {
  /** Whether it is sold only while the pictures of its subjects are published. */
  readonly needsPublished: boolean
  /**
   * The current state of these lines, by uuid. Lines that no longer exist are missing, such as files that have been bought
   * meanwhile.
   */
  find(lines: readonly Line[], cart: FindContext): Promise<ReadonlyMap<string, FoundLine<Priced>>>
  /** Checks a change by the customer. Throws Failure for everything that the kind does not allow. */
  change(line: Line, change: LineInput, call: CallContext<'customer'>): Promise<LineChange<Line>>
  /** The part of a line that stays in the cart after the line was ordered in an earlier state; null if nothing does. */
  leftOver(line: Line, ordered: Priced, personOf: (subject: string) => string): Line | null
  /** The line with changed subjects in its own fields; `subjects` is changed with every line. */
  withSubjects(line: Line, change: ChangeSubject): Line

  /** The fields that a surface shows in addition to those of every line. */
  show(line: Priced, viewer: Viewer, previews: ReadonlyMap<string, ShownScene>): ShownLine
  /** A short description for lists on paper, in emails and on terminals: the design, the picture, or the class of the catalogue. */
  detail(line: Priced): string
  /** More details for an operator's terminal, one row each. */
  rows(line: Priced, money: (amount: number) => string): string[]

  /** The parts of it that are printed. */
  printed(line: Line | Priced): PrintedPart[]
  /** Uuids of the pictures that its designs show. */
  pictures(line: Line | Priced): string[]
  /** Its downloads: a picture, or a whole set by its subject's uuid. */
  downloads(line: Line | Priced): string[]
  /** Whether any of it is shipped or handed out. */
  isDelivered(line: Line | Priced): boolean
  /** In how many days after the last photo day its catalogues are normally sent. */
  catalogueDays(line: Priced): number[]
  /** What the lab prints or adds to the order, in the order of the sheet. */
  sheet(line: Priced, position: number): SheetItem[]
}

export type FindContext = {
  app: App
  provider: Provider
  customer: string
  language: string
  /** Identical for every kind. */
  lines: readonly AnyLine[]
}

/** The current state of a line of a cart. */
export type FoundLine<Priced> = {
  /** The line with its names and prices. */
  describe(naming: DescribeContext): Promise<Priced>
  /** For a line that is not in a price list: its name and price. */
  product?: Product
  /** Whether the shop sells it in its current state. */
  isSold: boolean
  /** A picture or a set to download that the customer cannot see now. */
  unseen?: Unseen
}

export type DescribeContext = {
  product: Product
  /** The names of the subjects, by uuid. */
  people: ReadonlyMap<string, { name: string; group: string }>
  language: string
  price: LinePrice
}

export type LineInput = Omit<InputOf<typeof carts.updateLine>, 'uuid' | 'requestId'>
export type LineChange<Line> = { fields: Partial<Line>; scenes?: NewScene[] }
/** The scene of something that is added to a line, checked by the server. */
export type NewScene = { sceneHash: string; scene: Scene }

export type ShownLine = Pick<OrderLine, 'description'> & Partial<OrderLine>

/** An item on the lab's sheet. `position` is the line of the order; "2.1" is the first item of the package on line 2. */
export type SheetItem = PrintedItem | CatalogueItem
type SheetBase = { position: number | string; line: string; copies: number; product: string; subjects: string[] }
export type PrintedItem = SheetBase & {
  /** The key of its scene. */
  key: string
  subProducts: string[]
  template: { name: string; uuid: string; version: number }
}
/** It has no file: the lab adds it to the order. */
export type CatalogueItem = SheetBase & { catalogue: string | undefined; group: string | undefined }

/** The part of `describe` that all kinds share. */
export function describeBase(line: LineBase, { product, people, price }: DescribeContext) {
  const { uuid, name, type } = product
  return {
    product: { uuid, name, type },
    subjects: line.subjects.map((subject) => ({ uuid: subject, name: people.get(subject)?.name ?? '' })),
    minimumQuantity: product.minorderpartquantity,
    ...price,
    ...(price.rebate && product.campaign && { campaign: product.campaign.name }),
  }
}

/** Copies that were added to a line while its payment was under way stay in the cart. */
export function morePieces<Line extends LineBase>(line: Line, base: PricedBase): Line | null {
  const more = line.quantity - base.quantity
  return more > 0 ? { ...line, quantity: Math.max(more, base.minimumQuantity) } : null
}
