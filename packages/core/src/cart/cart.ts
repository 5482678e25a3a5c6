import type { Cart, OrderLine } from './contract.ts'

/** Rules of the cart that browser and server share. They use no clock and no network. */

/** 000 §9: the quantity selector goes up to the current quantity plus 100 if a line has no maximum. */
const WITHOUT_MAXIMUM = 100

/** The lines that are products; the others are rebates, fees and the total. */
export function productLines<L extends Pick<OrderLine, 'type'>>(cart: { orderLines: readonly L[] }): L[] {
  return cart.orderLines.filter(({ type }) => type === 0)
}

/** The number of pieces in the cart that can be ordered: shown in the badge. */
export function pieceCount(cart: Pick<Cart, 'orderLines'>): number {
  return productLines(cart).reduce((sum, { quantity, isOffered }) => sum + (isOffered ? quantity : 0), 0)
}

type Bounds = Pick<OrderLine, 'quantity' | 'minimumQuantity' | 'maximumQuantity'>

/** The minimum and maximum quantity of a line. */
export function quantityBounds(line: Bounds): { min: number; max: number } {
  return { min: line.minimumQuantity, max: line.maximumQuantity ?? line.quantity + WITHOUT_MAXIMUM }
}

/** Price of one piece in minor units (000 §9: line price divided by quantity), rounded to a whole unit for display. */
export function unitPrice(line: Pick<OrderLine, 'linePrice' | 'quantity'>): number {
  return line.quantity > 0 ? Math.round(line.linePrice / line.quantity) : 0
}

/**
 * The newer cart with the previews of the known one: answers to a change of quantity or a deletion leave the previews out, so
 * they are kept by the hash of their scene.
 */
export function keepPreviews(cart: Cart, previous: Cart | null): Cart {
  const previews = new Map(
    previous?.orderLines
      .flatMap(printedLines)
      .flatMap(({ preview }) => (preview ? [[preview.hash, preview] as const] : [])),
  )
  const withPreview = <P extends PrintedLine>(each: P): P =>
    each.preview || !each.sceneHash ? each : { ...each, preview: previews.get(each.sceneHash) ?? null }
  return {
    ...cart,
    orderLines: cart.orderLines.map((line) => {
      const previewed = withPreview(line)
      if (!previewed.package) return previewed
      return {
        ...previewed,
        package: { ...previewed.package, packageItems: previewed.package.packageItems.map(withPreview) },
      }
    }),
  }
}

type PrintedLine = Pick<OrderLine, 'sceneHash' | 'preview'>

/** The printed parts of a line: itself, or the items of a package. */
function printedLines(line: OrderLine): PrintedLine[] {
  return [line, ...(line.package?.packageItems ?? [])]
}

/** Whether a line's preview is missing both in the answer and in the known cart, so that the whole cart must be fetched. */
export function lacksPreview(cart: Cart): boolean {
  return cart.orderLines.flatMap(printedLines).some(({ preview, sceneHash }) => sceneHash !== null && preview === null)
}
