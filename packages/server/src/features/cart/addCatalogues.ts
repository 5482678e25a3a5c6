import type { carts } from '@portraitkit/core/cart/contract.ts'
import type { Catalogue } from '@portraitkit/core/catalogues/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import { CATALOGUE_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { offeredCatalogues } from '../catalogues/offered.ts'
import { refuseClosed } from './closed.ts'
import { lineUuid, readCart, rewriteLines } from './collection.ts'
import { type CatalogueLine, isCatalogueLine, type StoredLine } from './line.ts'

type Call = CallContext<'customer'>
type Wanted = { catalogue: string; subject: string; quantity: number }

/** Puts catalogues into the cart: those of which at least one is wanted, all or, where one cannot be had, none. */
export async function addCatalogues(
  { requestId, catalogues }: InputOf<typeof carts.addCatalogues>,
  call: Call,
): Promise<void> {
  const { app, provider, customer } = call
  const { done } = await readCart(app, provider.key, customer.uuid)
  if (done.includes(requestId)) return
  const wanted = catalogues
    .filter(({ quantity }) => quantity > 0)
    .map(({ uuid, subject, quantity }): Wanted => ({ catalogue: uuid, subject, quantity }))
  if (wanted.length === 0) throw new Failure('cart.no_catalogue')
  await refuseClosed(
    call,
    wanted.map(({ subject }) => subject),
  )
  const offered = await offeredTo(call)
  const mostOf = (each: Wanted) => theOffered(offered, each.catalogue, each.subject).maxQuantity
  for (const each of wanted) if (each.quantity > mostOf(each)) throw new Failure('cart.quantity')
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    const next = new Map(lines.map((line) => [line.uuid, line]))
    for (const [index, each] of wanted.entries()) {
      const uuid = lineUuid(provider.key, customer.uuid, requestId, index)
      const line = withMore([...next.values()], each, uuid)
      if (line.quantity > mostOf(each)) throw new Failure('cart.quantity')
      next.set(line.uuid, line)
    }
    return [...next.values()]
  })
  if (outcome === 'full') throw new Failure('cart.full')
}

/** The line of a catalogue and a subject with so many more: the one that is there, or a new one. */
function withMore(lines: readonly StoredLine[], { catalogue, subject, quantity }: Wanted, uuid: string): CatalogueLine {
  const there = lines
    .filter(isCatalogueLine)
    .find((line) => line.catalogue === catalogue && line.subjects[0] === subject)
  if (there) return { ...there, quantity: there.quantity + quantity }
  return { kind: 'catalogue', uuid, product: CATALOGUE_PRODUCT, quantity, subjects: [subject], catalogue }
}

/** Refuses a quantity that a catalogue in the cart is not sold in. */
export async function checkCatalogueQuantity(
  call: Call,
  { catalogue, subjects: [subject = ''] }: CatalogueLine,
  quantity: number,
): Promise<void> {
  const { maxQuantity } = theOffered(await offeredTo(call), catalogue, subject)
  if (quantity < 1 || quantity > maxQuantity) throw new Failure('cart.quantity')
}

const offeredTo = ({ app, provider, customer, language }: Call) =>
  offeredCatalogues(app, provider, customer.uuid, language)

function theOffered(offered: readonly Catalogue[], catalogue: string, subject: string): Catalogue {
  const found = offered.find((each) => each.uuid === catalogue && each.subject.uuid === subject)
  if (!found) throw new Failure('cart.catalogue_gone')
  return found
}
