import type { App } from '../app.ts'
import type { Provider } from '../provider/document.ts'
import type { Facts } from './rule.ts'

/** The number of pieces of each product in a cart. */
export type Pieces = ReadonlyArray<{ product: string; quantity: number }>

type FactQuery<T> = (app: App, provider: Provider, customer: string) => Promise<T>

/** A feature's facts about a customer for rules. Each fact has one source. */
export type FactSources = {
  /** The jobs of the pictures that the customer may see. */
  jobs?: FactQuery<Facts['jobs']>
  /** The contents of the cart. */
  inCart?: FactQuery<Pieces>
  /** Whether there is a placed order. */
  hasOrdered?: FactQuery<boolean>
}

/**
 * The facts about a customer that rules use, as they are now; about a visitor, only the time. The pricing of a cart passes its
 * saleable lines: goods in the cart that are not bought must not count.
 */
export async function factsOf(
  app: App,
  provider: Provider,
  customer: string | undefined,
  sold?: Pieces,
): Promise<Facts> {
  if (customer === undefined) return { now: app.clock(), jobs: [], inCart: new Map(), hasOrdered: false }
  const sources: FactSources = Object.assign({}, ...app.features.map(({ facts }) => facts))
  const [jobs = [], pieces = [], hasOrdered = false] = await Promise.all([
    sources.jobs?.(app, provider, customer),
    sold ?? sources.inCart?.(app, provider, customer),
    sources.hasOrdered?.(app, provider, customer),
  ])
  const inCart = new Map<string, number>()
  for (const { product, quantity } of pieces) inCart.set(product, (inCart.get(product) ?? 0) + quantity)
  return { now: app.clock(), jobs, inCart, hasOrdered }
}
