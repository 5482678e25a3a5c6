import { priceLines } from '@portraitkit/core/cart/prices.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { grantedSubjects } from '../access/grants.ts'
import { priceListOf } from '../products/priceList.ts'
import { type AppliedVoucher, applyVoucher, voucherProblem } from '../vouchers/applyVoucher.ts'
import {
  type ClosedSubject,
  findClosedSubject,
  findWithheldSubject,
  freeDeliveryUntil,
  type JobsOf,
  jobsOfSubjects,
  subjectOfWithheld,
} from './closedJobs.ts'
import { readCart } from './collection.ts'
import type { FoundLine } from './kinds/kind.ts'
import { findLines, isDelivered, kindOf, linePictures, type PricedLine, type StoredLine } from './lineKinds.ts'
import {
  isOfOtherClass,
  isReducedIn,
  isReplacedIn,
  isUnrecorded,
  setsForLines,
  versionsIn,
  withSeen,
} from './seenLines.ts'
import { singlePriceProduct } from './singlePriceProduct.ts'
import { findUnseenPictures, type Unseen, worstOf } from './unseenPictures.ts'

/** A customer's cart with the server's prices, the only source of cart prices. */
export type PricedCart = {
  version: number
  lines: PricedLine[]
  /** Lines that cannot be ordered, or no longer: named, without a price. */
  unsold: UnsoldLine[]
  /** How many lines the customer does not get to see, because the pictures are deleted or not the customer's any more. */
  missingLines: number
  /** The uuids of lines with a picture that the photographer has replaced since their customer saw them last. */
  replaced: ReadonlySet<string>
  /** The uuids of lines with a whole set that has lost pictures since their customer saw them last. */
  reduced: ReadonlySet<string>
  /** The uuids of lines with a catalogue for a child who is in another class since their customer saw them last. */
  moved: ReadonlySet<string>
  /** Whether a line of an earlier version does not say what its customer has seen of its sets. */
  hasUnrecorded: boolean
  jobs: JobsOf
  /** Last day of free delivery granted by the jobs in the cart, or null. */
  freeDeliveryUntil: string | null
  /** The reduction of the products by a voucher; null if there is none. */
  voucher: AppliedVoucher | null
  /** The reason, in words, why the voucher that the customer wants to use does not apply. */
  voucherProblem: string | null
  /** The code that the customer wants to use. */
  rebateCode: string | null
  /** The price of the products alone. */
  productsPrice: number
  /** The price of the products, less the voucher's reduction. */
  totalPrice: number
}

/** `closed` is set if the reason is a job that takes no orders, or pictures that are withheld; `unseen` if pictures are the reason. */
export type UnsoldLine = { line: PricedLine; closed?: ClosedSubject; unseen?: Unseen }

const NO_VOUCHER = { voucher: null, voucherProblem: null, rebateCode: null }
const EMPTY = {
  lines: [],
  unsold: [],
  replaced: new Set<string>(),
  reduced: new Set<string>(),
  moved: new Set<string>(),
  hasUnrecorded: false,
  jobs: new Map(),
  freeDeliveryUntil: null,
  productsPrice: 0,
  totalPrice: 0,
  ...NO_VOUCHER,
}
const FREE = { linePrice: 0, runs: [] }
/** 000 §3: a card or a calendar, if it is unknown which. */
const PRINT_TYPE = 1

type KnownLine = FoundLine<PricedLine> & { line: StoredLine; closed?: ClosedSubject; unseen?: Unseen }

/**
 * Prices a customer's cart. Leaves out lines with pictures of a subject that the customer may no longer see, and files that are
 * bought already.
 */
export async function priceCart(app: App, provider: Provider, customer: string, language: string): Promise<PricedCart> {
  const [cart, granted] = await Promise.all([
    readCart(app, provider.key, customer),
    grantedSubjects(app, provider, customer),
  ])
  const { version, deletedLines = 0 } = cart
  if (cart.lines.length === 0) return { version, missingLines: deletedLines, ...EMPTY }
  const shop = { app, provider, customer, language }
  const own = cart.lines.filter((line) => line.subjects.every((uuid) => granted.includes(uuid)))
  const { known, jobs } = await knownLines(own, { ...shop, granted })
  const open = known.filter(({ isSold }) => isSold).map(({ line }) => line)
  const facts = () => factsOf(app, provider, customer, open)
  const unlisted = [...new Set(known.flatMap(({ line, product }) => (product ? [] : [line.product])))]
  const list = await priceListOf(app, provider, language, facts, unlisted)
  const listed = known.map((each) => ({
    ...each,
    product: each.product ?? list.find(({ uuid }) => uuid === each.line.product),
  }))
  const sold = listed.flatMap(({ product, isSold, ...each }) => (product && isSold ? [{ ...each, product }] : []))
  const unsold = listed.filter(({ product, isSold }) => !product || !isSold)
  const people = new Map([...jobs].map(([uuid, { subject }]) => [uuid, subject]))
  const prices = priceLines(sold.map(({ line, product }) => ({ product, quantity: line.quantity, ...extrasOf(line) })))
  const sets = await setsForLines(
    shop,
    known.map(({ line }) => line),
  )
  const lines = await Promise.all(
    sold.map(async ({ product, describe }, index) => {
      const line = await describe({ product, people, language, price: prices[index] as (typeof prices)[number] })
      return withSeen(line, { versions: versionsIn(line, sets) })
    }),
  )
  const productsPrice = lines.reduce((sum, { linePrice }) => sum + linePrice, 0)
  const voucher = await voucherOf(cart.voucher, { ...shop, lines, facts })
  const delivered = sold.map(({ line }) => line).filter(isDelivered)
  return {
    version,
    lines,
    unsold: await Promise.all(
      unsold.map(async ({ line, product = unnamed(line), describe, closed, unseen }) => {
        const described = await describe({ product, people, language, price: FREE })
        const seen = { versions: versionsIn(described, sets) }
        return { line: withSeen(described, seen), ...(closed && { closed }), ...(unseen && { unseen }) }
      }),
    ),
    missingLines: deletedLines + cart.lines.length - own.length,
    replaced: new Set(known.flatMap(({ line }) => (isReplacedIn(line, sets) ? [line.uuid] : []))),
    reduced: new Set(known.flatMap(({ line }) => (isReducedIn(line, sets) ? [line.uuid] : []))),
    moved: new Set(known.flatMap(({ line }) => (isOfOtherClass(line, people) ? [line.uuid] : []))),
    hasUnrecorded: known.some(({ line }) => isUnrecorded(line)),
    jobs,
    freeDeliveryUntil: freeDeliveryUntil(jobs, delivered, provider, app.clock()),
    ...voucher,
    productsPrice,
    totalPrice: productsPrice - (voucher.voucher?.discount ?? 0),
  }
}

type CustomerShop = { app: App; provider: Provider; customer: string; language: string }

/** Those of these lines that still exist, and whether they are sold now. */
async function knownLines(
  lines: readonly StoredLine[],
  { app, provider, customer, language, granted }: CustomerShop & { granted: readonly string[] },
): Promise<{ known: KnownLine[]; jobs: JobsOf }> {
  const subjects = lines.flatMap((line) => line.subjects)
  const used = lines.flatMap(linePictures)
  const [found, jobs, unseenPictures] = await Promise.all([
    findLines({ app, provider, customer, language, lines }),
    jobsOfSubjects(app, provider.key, subjects),
    findUnseenPictures(app, provider, { customer, subjects: granted, used }),
  ])
  const now = app.clock()
  const known = lines.flatMap((line): KnownLine[] => {
    const known = found.get(line.uuid)
    if (!known) return []
    const unseen = worstOf([known.unseen, ...linePictures(line).map((uuid) => unseenPictures.get(uuid))])
    const closed =
      findClosedSubject(jobs, line.subjects, provider, now) ??
      (kindOf(line).needsPublished ? findWithheldSubject(jobs, line.subjects) : undefined) ??
      (unseen === 'withheld' ? subjectOfWithheld(jobs, line.subjects) : undefined)
    const isSold = known.isSold && !closed && !unseen
    return [{ line, ...known, isSold, ...(closed && { closed }), ...(unseen && { unseen }) }]
  })
  return { known, jobs }
}

/** The effect of the voucher that a customer wants to use on the current cart. */
async function voucherOf(
  code: string | null | undefined,
  cart: Parameters<typeof applyVoucher>[1],
): Promise<Pick<PricedCart, 'voucher' | 'voucherProblem' | 'rebateCode'>> {
  if (!code || cart.lines.length === 0) return NO_VOUCHER
  const applied = await applyVoucher(code, cart)
  if (!(applied instanceof Failure)) return { voucher: applied, voucherProblem: null, rebateCode: code }
  return { voucher: null, voucherProblem: voucherProblem(applied, cart.language), rebateCode: code }
}

/** The selected extras of a line, each at its own price. */
function extrasOf(line: StoredLine): { subProductUuids: readonly string[] } {
  return { subProductUuids: 'subProducts' in line ? line.subProducts : [] }
}

/** A product that the provider no longer has: its line is named after its design. */
const unnamed = ({ product }: StoredLine) =>
  singlePriceProduct({ uuid: product, name: '', type: PRINT_TYPE, producttype: '' }, 0)
