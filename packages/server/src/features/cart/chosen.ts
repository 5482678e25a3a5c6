import { priceLines } from '@portraitkit/core/cart/prices.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { grantedSubjects } from '../access/grants.ts'
import { priceListOf } from '../products/priceList.ts'
import { type AppliedVoucher, applyVoucher, voucherProblem } from '../vouchers/applied.ts'
import { atOnePrice } from './atOnePrice.ts'
import { type Closed, closedOf, freeDeliveryUntil, type JobsOf, jobsOfSubjects, keptBackOf } from './closed.ts'
import { readCart } from './collection.ts'
import { findLines } from './foundLines.ts'
import { type ChosenLine, isCatalogueLine, isDelivered, type StoredLine } from './line.ts'

/** What lies in a customer's cart, priced by the server: the only place where prices of a cart come from. */
export type Chosen = {
  version: number
  lines: ChosenLine[]
  /** What cannot be ordered, or not any more: named, without a price. */
  unsold: UnsoldLine[]
  jobs: JobsOf
  /** Up to which day the delivery of all this costs nothing, for the sake of its jobs; null where it does cost. */
  freeDeliveryUntil: string | null
  /** What a voucher takes off the products; null where none does. */
  voucher: AppliedVoucher | null
  /** Why the voucher that the customer wants to use takes nothing off, in words. */
  voucherProblem: string | null
  /** The code that the customer wants to use. */
  rebateCode: string | null
  /** Of the products alone. */
  productsPrice: number
  /** Of the products, less what a voucher takes off. */
  totalPrice: number
}

/** `closed` where a job that takes no orders any more is why. */
export type UnsoldLine = { line: ChosenLine; closed?: Closed }

const NO_VOUCHER = { voucher: null, voucherProblem: null, rebateCode: null }
const NOTHING = {
  lines: [],
  unsold: [],
  jobs: new Map(),
  freeDeliveryUntil: null,
  productsPrice: 0,
  totalPrice: 0,
  ...NO_VOUCHER,
}
const FREE = { linePrice: 0, runs: [] }
/** 000 §3: a card or a calendar, where nothing says which. */
const PRINT_TYPE = 1

/**
 * Reads a customer's cart. A line with pictures of a subject that was taken back from the customer is not in it, nor are files
 * that are bought already.
 */
export async function chosenOf(app: App, provider: Provider, customer: string, language: string): Promise<Chosen> {
  const cart = await readCart(app, provider.key, customer)
  if (cart.lines.length === 0) return { version: cart.version, ...NOTHING }
  const granted = await grantedSubjects(app, provider, customer)
  const held = cart.lines.filter((line) => line.subjects.every((uuid) => granted.includes(uuid)))
  const [found, jobs] = await Promise.all([
    findLines({ app, provider, customer, language, lines: held }),
    jobsOfSubjects(
      app,
      provider.key,
      held.flatMap((line) => line.subjects),
    ),
  ])
  const now = app.clock()
  const known = held.flatMap((line) => {
    const what = found.get(line.uuid)
    // a catalogue may be ordered before there are pictures
    const keptBack = isCatalogueLine(line) ? undefined : keptBackOf(jobs, line.subjects)
    const closed = closedOf(jobs, line.subjects, provider, now) ?? keptBack
    return what ? [{ line, ...what, isSold: what.isSold && !closed, ...(closed && { closed }) }] : []
  })
  const open = known.filter(({ isSold }) => isSold).map(({ line }) => line)
  const asked = [...new Set(known.flatMap(({ line, product }) => (product ? [] : [line.product])))]
  const list = await priceListOf(app, provider, language, () => factsOf(app, provider, customer, open), asked)
  const listed = known.map((each) => ({
    ...each,
    product: each.product ?? list.find(({ uuid }) => uuid === each.line.product),
  }))
  const sold = listed.flatMap(({ product, isSold, ...each }) => (product && isSold ? [{ ...each, product }] : []))
  const unsold = listed.filter(({ product, isSold }) => !product || !isSold)
  const people = new Map([...jobs].map(([uuid, { subject }]) => [uuid, subject]))
  const prices = priceLines(
    sold.map(({ line, product }) => ({ product, quantity: line.quantity, ...chosenParts(line) })),
  )
  const lines = await Promise.all(
    sold.map(({ product, naming }, index) =>
      naming({ product, people, language, price: prices[index] as (typeof prices)[number] }),
    ),
  )
  const productsPrice = lines.reduce((sum, { linePrice }) => sum + linePrice, 0)
  const wanted = await wantedVoucher(cart.voucher, {
    app,
    provider,
    customer,
    language,
    lines,
    facts: () => factsOf(app, provider, customer, open),
  })
  return {
    version: cart.version,
    lines,
    unsold: await Promise.all(
      unsold.map(async ({ line, product = unnamed(line), naming, closed }) => {
        return { line: await naming({ product, people, language, price: FREE }), ...(closed && { closed }) }
      }),
    ),
    jobs,
    freeDeliveryUntil: freeDeliveryUntil(jobs, sold.map(({ line }) => line).filter(isDelivered), provider, now),
    ...wanted,
    productsPrice,
    totalPrice: productsPrice - (wanted.voucher?.discount ?? 0),
  }
}

/** What the voucher that a customer wants to use does for the cart as it is now. */
async function wantedVoucher(
  code: string | null | undefined,
  asked: Parameters<typeof applyVoucher>[1],
): Promise<Pick<Chosen, 'voucher' | 'voucherProblem' | 'rebateCode'>> {
  if (!code || asked.lines.length === 0) return NO_VOUCHER
  const applied = await applyVoucher(code, asked)
  if (!(applied instanceof Failure)) return { voucher: applied, voucherProblem: null, rebateCode: code }
  return { voucher: null, voucherProblem: voucherProblem(applied, asked.language), rebateCode: code }
}

function chosenParts(line: StoredLine): { subProductUuids: readonly string[] } {
  return { subProductUuids: 'subProducts' in line ? line.subProducts : [] }
}

/** A product that the provider does not have any more: its line is called after its design. */
const unnamed = ({ product }: StoredLine) =>
  atOnePrice({ uuid: product, name: '', type: PRINT_TYPE, producttype: '' }, 0)
