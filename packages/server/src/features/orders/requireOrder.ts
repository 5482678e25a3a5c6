import type { App } from '../../platform/app.ts'
import { CommandError } from '../../platform/command.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import { shopOrOnly } from '../../platform/provider/requireShop.ts'
import { type FoundOrder, ordersByNumber } from './findOrders.ts'

/** The order with this number, in the named shop or in any. */
export async function requireOrder(app: App, key: string | undefined, name: string | undefined): Promise<FoundOrder> {
  const start = name?.replace(/^#/, '').toLowerCase() ?? ''
  if (!/^[0-9a-f-]{4,36}$/.test(start)) throw new CommandError('Give the number of an order, such as #1a2b3c4d', 2)
  const providers = key === undefined ? await listProviders(app) : [await shopOrOnly(app, key)]
  const found = await ordersByNumber(app, providers, start)
  const [first, ...more] = found
  if (!first) throw new CommandError(`There is no order ${name}`, 1)
  if (more.length > 0) {
    throw new CommandError(`${name} matches several orders: ${found.map(({ order }) => order._id).join(', ')}`, 1)
  }
  return first
}
