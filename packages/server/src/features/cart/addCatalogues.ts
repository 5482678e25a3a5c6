import type { carts } from '@portraitkit/core/cart/contract.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import { CATALOGUE_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { refuseClosed } from './closedJobs.ts'
import { lineUuid, readCart, rewriteLines } from './collection.ts'
import { type CatalogueLine, cataloguesFor, findOffered } from './kinds/catalogue.ts'
import type { StoredLine } from './lineKinds.ts'

type Call = CallContext<'customer'>
type CatalogueOrder = { catalogue: string; subject: string; quantity: number }
type OfferedOrder = CatalogueOrder & { group: string }

/** Puts the catalogues with a quantity of at least one into the cart: all of them, or none if one is not available. */
export async function addCatalogues(
  { requestId, catalogues }: InputOf<typeof carts.addCatalogues>,
  call: Call,
): Promise<void> {
  const { app, provider, customer } = call
  const { done } = await readCart(app, provider.key, customer.uuid)
  if (done.includes(requestId)) return
  const requested = catalogues
    .filter(({ quantity }) => quantity > 0)
    .map(({ uuid, subject, quantity }): CatalogueOrder => ({ catalogue: uuid, subject, quantity }))
  if (requested.length === 0) throw new Failure('cart.no_catalogue')
  await refuseClosed(
    call,
    requested.map(({ subject }) => subject),
  )
  const offered = await cataloguesFor(call)
  const maxOf = (each: CatalogueOrder) => findOffered(offered, each.catalogue, each.subject).maxQuantity
  for (const each of requested) if (each.quantity > maxOf(each)) throw new Failure('cart.quantity')
  const outcome = await rewriteLines(app, provider.key, customer.uuid, requestId, (lines) => {
    const next = new Map(lines.map((line) => [line.uuid, line]))
    for (const [index, each] of requested.entries()) {
      const uuid = lineUuid(provider.key, customer.uuid, requestId, index)
      const { group } = findOffered(offered, each.catalogue, each.subject).subject
      const line = withMore([...next.values()], { ...each, group }, uuid)
      if (line.quantity > maxOf(each)) throw new Failure('cart.quantity')
      next.set(line.uuid, line)
    }
    return [...next.values()]
  })
  if (outcome === 'full') throw new Failure('cart.full')
}

/** The line of a catalogue and a subject with this quantity added: the existing line, or a new one. */
function withMore(
  lines: readonly StoredLine[],
  { catalogue, subject, quantity, group }: OfferedOrder,
  uuid: string,
): CatalogueLine {
  const present = lines
    .filter((line) => line.kind === 'catalogue')
    .find((line) => line.catalogue === catalogue && line.subjects[0] === subject)
  if (present) return { ...present, quantity: present.quantity + quantity, group }
  return { kind: 'catalogue', uuid, product: CATALOGUE_PRODUCT, quantity, subjects: [subject], catalogue, group }
}
