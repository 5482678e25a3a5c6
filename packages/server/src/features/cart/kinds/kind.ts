import type { carts, OrderLine } from '@portraitkit/core/cart/contract.ts'
import type { LineKind } from '@portraitkit/core/cart/lineKinds.ts'
import type { LinePrice } from '@portraitkit/core/cart/prices.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { Scene, ShownScene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../../platform/app.ts'
import type { CallContext } from '../../../platform/feature.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import type { LineBase, PricedBase, PrintedPart } from '../line.ts'
import type { Viewer } from '../viewer.ts'

/** A line of a cart as it is kept: what the customer chose. Names and prices are looked up when it is shown. */
export type AnyLine = LineBase & { kind: LineKind }
/** A line with all that it is called and costs, as of now and in one language. An order freezes exactly this. */
export type AnyPriced = PricedBase & { kind: LineKind }

/** The one description of a kind of line: all that carts, orders and the lab's sheet ask of it. */
export interface LineOperations<Line extends AnyLine, Priced extends AnyPriced> {
  /** Whether it is sold only while the pictures of its subjects are published. */
  readonly needsPublished: boolean
  /** What these lines are now, by uuid. Missing is what is there no more, such as files that are bought by now. */
  find(lines: readonly Line[], cart: FindContext): Promise<ReadonlyMap<string, FoundLine<Priced>>>
  /** Checks what the customer wants to be different. Throws Failure for all that the kind does not allow. */
  change(line: Line, change: LineInput, call: CallContext<'customer'>): Promise<LineChange<Line>>
  /** What stays in the cart of a line that was ordered as it was before; null: nothing. */
  leftOver(line: Line, ordered: Priced): Line | null

  /** What a surface shows of it beside what every line has. */
  show(line: Priced, viewer: Viewer, previews: ReadonlyMap<string, ShownScene>): ShownLine
  /** In a word, for lists on paper, in mails and on terminals: which design, which picture or whose class it is. */
  detail(line: Priced): string
  /** More of it for an operator's terminal, a row each. */
  rows(line: Priced, money: (amount: number) => string): string[]

  /** What of it is printed. */
  printed(line: Line | Priced): PrintedPart[]
  /** Uuids of the pictures that its designs show. */
  pictures(line: Line | Priced): string[]
  /** What of it is downloaded: a picture, or a whole set by its subject's uuid. */
  downloads(line: Line | Priced): string[]
  /** Whether something of it is sent or handed out. */
  isDelivered(line: Line | Priced): boolean
  /** In how many days after the last photo day its catalogues are normally sent. */
  catalogueDays(line: Priced): number[]
  /** What the lab prints or lays to the order, in the order of the sheet. */
  sheet(line: Priced, position: number): SheetItem[]
}

export type FindContext = {
  app: App
  provider: Provider
  customer: string
  language: string
  /** Of every kind. */
  lines: readonly AnyLine[]
}

/** What a line of a cart is now. */
export type FoundLine<Priced> = {
  /** The line with its names and what it costs. */
  describe(naming: DescribeContext): Promise<Priced>
  /** Of what stands in no price list: what it is called and priced as. */
  product?: Product
  /** Whether the shop sells it as it is. */
  isSold: boolean
}

export type DescribeContext = {
  product: Product
  /** Of the subjects, by uuid. */
  people: ReadonlyMap<string, { name: string; group: string }>
  language: string
  price: LinePrice
}

export type LineInput = Omit<InputOf<typeof carts.updateLine>, 'uuid' | 'requestId'>
export type LineChange<Line> = { fields: Partial<Line>; scenes?: NewScene[] }
/** The scene of something that is put on a line, checked by the server. */
export type NewScene = { sceneHash: string; scene: Scene }

export type ShownLine = Pick<OrderLine, 'description'> & Partial<OrderLine>

/** A thing on the lab's sheet. `position` is the line of the order; "2.1" is the first item of the package on line 2. */
export type SheetItem = PrintedItem | CatalogueItem
type SheetBase = { position: number | string; line: string; copies: number; product: string; subjects: string[] }
export type PrintedItem = SheetBase & {
  /** What its scene is found by. */
  key: string
  subProducts: string[]
  template: { name: string; uuid: string; version: number }
}
/** There is no file of it: it is laid to the order. */
export type CatalogueItem = SheetBase & { catalogue: string | undefined; group: string | undefined }

/** What is the same in every kind's `describe`. */
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

/** Pieces that came to a line while its payment was under way stay in the cart. */
export function morePieces<Line extends LineBase>(line: Line, ordered: PricedBase): Line | null {
  const more = line.quantity - ordered.quantity
  return more > 0 ? { ...line, quantity: Math.max(more, ordered.minimumQuantity) } : null
}
