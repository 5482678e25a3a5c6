import { grantedSubjects } from '../access/grants.ts'
import type { App } from '../app.ts'
import { readCart } from '../cart/collection.ts'
import { findJobs, findSubjects } from '../jobs/collection.ts'
import { ordersOf } from '../orders/collection.ts'
import type { Provider } from '../provider/document.ts'
import type { Facts } from './rule.ts'

type Pieces = ReadonlyArray<{ product: string; quantity: number }>

/**
 * What rules ask about a customer, as it is now; of a visitor, nothing but the time. Who prices a cart gives its lines that are
 * sold: what lies in it and is not bought earns nothing.
 */
export async function factsOf(
  app: App,
  provider: Provider,
  customer: string | undefined,
  sold?: Pieces,
): Promise<Facts> {
  if (customer === undefined) return { now: app.clock(), jobs: [], inCart: new Map(), hasOrdered: false }
  const [subjects, lines, ordered] = await Promise.all([
    grantedSubjects(app, provider, customer).then((uuids) => findSubjects(app, provider.key, uuids)),
    sold ?? readCart(app, provider.key, customer).then((cart): Pieces => cart.lines),
    ordersOf(app, provider.key).findOne({ 'content.customer': customer, confirmTime: { $ne: null } }),
  ])
  const uuids = subjects.map(({ jobUuid }) => jobUuid)
  const jobs = await findJobs(app, provider.key, uuids)
  const inCart = new Map<string, number>()
  for (const { product, quantity } of lines) inCart.set(product, (inCart.get(product) ?? 0) + quantity)
  return { now: app.clock(), jobs, inCart, hasOrdered: ordered !== null }
}
