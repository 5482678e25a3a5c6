import type { Resource } from '@portraitkit/core/template/design.ts'
import type { Document, Filter } from 'mongodb'
import type { App } from './app.ts'
import { ofProvider } from './db/ofProvider.ts'

/** A line that is downloaded has no design; a package has one for each thing in it that is printed. */
type Design = { resources?: Resource[] }
type Line = Design & { pieces?: Array<{ design: Design | null }> }
type SavedPackage = { packageItems: Array<{ templateData?: { userResources: Resource[] } }> }

/** The pictures that stand in a customer's designs, packages, cart, checkouts and orders. */
export async function picturesInUse(
  app: App,
  { provider, uuid }: { provider: string; uuid: string },
): Promise<ReadonlySet<string>> {
  const find = <T extends Document>(collection: string, filter: Filter<T>) =>
    ofProvider<T>(app, collection, provider).find(filter).toArray()
  const [designs, packages, carts, drafts, orders] = await Promise.all([
    find<{ customer: string; content: Line }>('designs', { customer: uuid }),
    find<{ customer: string; content: SavedPackage }>('savedPackages', { customer: uuid }),
    find<{ customer: string; lines: Line[] }>('carts', { customer: uuid }),
    find<{ content: { customer: string; lines: Line[] } }>('checkoutDrafts', { 'content.customer': uuid }),
    find<{ content: { customer: string; lines: Line[] } }>('orders', { 'content.customer': uuid }),
  ])
  const lines = [
    ...designs.map(({ content }) => content),
    ...carts.flatMap((cart) => cart.lines),
    ...[...drafts, ...orders].flatMap(({ content }) => content.lines),
  ]
  const saved = packages.flatMap(({ content }) => content.packageItems.flatMap((item) => item.templateData ?? []))
  const resources = [
    ...saved.flatMap(({ userResources }) => userResources),
    ...lines.flatMap((line) => [line, ...(line.pieces ?? []).map(({ design }) => design)].flatMap(resourcesOf)),
  ]
  return new Set(resources.flatMap(pictureOf))
}

function resourcesOf(design: Design | null): Resource[] {
  return design?.resources ?? []
}

function pictureOf(resource: Resource): string[] {
  return resource.type === 'IMAGE' && resource.image ? [resource.image.uuid] : []
}
