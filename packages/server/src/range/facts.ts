import { grantedSubjects } from '../access/grants.ts'
import type { App } from '../app.ts'
import { readCart } from '../cart/collection.ts'
import { findJobs, findSubjects } from '../jobs/collection.ts'
import { ordersOf } from '../orders/collection.ts'
import type { Provider } from '../provider/document.ts'
import type { Facts } from './rule.ts'

/** What rules ask about a customer, as it is now; of a visitor, nothing but the time. */
export async function factsOf(app: App, provider: Provider, customer: string | undefined): Promise<Facts> {
  if (customer === undefined) return { now: app.clock(), jobs: [], inCart: new Map(), hasOrdered: false }
  const [subjects, { lines }, ordered] = await Promise.all([
    grantedSubjects(app, provider, customer).then((uuids) => findSubjects(app, provider.key, uuids)),
    readCart(app, provider.key, customer),
    ordersOf(app, provider.key).findOne({ 'content.customer': customer, confirmTime: { $ne: null } }),
  ])
  const uuids = subjects.map(({ jobUuid }) => jobUuid)
  const jobs = await findJobs(app, provider.key, uuids)
  const inCart = new Map<string, number>()
  for (const { product, quantity } of lines) inCart.set(product, (inCart.get(product) ?? 0) + quantity)
  return { now: app.clock(), jobs, inCart, hasOrdered: ordered !== null }
}
