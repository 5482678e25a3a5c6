import type { Resource } from '@portraitkit/core/template/design.ts'
import type { Document, Filter } from 'mongodb'
import type { App } from './app.ts'
import { ofProvider } from './db/ofProvider.ts'

/** A line that is downloaded has no design. */
type Line = { resources?: Resource[] }

/** The pictures that stand in a customer's designs, cart, checkouts and orders. */
export async function picturesInUse(
  app: App,
  { provider, uuid }: { provider: string; uuid: string },
): Promise<ReadonlySet<string>> {
  const find = <T extends Document>(collection: string, filter: Filter<T>) =>
    ofProvider<T>(app, collection, provider).find(filter).toArray()
  const [designs, carts, drafts, orders] = await Promise.all([
    find<{ customer: string; content: Line }>('designs', { customer: uuid }),
    find<{ customer: string; lines: Line[] }>('carts', { customer: uuid }),
    find<{ content: { customer: string; lines: Line[] } }>('checkoutDrafts', { 'content.customer': uuid }),
    find<{ content: { customer: string; lines: Line[] } }>('orders', { 'content.customer': uuid }),
  ])
  const lines = [
    ...designs.map(({ content }) => content),
    ...carts.flatMap((cart) => cart.lines),
    ...[...drafts, ...orders].flatMap(({ content }) => content.lines),
  ]
  return new Set(lines.flatMap(({ resources = [] }) => resources.flatMap(pictureOf)))
}

function pictureOf(resource: Resource): string[] {
  return resource.type === 'IMAGE' && resource.image ? [resource.image.uuid] : []
}
