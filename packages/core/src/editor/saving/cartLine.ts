import { createCart } from '../../cart/state.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import { canonicalJson } from '../../template/sceneHash.ts'

function lineHere(shop: Shop, orderLine: string) {
  const { cart } = shop.part(createCart).state
  const line = cart?.orderLines.find(({ uuid }) => uuid === orderLine)
  if (!line?.template || !line.product) return undefined
  const { uuid, version, data } = line.template
  const content: DesignContent = {
    template: { uuid, version },
    subject: line.subjects[0]?.uuid ?? null,
    resources: data.userResources,
    ...(data.year === null ? {} : { year: data.year }),
  }
  return { product: line.product, quantity: line.quantity, subProductUuids: line.subProductUuids, content }
}

/** Whether two designs are exactly the same. */
export const isSame = (one: DesignContent, other: DesignContent) => canonicalJson(one) === canonicalJson(other)

/** Whether the cart has this design on that line, as far as this page knows. */
export function isInCart(shop: Shop, orderLine: string, design: DesignContent): boolean {
  const line = lineHere(shop, orderLine)
  return line !== undefined && isSame(line.content, design)
}

/** A print as it currently is in the cart, whoever added it. Undefined if there is none. */
export async function fetchCartLine(shop: Shop, orderLine: string) {
  // Not the cart known here: another device may have changed the line.
  await shop.part(createCart).refresh()
  return lineHere(shop, orderLine)
}
